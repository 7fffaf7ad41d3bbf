import { DamagedObject } from './sealer.ts';

/** Numbers of packs, with both ends. */
export type PackRange = readonly [first: number, last: number];

/** The numbers up to `end` that none of the kept packs has. */
export function rangesWithout(
  kept: readonly { readonly first: number; readonly last: number }[],
  end: number,
): readonly PackRange[] {
  const ranges: PackRange[] = [];
  let next = 1;
  for (const { first, last } of kept.toSorted((a, b) => a.first - b.first)) {
    if (first > next) ranges.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= end) ranges.push([next, end]);
  return ranges;
}

export function describeDeletedPacks(ranges: readonly PackRange[]): Buffer {
  return Buffer.from(JSON.stringify(ranges));
}

/** Throws `DamagedObject`. */
export function readDeletedPacks(name: string, content: Buffer): readonly PackRange[] {
  try {
    const ranges: unknown = JSON.parse(content.toString('utf8'));
    if (Array.isArray(ranges) && ranges.every(isRange)) return ranges;
  } catch {
    // The caller gets the failure below.
  }
  throw new DamagedObject(name, 'it cannot be read');
}

function isRange(value: unknown): value is PackRange {
  return Array.isArray(value) && value.length === 2 && value.every((each) => Number.isSafeInteger(each));
}
