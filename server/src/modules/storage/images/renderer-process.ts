import sharp, { type Metadata, type Sharp } from 'sharp';
import { serveOrders } from '../../../platform/confinement/serve-orders.ts';
import type { RenderOrder } from './render-order.ts';
import { renditionSize } from './rendition-size.ts';

/** Width times height of what is opened, all frames of an animation together. */
const PIXELS_MAX = 40_000_000;
const FRAMES_MAX = 100;
/** Beyond this an AVIF takes many seconds unless less effort is spent on it. */
const CAREFUL_AVIF_PIXELS_MAX = 1_000_000;
const SECONDS_MAX = 25;
/** Everything else that the library could open, SVG and the formats of other programs, stays closed. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}File`);
const OPENED = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;

// A process of its own: what hostile images make of the library's memory or of the process ends with it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
sharp.cache(false);
sharp.concurrency(1);
serveOrders(async (order) => ({
  head: {},
  // Nothing comes of what cannot be opened.
  body: await render(order as RenderOrder).catch(() => new Uint8Array()),
}));

async function render({ path, rendition, format }: RenderOrder): Promise<Uint8Array> {
  const metadata = await sharp(path, OPENED).metadata();
  const frames = (format === 'gif' || format === 'webp') && canMove(metadata) ? -1 : 1;
  // The orientation in the file is applied; all that is not picture is left out of the output, which is the default.
  const size = renditionSize(metadata.autoOrient, rendition);
  const image = sharp(path, { ...OPENED, pages: frames })
    .autoOrient()
    .timeout({ seconds: SECONDS_MAX });
  return encode(image.resize(size.width, size.height, { fit: rendition.fit === 'contain' ? 'fill' : 'cover' }), {
    format,
    pixels: size.width * size.height,
  }).toBuffer();
}

/** An animation that is too long or too large is shown by its first frame. */
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
