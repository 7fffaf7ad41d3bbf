export { createImages, type Images, type RenditionReading } from './images.ts';
export { readImageSize } from './read-image-size.ts';
export {
  IMAGE_FITS,
  IMAGE_FORMATS,
  IMAGE_SIDE_MAX,
  type Rendition,
} from './rendition.ts';
