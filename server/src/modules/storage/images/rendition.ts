export const IMAGE_FORMATS = ['webp', 'avif', 'jpeg', 'png'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export const IMAGE_FITS = ['cover', 'contain'] as const;
export type ImageFit = (typeof IMAGE_FITS)[number];

/** Of `width` and `height`, in pixels; at least 1. */
export const IMAGE_SIDE_MAX = 4096;

/** How an image is wanted. With neither side its size stays; one side keeps the aspect ratio; never enlarged. */
export interface Rendition {
  readonly width?: number;
  readonly height?: number;
  /** `cover` (default) fills the box and cuts off what stands out; `contain` fits into it. */
  readonly fit?: ImageFit;
  /** The image's own when not said; a TIFF becomes PNG. */
  readonly format?: ImageFormat;
}

/** GIF is written only for what came as one: animations stay animations. */
export type OutputFormat = ImageFormat | 'gif';

const OWN_FORMATS: Readonly<Record<string, OutputFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/tiff': 'png',
};

/** Output format for an image of that type; undefined for types that are never opened, SVG among them. */
export function outputFormat(mimeType: string, { format }: Rendition): OutputFormat | undefined {
  const own = OWN_FORMATS[mimeType];
  return own === undefined ? undefined : (format ?? own);
}
