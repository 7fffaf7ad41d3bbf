import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameReader } from './read-frames.ts';
import { readLineCount, readOutcome } from './read-outcome.ts';

const frame = (at: number, json: string): string => `${at} value 0 ${Buffer.byteLength(json)} ${at} 1\n${json}`;

describe('the answers of several calls', () => {
  it('are the same wherever the body is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 16 }), fc.integer({ min: 1, max: 50 }), (texts, step) => {
        const answers = texts.map((text) => JSON.stringify(text));
        const wire = Buffer.from(answers.map((json, at) => frame(at, json)).join(''));
        const found: unknown[] = [];
        const read = createFrameReader(1000, (at, answer) =>
          found.push([at, readOutcome(answer), readLineCount(answer)]),
        );
        for (let from = 0; from < wire.length; from += step) read(wire.subarray(from, from + step));
        expect(found).toEqual(answers.map((json, at) => [at, { kind: 'value', json }, at]));
      }),
    );
  });

  it.each([
    ['that begin with nothing of the shim', 'hello\n'],
    ['whose first line never ends', '1'.repeat(100)],
    ['that are longer than may be', '0 value 0 1001 0 0\n'],
    ['of a negative length', '0 value 0 -1 0 0\n'],
  ])('%s are refused', (_name, wire) => {
    const read = createFrameReader(1000, () => undefined);
    expect(() => read(Buffer.from(wire))).toThrow();
  });
});
