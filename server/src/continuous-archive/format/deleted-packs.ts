import type { PackName } from './names.ts';
import { DamagedObject } from './sealer.ts';

/** Numbers of packs, with both ends, and the run of the pack that follows them. */
export type PackRange = readonly [first: number, last: number, nextRun: string];

const RUN = /^[0-9a-z]+$/;

/** The numbers up to `end` that none of the kept packs has. `run`: the run of the pack after `end`. */
export function rangesWithout(kept: readonly PackName[], end: number, run: string): readonly PackRange[] {
  const ranges: PackRange[] = [];
  let next = 1;
  for (const { first, last, run: nextRun } of kept.toSorted((a, b) => a.first - b.first)) {
    if (first > next) ranges.push([next, first - 1, nextRun]);
    next = Math.max(next, last + 1);
  }
  if (next <= end) ranges.push([next, end, run]);
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
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [first, last, run]: readonly unknown[] = value;
  return Number.isSafeInteger(first) && Number.isSafeInteger(last) && isRun(run);
}

export function isRun(value: unknown): value is string {
  return typeof value === 'string' && RUN.test(value);
}
