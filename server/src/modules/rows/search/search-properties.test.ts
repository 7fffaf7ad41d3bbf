import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openProject } from '../../../../test/index.ts';
import { SearchProblem } from '../../../database/search/parse-search.ts';
import { segmentedWords, wordsOf } from '../../../database/search/words.ts';
import { occurs } from './search-model.ts';

/** Pieces that occur in both texts and searches: words of many scripts, and characters with a meaning for an engine. */
const PIECES = [
  ...['red', 'Red', 'shoes', 'sho', 's', 'a', 'AND', 'NOT', 'NEAR', 'OR', 'c0', 'e-mail', 'node.js', '1,5', '2026'],
  ...[
    'CAFÉ',
    'café',
    'ﬁne',
    'straße',
    'STRASSE',
    'İ',
    'ı',
    'i',
    'ΔΡΌΜΟΣ',
    'δρομος',
    'ёлка',
    'مُحَمَّد',
    'שָׁלוֹם',
    'हिन्दी',
    'हि',
  ],
  ...[
    'ภาษาไทย',
    'ภาษา',
    '東京都',
    '東京',
    '京',
    'カ',
    'ガ',
    '한국어',
    '한',
    '🎉',
    '½',
    'ﷺ',
    '\u0301',
    '\u200d',
    '\u00ad',
    '\ue100',
  ],
  ...[
    '"',
    "'",
    '*',
    '-',
    ':',
    '(',
    ')',
    '{',
    '}',
    '&',
    '|',
    '!',
    '<->',
    '^',
    '\\',
    '%',
    '_',
    ';',
    '\u00a0',
    '\u3000',
    '\n',
  ],
];

const piece = fc.constantFrom(...PIECES);
const text = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) }),
      fc.constantFrom(' ', ' ', ''),
    ),
    { maxLength: 9 },
  )
  .map((parts) =>
    parts
      .map(([part, gap]) => part + gap)
      .join('')
      .replaceAll('\0', ''),
  )
  .filter((made) => made.isWellFormed());

describe('words', () => {
  it('are the same in the fast path and with the segmenter', () => {
    fc.assert(
      fc.property(text, (made) => {
        expect(wordsOf(made)).toEqual(segmentedWords(made));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe.each(ENGINES)('any search of any texts on %s', (engine) => {
  const { project } = openProject(engine);
  const ROWS = 60;
  const rows: { name: string; title: string | null; body: string | null }[] = [];

  beforeAll(async () => {
    const columns = ['title', 'body'].map((name) => ({ name, type: 'text', searchable: true }));
    await project.createTable({ name: 'texts', columns: [{ name: 'name', type: 'text' }, ...columns] });
    const texts = fc.sample(fc.tuple(fc.option(text), fc.option(text)), { numRuns: ROWS, seed: 7 });
    rows.push(...texts.map(([title, body], at) => ({ name: String(at).padStart(3, '0'), title, body })));
    expect((await project.secretApi('/data/texts', { json: rows })).status).toBe(201);
  });

  it('gives the rows of the model, or explains what is wrong with the text', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (search) => {
        const query = `search=${encodeURIComponent(search)}&order=name&select=name`;
        const { status, body } = await project.secretApi<Answers>(`/data/texts?${query}`);
        const expected = expectedOf(search);
        if (expected === undefined) expect(status).toBe(400);
        else expect([status, body]).toEqual([200, { data: expected, count: expected.length }]);
      }),
      { numRuns: 400 },
    );
  });

  function expectedOf(search: string): readonly object[] | undefined {
    try {
      return rows.filter(({ title, body }) => occurs(search, [title, body])).map(({ name }) => ({ name }));
    } catch (error) {
      if (error instanceof SearchProblem) return undefined;
      throw error;
    }
  }
});
