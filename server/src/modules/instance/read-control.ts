import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ControlHead, type ControlLine, invalidDocument, readHead, readLine } from './control-document.ts';

/** Yields the head, then the lines. Throws `invalid_archive` for an invalid line or a missing end. */
export async function* readControl(path: string): AsyncGenerator<ControlLine, void> {
  let number = 0;
  let isEnded = false;
  for await (const text of linesOf(path)) {
    number += 1;
    if (isEnded) throw invalidDocument('It continues after its end.');
    if (number === 1) continue;
    const line = readLine(text, number);
    if (!('end' in line)) {
      yield line;
      continue;
    }
    if (line.end.lines !== number - 2) throw invalidDocument('Lines are missing.');
    isEnded = true;
  }
  if (!isEnded) throw invalidDocument('Its end is missing.');
}

export async function readControlHead(path: string): Promise<ControlHead> {
  for await (const text of linesOf(path)) return readHead(text);
  throw invalidDocument('It is empty.');
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  try {
    yield* createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    file.destroy();
  }
}
