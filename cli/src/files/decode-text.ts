import { isUtf8 } from 'node:buffer';
import { failed } from '../outcome/failure.ts';

export const ENCODINGS = ['utf8', 'latin1'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const NEWLINE = 0x0a;

/** The bytes of a text file as UTF-8. When UTF-8 was expected, throws with the line that is not. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  { file, encoding }: { readonly file: string; readonly encoding: Encoding },
): AsyncGenerator<Uint8Array> {
  if (encoding === 'latin1') {
    // As browsers and spreadsheets define latin1: with Windows characters in place of the control characters.
    const decoder = new TextDecoder('windows-1252');
    for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    return;
  }
  let begun = Buffer.alloc(0);
  let lines = 0;
  for await (const chunk of bytes) {
    const all = Buffer.concat([begun, chunk]);
    const end = all.lastIndexOf(NEWLINE) + 1;
    lines += requireUtf8(all.subarray(0, end), file, lines);
    if (end > 0) yield all.subarray(0, end);
    begun = all.subarray(end);
  }
  requireUtf8(begun, file, lines);
  yield begun;
}

function requireUtf8(bytes: Buffer, file: string, linesBefore: number): number {
  const isGood = isUtf8(bytes);
  let lines = 0;
  for (let start = 0; start < bytes.length; lines += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    const next = end === -1 ? bytes.length : end + 1;
    if (!isGood && !isUtf8(bytes.subarray(start, next))) {
      const line = linesBefore + lines + 1;
      throw failed(
        `${file}:${line}: is not UTF-8. If the file is from a spreadsheet, try --encoding latin1.`,
        'not_utf8',
      );
    }
    start = next;
  }
  return lines;
}
