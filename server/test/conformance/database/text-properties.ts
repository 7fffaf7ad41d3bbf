import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindFilter, type Operator } from '../../../src/database/filter/index.ts';
import { testCondition } from '../../../src/database/sql/index.ts';
import { sampleColumn, sampleRow, sampleTable } from './sample-table.ts';
import type { StatementRunner } from './statement-runner.ts';

const table = sampleTable('texts', [sampleColumn('value', 'text')]);

/** Characters that are special to one of the engines, or whose case or order is special. */
const chars = fc.constantFrom(
  'a',
  'A',
  'b',
  '*',
  '%',
  '_',
  '?',
  '[',
  ']',
  '^',
  '-',
  '\\',
  "'",
  'ß',
  'ſ',
  'Σ',
  'ς',
  'İ',
  'K',
  '\uffee',
  '😀',
  '\n',
);
const texts = fc.oneof(
  fc.array(chars, { maxLength: 8 }).map((all) => all.join('')),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

const MODEL: readonly (readonly [Operator, (text: string, value: string) => boolean])[] = [
  ['eq', (text, value) => text === value],
  ['neq', (text, value) => text !== value],
  ['gt', (text, value) => compare(text, value) > 0],
  ['gte', (text, value) => compare(text, value) >= 0],
  ['lt', (text, value) => compare(text, value) < 0],
  ['lte', (text, value) => compare(text, value) <= 0],
  ['like', (text, value) => matches(text, value)],
  ['ilike', (text, value) => matches(fold(text), fold(value))],
  ['starts_with', (text, value) => text.startsWith(value)],
  ['ends_with', (text, value) => text.endsWith(value)],
  ['contains', (text, value) => text.includes(value)],
];

/** A pattern takes 256 characters. */
const LETTERS_AT_ONCE = 50;
/** No letter behind it has two cases. */
const CASED_END = 0x20000;

/** Every operator on text must agree with its meaning, whatever the text. */
export function describeTexts(runner: () => StatementRunner): void {
  test.each(MODEL)('%s gives the right result for any two texts', async (op, holds) => {
    const pairs = fc.oneof(
      fc.tuple(texts, texts),
      // Values that are likely to match: pieces of the text, some with wildcards.
      fc.tuple(texts, fc.nat(8), fc.nat(8)).map(([text, from, to]): [string, string] => [text, piece(text, from, to)]),
      fc.tuple(texts, fc.nat(8), fc.nat(8)).map(([text, from, to]): [string, string] => {
        return [text, `${piece(text, 0, from)}*${piece(text, from + 1, to)}*`];
      }),
    );
    await fc.assert(
      fc.asyncProperty(pairs, async ([text, value]) => {
        fc.pre(text.isWellFormed() && value.isWellFormed() && !`${text}${value}`.includes('\0'));
        const filter = { kind: 'compare', field: 'value', op, value, form: 'json' } as const;
        const condition = bindFilter(filter, table.columnByName);
        const row = sampleRow(table, 1, { value: text });
        const [result] = await runner().run(testCondition(runner().dialect, table, condition, row));
        expect(result?.['ok']).toBe(holds(text, value) ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });

  test('ilike ignores the case of every letter that has one', async () => {
    const [letters, folded] = casedLetters();
    const holds = async (text: string, value: string): Promise<unknown> => {
      const filter = { kind: 'compare', field: 'value', op: 'ilike', value, form: 'json' } as const;
      const condition = bindFilter(filter, table.columnByName);
      const row = sampleRow(table, 1, { value: text });
      return (await runner().run(testCondition(runner().dialect, table, condition, row)))[0]?.['ok'];
    };
    expect(letters.length).toBeGreaterThan(1_500);
    for (let at = 0; at < letters.length; at += LETTERS_AT_ONCE) {
      const [some, same] = [letters, folded].map((all) => all.slice(at, at + LETTERS_AT_ONCE).join(' '));
      expect([some, await holds(some ?? '', same ?? '')]).toEqual([some, 1]);
      expect([same, await holds(same ?? '', some ?? '')]).toEqual([same, 1]);
    }
    // Letters that the newest versions of Unicode have added.
    for (const [small, capital] of [
      ['ꟛ', 'Ꟛ'],
      ['𖺻', '𖺠'],
    ] as const) {
      expect(await holds(`${small}x${capital}`, `${capital}X${small}`)).toBe(1);
      expect(await holds(`${small}x`, `*X`)).toBe(1);
      expect(await holds(`${small}x`, `${capital}y`)).toBe(0);
    }
  });
}

/** Letters whose case differs from their folded form, and these forms. */
function casedLetters(): readonly [letters: string[], folded: string[]] {
  const letters = Array.from({ length: CASED_END }, (_, point) => String.fromCodePoint(point)).filter(
    (letter) => letter.isWellFormed() && fold(letter) !== letter,
  );
  return [letters, letters.map(fold)];
}

function piece(text: string, from: number, to: number): string {
  return Array.from(text).slice(from, to).join('');
}

function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function fold(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** `*` is any run of characters; tries every end of it. */
function matches(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (!text.startsWith(first)) return false;
  const remaining = text.slice(first.length);
  if (rest.length === 0) return remaining === '';
  const after = rest.join('*');
  for (let at = 0; at <= remaining.length; at++) if (matches(remaining.slice(at), after)) return true;
  return false;
}
