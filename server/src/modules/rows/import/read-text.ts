import { isUtf8 } from 'node:buffer';
import { BrokenFile } from './record.ts';

const NEWLINE = 0x0a;
const NOT_UTF8 =
  'The file is not valid UTF-8 here. Save it as UTF-8, or, if it is Western European (Windows-1252), use servicectl rows import --encoding latin1.';
/** The longest UTF-8 sequence of a character, minus one. */
const CUT_MAX = 3;

/** Throws `BrokenFile` at invalid UTF-8, after yielding all whole lines before it. */
export async function* readText(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let cut = Buffer.alloc(0);
  let line = 1;
  for await (const bytes of body) {
    const all = Buffer.concat([cut, bytes]);
    const whole = all.subarray(0, all.length - cutLength(all));
    cut = all.subarray(whole.length);
    const good = isUtf8(whole) ? whole : goodLines(whole);
    yield good.toString('utf8');
    for (let at = good.indexOf(NEWLINE); at !== -1; at = good.indexOf(NEWLINE, at + 1)) line += 1;
    if (good.length < whole.length) throw new BrokenFile(line, NOT_UTF8);
  }
  if (cut.length > 0) throw new BrokenFile(line, 'The file ends within a character of UTF-8.');
}

function cutLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(CUT_MAX, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

function goodLines(bytes: Buffer): Buffer {
  let end = 0;
  for (
    let at = bytes.indexOf(NEWLINE);
    at !== -1 && isUtf8(bytes.subarray(end, at));
    at = bytes.indexOf(NEWLINE, end)
  ) {
    end = at + 1;
  }
  return bytes.subarray(0, end);
}
