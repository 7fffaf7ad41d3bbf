export const IMAGE_FORMATS = ['webp', 'avif', 'jpeg', 'png'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export const IMAGE_FITS = ['cover', 'contain'] as const;
export type ImageFit = (typeof IMAGE_FITS)[number];

export const IMAGE_SIDE_MAX = 4096;

/** A requested rendition. Without sides the size stays; one side keeps the aspect ratio; images are never enlarged. */
export interface Rendition {
  readonly width?: number;
  readonly height?: number;
  /** `cover` (default) fills the box and crops the rest; `contain` fits into it. */
  readonly fit?: ImageFit;
  readonly format?: ImageFormat;
}

/** GIF is written only for GIF sources, so that animations stay animations. */
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

/** Output format for an image of that type; undefined for types that are never opened, such as SVG. */
export function outputFormat(mimeType: string, { format }: Rendition): OutputFormat | undefined {
  const own = OWN_FORMATS[mimeType];
  return own === undefined ? undefined : (format ?? own);
}
