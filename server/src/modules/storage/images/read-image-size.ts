import type { ByteRange } from '../../../blobs/index.ts';

/** In pixels, the way it is shown: an orientation in the file is applied. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a JPEG, PNG, GIF, WebP or AVIF by its headers; undefined for what is none or broken. Mostly one read of
 * 64 KiB; `read` gives fewer bytes than asked for at the end, and what it throws comes out.
 */
export type ReadImageSize = (
  mimeType: string,
  read: (range: ByteRange) => Promise<Uint8Array>,
) => Promise<ImageSize | undefined>;
