import type { ImageSize } from './image-size.ts';
import type { Rendition } from './rendition.ts';

/** The requested box or less, because images are never enlarged. A box too large for `cover` keeps its shape. */
export function renditionSize(image: ImageSize, { width, height, fit = 'cover' }: Rendition): ImageSize {
  const scales = [width && width / image.width, height && height / image.height].filter((scale) => scale !== undefined);
  if (width !== undefined && height !== undefined && fit === 'cover') {
    const shrink = Math.min(1, 1 / Math.max(...scales));
    return { width: side(width * shrink), height: side(height * shrink) };
  }
  const scale = Math.min(1, ...scales);
  return { width: side(image.width * scale), height: side(image.height * scale) };
}

function side(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}
