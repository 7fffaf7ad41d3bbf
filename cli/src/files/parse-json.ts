import { isDeepStrictEqual } from 'node:util';
import { wrongUse } from '../outcome/failure.ts';

export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const place = placeOf(text, error instanceof Error ? error.message : '');
    throw wrongUse(`${source}:${place.line}:${place.column}: is no JSON: ${place.problem}.`);
  }
}

/** Whether two documents differ at most in layout and the order of keys. False when one of them is no JSON. */
export function isSameJson(text: string, other: string): boolean {
  try {
    return isDeepStrictEqual(parseJson(text, ''), parseJson(other, ''));
  } catch {
    return false;
  }
}

/** Some of Node's messages name the position; for the others it is searched. */
function placeOf(text: string, message: string): { line: number; column: number; problem: string } {
  const named = /at position (\d+)/.exec(message)?.[1];
  const position = named === undefined ? findPosition(text) : Number(named);
  const before = text.slice(0, position).split('\n');
  const found = text[position];
  const problem = found === undefined ? 'it ends too early' : `${JSON.stringify(found)} does not belong here`;
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, problem };
}

/** The longest prefix that could still be continued. Binary search works because every prefix of a valid prefix is valid. */
function findPosition(text: string): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isValidPrefix(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isValidPrefix(start: string): boolean {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    return error instanceof Error && /end of JSON input|Unterminated|end of data/i.test(error.message);
  }
}
