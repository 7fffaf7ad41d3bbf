export type { ImageSize, ReadBytes } from './image-size.ts';
export { createImages, type ImageSource, type Images, type RenditionReading } from './images.ts';
export { readImageSize } from './read-image-size.ts';
export {
  IMAGE_FITS,
  IMAGE_FORMATS,
  IMAGE_SIDE_MAX,
  type ImageFit,
  type ImageFormat,
  type Rendition,
} from './rendition.ts';
