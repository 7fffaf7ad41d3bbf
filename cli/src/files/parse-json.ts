import { wrongUse } from '../outcome/failure.ts';

/** Reads JSON that a person wrote. What is wrong with it is told with its line. */
export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const place = placeOf(text, error instanceof Error ? error.message : '');
    throw wrongUse(`${source}:${place.line}:${place.column}: is no JSON: ${place.problem}.`);
  }
}

/** Node names the position in some of its messages; where it does not, the text is cut until what is left could go on. */
function placeOf(text: string, message: string): { line: number; column: number; problem: string } {
  const named = /at position (\d+)/.exec(message)?.[1];
  const position = named === undefined ? findPosition(text) : Number(named);
  const before = text.slice(0, position).split('\n');
  const found = text[position];
  const problem = found === undefined ? 'it ends too early' : `${JSON.stringify(found)} does not belong here`;
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, problem };
}

/** The longest beginning after which more could follow: found by halves, since a beginning of a good text is good. */
function findPosition(text: string): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (couldGoOn(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function couldGoOn(start: string): boolean {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    return error instanceof Error && /end of JSON input|Unterminated|end of data/i.test(error.message);
  }
}
