import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROW_BYTES_MAX } from './record.ts';
import { splitJsonArray } from './split-json-array.ts';

async function split(text: string, pieceLength = text.length || 1): Promise<{ line: number; value: unknown }[]> {
  const found: { line: number; value: unknown }[] = [];
  for await (const elements of splitJsonArray(pieces(text, pieceLength))) {
    for (const { line, text: json } of elements) {
      found.push({ line, value: json === undefined ? undefined : JSON.parse(json) });
    }
  }
  return found;
}

async function* pieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

describe('splitJsonArray', () => {
  test('finds the elements of any array, with any whitespace and chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(undefined, 1, '\t'),
        async (array, length, indent) => {
          const text = JSON.stringify(array, undefined, indent);
          const found = await split(text, length);
          expect(found.map(({ value }) => value)).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('accepts the format of an export, and reports the line on which each element begins', async () => {
    const text = '\uFEFF{"data":[{"a":"[,]\\""},\n\n {"a":\n1}, 2\n],"count":2}\n';
    expect(await split(text, 3)).toEqual([
      { line: 1, value: { a: '[,]"' } },
      { line: 3, value: { a: 1 } },
      { line: 4, value: 2 },
    ]);
    expect(await split(' [ ] ')).toEqual([]);
  });

  test.each([
    '',
    ' ',
    '{',
    '{}',
    '{"rows":[]}',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1 ,, 2]',
    '[]]',
    '[] x',
    '{"data":[]',
    '{"data":[]}}',
    '["a',
    '17',
    '[1}',
  ])('refuses %j', async (text) => {
    await expect(split(text, 2)).rejects.toMatchObject({ name: 'BrokenFile' });
  });

  test('skips an element larger than the row limit without buffering it', async () => {
    const text = `[{"a":"${'x'.repeat(ROW_BYTES_MAX)}"},{"a":1}]`;
    expect(await split(text, 65_536)).toEqual([
      { line: 1, value: undefined },
      { line: 1, value: { a: 1 } },
    ]);
  });

  test('refuses a file that is not a list at once', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<string> {
      for (;;) {
        read += 1;
        yield ' '.repeat(1000);
      }
    }
    await expect(splitJsonArray(endless()).next()).rejects.toMatchObject({ name: 'BrokenFile' });
    expect(read).toBeLessThan(4);
  });
});
