import { ROW_BYTES_MAX } from './record.ts';
import type { JsonElement } from './split-json-array.ts';

/** Splits lines of JSON and holds at most one of them. Empty lines are skipped. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonElement[]> {
  let line = 1;
  let rest = '';
  let size = 0;
  const finish = (part: string): JsonElement | undefined => {
    size += part.length;
    const text = size <= ROW_BYTES_MAX ? withoutMark(rest + part, line) : undefined;
    const element = text === undefined || text.trim() !== '' ? { line, text } : undefined;
    [rest, size] = ['', 0];
    line += 1;
    return element;
  };
  for await (const piece of pieces) {
    const parts = piece.split('\n');
    const last = parts.pop() ?? '';
    const elements = parts.map(finish).filter((element) => element !== undefined);
    size += last.length;
    // A line that is already too long is only counted.
    rest = size <= ROW_BYTES_MAX ? rest + last : '';
    if (elements.length > 0) yield elements;
  }
  if (size > 0) {
    const element = finish('');
    if (element !== undefined) yield [element];
  }
}

function withoutMark(text: string, line: number): string {
  return line === 1 ? text.replace(/^\uFEFF/, '') : text;
}
