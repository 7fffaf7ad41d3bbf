/** An inclusive byte range; both ends count from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type RangeChoice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RangeChoice = { kind: 'whole' };
const UNSATISFIABLE: RangeChoice = { kind: 'unsatisfiable' };
const RANGES = /^\s*bytes\s*=(.*)$/i;
const ONE_RANGE = /^(\d*)-(\d*)$/;

/** RFC 9110 §14. Malformed headers, other units and multiple ranges (a way to overload servers) get the whole file. */
export function chooseRange(header: string | undefined, size: number): RangeChoice {
  const list = header === undefined ? undefined : RANGES.exec(header)?.[1];
  if (list === undefined) return WHOLE;
  const ranges = list
    .split(',', 3)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const [only = ''] = ranges;
  const [, first = '', last = ''] = ONE_RANGE.exec(only) ?? [];
  if (ranges.length !== 1 || (first === '' && last === '')) return WHOLE;
  return first === '' ? lastBytes(Number(last), size) : between(Number(first), last, size);
}

function lastBytes(count: number, size: number): RangeChoice {
  if (count === 0) return UNSATISFIABLE;
  // A Content-Range cannot express the last bytes of an empty file.
  if (size === 0) return WHOLE;
  return { kind: 'part', range: { start: Math.max(0, size - count), end: size - 1 } };
}

function between(start: number, last: string, size: number): RangeChoice {
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return WHOLE;
  if (start >= size) return UNSATISFIABLE;
  return { kind: 'part', range: { start, end } };
}
