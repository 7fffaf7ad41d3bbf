import type { AnyRow, ListParameters } from '@service/client/internal';

/** The service's order: null first, text by code point, by creation time without an order, then by ascending id. */
export function compareRows(one: AnyRow, other: AnyRow, order: ListParameters['order']): number {
  const terms = order?.length ? [order].flat().join().split(',') : ['created_at'];
  for (const term of [...terms, 'id']) {
    const [column = '', direction] = term.split(':');
    const compared = compareValues(one[column] ?? null, other[column] ?? null);
    if (compared !== 0) return direction === 'desc' ? -compared : compared;
  }
  return 0;
}

export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return (a as number) < (b as number) ? -1 : 1;
}

/** Compares by code point; JavaScript would compare surrogates. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let index = 0;
  while (index < length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  if (index === length) return a.length - b.length;
  return codePointRank(a, index) < codePointRank(b, index) ? -1 : 1;
}

function codePointRank(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
