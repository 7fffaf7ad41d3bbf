import type { ImageSize, ReadBytes } from './image-size.ts';

/** Covers the largest segment, whose length has 16 bits, so that one read holds all of it. */
const SEGMENT_BYTES = 64 * 1024;
/** Limits reading of a file that consists of headers only. */
const SEGMENTS_MAX = 256;
const EXIF = 0xe1;
const START_OF_SCAN = 0xda;
const ORIENTATION_TAG = 0x0112;
const FIRST_TURNED_ORIENTATION = 5;

/** Walks segment by segment to the frame header (ITU T.81, B.1), because profiles can be megabytes. */
export async function jpegSize(head: Uint8Array, read: ReadBytes): Promise<ImageSize | undefined> {
  if (head[0] !== 0xff || head[1] !== 0xd8) return undefined;
  let window = { bytes: head, start: 0 };
  let at = 2;
  let isTurned = false;
  for (let count = 0; count < SEGMENTS_MAX; count += 1) {
    if (!isWhole(window, at)) window = { bytes: await read({ start: at, end: at + SEGMENT_BYTES + 1 }), start: at };
    const segment = segmentAt(window, at);
    if (segment === undefined || segment.marker === START_OF_SCAN) return undefined;
    const { marker, content } = segment;
    if (isFrameHeader(marker)) return frameSize(content, isTurned);
    if (marker === EXIF) isTurned ||= orientationOf(content) >= FIRST_TURNED_ORIENTATION;
    at = segment.end;
  }
  return undefined;
}

interface Window {
  readonly bytes: Uint8Array;
  readonly start: number;
}

interface Segment {
  readonly marker: number;
  readonly content: DataView;
  readonly end: number;
}

function isWhole(window: Window, at: number): boolean {
  const segment = segmentAt(window, at);
  return segment !== undefined && segment.end <= window.start + window.bytes.length;
}

function segmentAt({ bytes, start }: Window, at: number): Segment | undefined {
  let from = at - start;
  // Any number of fill bytes may precede a marker.
  while (bytes[from] === 0xff && bytes[from + 1] === 0xff) from += 1;
  const [marker, high, low] = [bytes[from + 1], bytes[from + 2], bytes[from + 3]];
  if (bytes[from] !== 0xff || marker === undefined || high === undefined || low === undefined) return undefined;
  const end = from + 2 + ((high << 8) | low);
  const content = bytes.subarray(from + 4, end);
  return {
    marker,
    content: new DataView(content.buffer, content.byteOffset, content.byteLength),
    end: start + Math.max(end, from + 4),
  };
}

/** SOF0 to SOF15, except for three codes with other meanings. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function frameSize(content: DataView, isTurned: boolean): ImageSize | undefined {
  if (content.byteLength < 5) return undefined;
  const [height, width] = [content.getUint16(1), content.getUint16(3)];
  return isTurned ? { width: height, height: width } : { width, height };
}

/** The orientation in the first directory of an Exif segment; 1 (upright) when none can be read. */
function orientationOf(content: DataView): number {
  try {
    if (content.getUint32(0) !== 0x45786966) return 1;
    const tiff = 6;
    const isLittle = content.getUint16(tiff) === 0x4949;
    const directory = tiff + content.getUint32(tiff + 4, isLittle);
    const entries = content.getUint16(directory, isLittle);
    for (let index = 0; index < entries; index += 1) {
      const entry = directory + 2 + index * 12;
      if (content.getUint16(entry, isLittle) === ORIENTATION_TAG) return content.getUint16(entry + 8, isLittle);
    }
  } catch {
    // The data is cut off or broken, as with many cameras.
  }
  return 1;
}
