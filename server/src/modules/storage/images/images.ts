import type { BlobKey, BlobReading } from '../../../blobs/index.ts';

export const IMAGE_FORMATS = ['webp', 'avif', 'jpeg', 'png'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export const IMAGE_FITS = ['cover', 'contain'] as const;
export type ImageFit = (typeof IMAGE_FITS)[number];

/** Of `width` and `height` of a rendition, in pixels; at least 1. */
export const IMAGE_SIDE_MAX = 4096;

/** How an image is wanted. With neither side its size stays; one side keeps the aspect ratio; never enlarged. */
export interface Rendition {
  readonly width?: number;
  readonly height?: number;
  /** `cover` (default) fills the box and cuts off what stands out; `contain` fits into it. */
  readonly fit?: ImageFit;
  /** The image's own when not said; what cannot be written as it was (TIFF) becomes PNG. */
  readonly format?: ImageFormat;
}

export interface ImageSource {
  readonly key: BlobKey;
  /** What its bytes were found to be when it was stored. */
  readonly mimeType: string;
}

export interface RenditionReading extends BlobReading {
  readonly mimeType: string;
}

/** Makes renditions of stored images and keeps the latest on disk. */
export interface Images {
  /**
   * Undefined when the blob is gone. Throws `unsupported_media_type` for what is no image, broken or too large to be
   * opened, `overloaded` when too many wait, `BlobError` when the store fails, the signal's reason when nobody waits any more.
   */
  render(source: ImageSource, rendition: Rendition, signal?: AbortSignal): Promise<RenditionReading | undefined>;
  /** The blob is deleted: its renditions go too. */
  forget(keys: readonly BlobKey[]): Promise<void>;
  forgetGroup(group: string): Promise<void>;
  close(): Promise<void>;
}
