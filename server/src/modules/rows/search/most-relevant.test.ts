import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openProject } from '../../../../test/index.ts';

const ROWS = 400;
/** More than the rows of a page whose end an engine finds without ranking all matches. */
const ALL = 1_000;
const PAGE = 7;

/** Few words, so that texts repeat them, and many with the same beginning. */
const word = fc.constantFrom(...['red', 'reds', 'reddish', 'redoubt', 'shoe', 'shoes', 'shop', 'a', 'ab', 'éclair']);
const text = fc.oneof(
  { weight: 8, arbitrary: fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')) },
  // PostgreSQL keeps the words of a text with so many repetitions outside its vector.
  { weight: 1, arbitrary: word.map((one) => `${`${one} `.repeat(300)}shop red`) },
);
const prefix = fc.constantFrom('red', 're', 'r', 'reds', 'sho', 'shoe', 'éc', 'a', 'ab');
const phrase = fc.tuple(word, word).map((words) => `"${words.join(' ')}"`);
const term = fc.oneof(
  word.map((one) => `"${one}"`),
  prefix.map((one) => `${one}*`),
  phrase,
  phrase.map((one) => `${one}*`),
);
const search = fc
  .tuple(fc.array(term, { minLength: 1, maxLength: 3 }), fc.option(word))
  .map(([terms, excluded]) => [...terms, ...(excluded === null ? [] : [`-${excluded}`])].join(' '));

describe.each(ENGINES)('the order of relevance on %s', (engine) => {
  const { project } = openProject(engine);
  const list = async (table: string, query: string): Promise<readonly unknown[]> => {
    const { status, body, text: answer } = await project.secretApi<Answers>(`/data/${table}?select=id&${query}`);
    expect([status, answer.slice(0, 200)]).toEqual([200, expect.anything()]);
    return body.data.map((row) => row['id']);
  };

  beforeAll(async () => {
    for (const names of [['one'], ['one', 'two']]) {
      const columns = names.map((name) => ({ name, type: 'text', searchable: true }));
      const table = `of_${names.length}`;
      await project.createTable({ name: table, columns: [...columns, { name: 'kind', type: 'integer' }] });
      const rows = fc.sample(fc.tuple(fc.option(text), fc.option(text), fc.nat(2)), { numRuns: ROWS, seed: 11 });
      for (let from = 0; from < ROWS; from += 100) {
        const json = rows
          .slice(from, from + 100)
          .map(([one, two, kind]) => ({ one, kind, ...(names.length > 1 && { two }) }));
        expect((await project.secretApi(`/data/${table}`, { json })).status).toBe(201);
      }
    }
  });

  it.each(['of_1', 'of_2'])('is the same for a page as for all matches, in %s columns', async (table) => {
    await fc.assert(
      fc.asyncProperty(search, fc.constantFrom('', '&filter=kind:eq:1'), fc.nat(3), async (terms, filter, page) => {
        const query = `search=${encodeURIComponent(terms)}${filter}&count=none`;
        const all = await list(table, `${query}&limit=${ALL}`);
        const found = await list(table, `${query}&limit=${PAGE}&offset=${page * PAGE}`);
        expect(found).toEqual(all.slice(page * PAGE, (page + 1) * PAGE));
      }),
      { numRuns: 150 },
    );
  });
});
