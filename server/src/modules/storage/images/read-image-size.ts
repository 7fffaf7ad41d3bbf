import { avifSize } from './avif-size.ts';
import { type ImageSize, type ReadBytes, textAt } from './image-size.ts';
import { jpegSize } from './jpeg-size.ts';

const HEAD_BYTES = 64 * 1024;

/** Reads headers, usually 64 KiB at once. Undefined for other or broken files. Rethrows errors of `read`. */
export async function readImageSize(mimeType: string, read: ReadBytes): Promise<ImageSize | undefined> {
  const size = await sizeOf(mimeType, read);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

async function sizeOf(mimeType: string, read: ReadBytes): Promise<ImageSize | undefined> {
  const sizeIn = SIZES[mimeType];
  if (mimeType !== 'image/jpeg' && sizeIn === undefined) return undefined;
  const bytes = await read({ start: 0, end: HEAD_BYTES - 1 });
  if (sizeIn === undefined) return jpegSize(bytes, read);
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return sizeIn(head);
  } catch (error) {
    // Reading past the end means that the file is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const SIZES: Readonly<Record<string, (head: DataView) => ImageSize | undefined>> = {
  'image/png': pngSize,
  'image/apng': pngSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
};

/** https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(head: DataView): ImageSize | undefined {
  if (head.getUint32(0) !== 0x89504e47 || textAt(head, 12) !== 'IHDR') return undefined;
  return { width: head.getUint32(16), height: head.getUint32(20) };
}

function gifSize(head: DataView): ImageSize | undefined {
  if (textAt(head, 0) !== 'GIF8') return undefined;
  return { width: head.getUint16(6, true), height: head.getUint16(8, true) };
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(head: DataView): ImageSize | undefined {
  if (textAt(head, 0) !== 'RIFF' || textAt(head, 8) !== 'WEBP') return undefined;
  switch (textAt(head, 12)) {
    case 'VP8 ':
      return { width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = head.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(head, 24) + 1, height: uint24(head, 27) + 1 };
    default:
      return undefined;
  }
}

function uint24(head: DataView, at: number): number {
  return head.getUint16(at, true) | (head.getUint8(at + 2) << 16);
}
