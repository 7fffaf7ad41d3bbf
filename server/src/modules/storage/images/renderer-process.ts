import sharp, { type Metadata, type Sharp } from 'sharp';
import { serveOrders } from '../../../platform/confinement/serve-orders.ts';
import type { RenderOrder } from './render-order.ts';
import { renditionSize } from './rendition-size.ts';

/** Limit for width times height of the source, over all frames of an animation. */
const PIXELS_MAX = 40_000_000;
const FRAMES_MAX = 100;
/** Larger AVIFs take many seconds unless they are encoded with less effort. */
const CAREFUL_AVIF_PIXELS_MAX = 1_000_000;
const SECONDS_MAX = 25;
/** Blocks all other formats that the library could open, such as SVG and those of other programs. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}File`);
const OPENED = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;

// Runs in its own process, so that damage by a hostile image ends with that process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
sharp.cache(false);
sharp.concurrency(1);
serveOrders(async (order) => ({
  head: {},
  // An empty body means that the image could not be opened.
  body: await render(order as RenderOrder).catch(() => new Uint8Array()),
}));

async function render({ path, rendition, format }: RenderOrder): Promise<Uint8Array> {
  const metadata = await sharp(path, OPENED).metadata();
  const frames = (format === 'gif' || format === 'webp') && canMove(metadata) ? -1 : 1;
  // Applies the orientation in the file. Metadata is left out of the output, which is the default.
  const size = renditionSize(metadata.autoOrient, rendition);
  const image = sharp(path, { ...OPENED, pages: frames })
    .autoOrient()
    .timeout({ seconds: SECONDS_MAX });
  return encode(image.resize(size.width, size.height, { fit: rendition.fit === 'contain' ? 'fill' : 'cover' }), {
    format,
    pixels: size.width * size.height,
  }).toBuffer();
}

/** An animation that is too long or too large is shown as its first frame. */
function canMove({ pages = 1, width, height, pageHeight }: Metadata): boolean {
  return pages > 1 && pages <= FRAMES_MAX && pages * width * (pageHeight ?? height) <= PIXELS_MAX;
}

function encode(image: Sharp, { format, pixels }: { format: RenderOrder['format']; pixels: number }): Sharp {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: 'white' }).jpeg({ mozjpeg: false });
    case 'png':
      return image.png();
    case 'webp':
      return image.webp();
    case 'avif':
      return image.avif({ effort: pixels <= CAREFUL_AVIF_PIXELS_MAX ? 3 : 0 });
    case 'gif':
      return image.gif();
  }
}
