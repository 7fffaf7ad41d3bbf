import { type ImageSize, textAt } from './image-size.ts';

const DEPTH_MAX = 4;
/** Full boxes begin with a version and flags. */
const FULL_BOX_BYTES = 4;
/** Boxes that lead to the item properties, with the number of bytes before their children. */
const CONTAINERS: Readonly<Record<string, number>> = { meta: FULL_BOX_BYTES, iprp: 0, ipco: 0 };

interface FoundSizes {
  largest: ImageSize | undefined;
  isTurned: boolean;
}

/** The largest `ispe` (ISO/IEC 23008-12) is the picture itself, not a tile or a preview. Applies `irot`. */
export function avifSize(head: DataView): ImageSize | undefined {
  if (textAt(head, 4) !== 'ftyp') return undefined;
  const found: FoundSizes = { largest: undefined, isTurned: false };
  walk(head, { from: 0, to: head.byteLength, depth: 0 }, found);
  if (found.largest === undefined) return undefined;
  const { width, height } = found.largest;
  return found.isTurned ? { width: height, height: width } : found.largest;
}

interface BoxRange {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

function walk(head: DataView, { from, to, depth }: BoxRange, found: FoundSizes): void {
  let at = from;
  while (at + 8 <= to) {
    const length = head.getUint32(at);
    const end = length === 0 ? to : at + length;
    // A length of 1 means that a 64-bit length follows; only the box with the pixels needs one.
    if (length === 1 || end < at + 8 || end > to) return;
    const kind = textAt(head, at + 4);
    const before = CONTAINERS[kind];
    if (before !== undefined && depth < DEPTH_MAX)
      walk(head, { from: at + 8 + before, to: end, depth: depth + 1 }, found);
    if (kind === 'ispe') keepLarger(found, { width: head.getUint32(at + 12), height: head.getUint32(at + 16) });
    if (kind === 'irot') found.isTurned = (head.getUint8(at + 8) & 1) === 1;
    at = end;
  }
}

function keepLarger(found: FoundSizes, size: ImageSize): void {
  const { largest } = found;
  if (largest === undefined || size.width * size.height > largest.width * largest.height) found.largest = size;
}
