import { NumberReader } from './number-reader.ts';
import { SHORT_BYTES } from './pack-writer.ts';

/** Brings a page from its version before a change up to date. False when the differences do not fit into the page. */
export function applyDifferences(differences: Uint8Array, page: Uint8Array): boolean {
  const reader = new NumberReader(differences);
  let at = 0;
  while (reader.at < differences.length) {
    const [gap, length] = [reader.number(), reader.number()];
    if (gap === undefined || length === undefined) return false;
    at += gap;
    const [from, end] = [reader.at, reader.at + length];
    if (at + length > page.length || end > differences.length) return false;
    if (length > SHORT_BYTES) page.set(differences.subarray(from, end), at);
    else for (let index = 0; index < length; index += 1) page[at + index] = differences[from + index] ?? 0;
    reader.at = end;
    at += length;
  }
  return true;
}
