import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openProject } from '../../../../test/index.ts';

const WHOLE_WITHIN_MS = 60_000;
const LETTERS = Array.from({ length: 100 }, (_, number) => String.fromCodePoint(0x4e00 + 3 * number));
const TITLE = { name: 'title', type: 'text', searchable: true };

describe.each(ENGINES)('a search on %s', (engine) => {
  const { project } = openProject(engine);
  const search = (table: string, text: string) =>
    project.secretApi<Answers & { readonly code: string }>(`/data/${table}?search=${encodeURIComponent(text)}`);
  const found = async (text: string): Promise<unknown> => {
    const { status, body } = await search('texts', text);
    return status === 200 ? body.data.map((row) => row['name']) : [status, body.code];
  };

  beforeAll(async () => {
    await project.createTable({ name: 'texts', columns: [{ name: 'name', type: 'text' }, TITLE] });
    const add = async (name: string, title: string): Promise<void> => {
      expect((await project.secretApi('/data/texts', { json: { name, title } })).status).toBe(201);
    };
    await add('letters', LETTERS.join(' '));
    await add('all but one', LETTERS.slice(1).join(' '));
    await add('controls', 'alpha\u0001beta\u001fgamma\u007fdelta\u0085epsilon\u2028zeta\ufeffeta');
    await add('long word', `start ${'q'.repeat(10_000)} end`);
    await add('large', Array.from({ length: 60_000 }, (_, number) => `n${number}`).join(' '));
    await add('marks', `e${'\u0301'.repeat(5_000)}nd`);
  });

  it('finds a row by a hundred words, or by words that others exclude', async () => {
    expect(await found(LETTERS.join(' '))).toEqual(['letters']);
    const [first = '', second = ''] = LETTERS;
    expect(await found(`${second} -${first}`)).toEqual(['all but one']);
    expect(
      await found(
        `"${second}" ${LETTERS.slice(3, 60)
          .map((letter) => `-${letter}`)
          .join(' ')}`,
      ),
    ).toEqual([]);
  });

  it('splits words at control characters', async () => {
    expect(await found('alpha "beta" "gamma" "delta" "epsilon" "zeta"')).toEqual(['controls']);
    expect(await found('"alpha beta gamma delta epsilon"')).toEqual(['controls']);
  });

  it('finds words of ten thousand characters by their beginning, and texts of sixty thousand words', async () => {
    expect(await found('q'.repeat(200))).toEqual(['long word']);
    expect(await found(`"${'q'.repeat(198)}"`)).toEqual([]);
    expect(await found('"start" "end"')).toEqual(['long word']);
    expect(await found('"n0" "n59999"')).toEqual(['large']);
    expect(await found('"n59998 n59999"')).toEqual(['large']);
    expect(await found('"end" -start')).toEqual(['marks']);
  });

  it('refuses more than 200 characters, in the address and in the body', async () => {
    const words = Array.from({ length: 1_000 }, (_, number) => `w${number}`).join(' ');
    expect(await found(words)).toEqual([400, 'validation_failed']);
    const json = { op: 'count', search: words };
    const { status, body } = await project.secretApi<{ code: string }>('/data/texts/aggregate', { json });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('is right after the column became searchable and not searchable many times at once, while rows were written', async () => {
    await project.createTable({ name: 'toggled', columns: [{ ...TITLE, searchable: false }] });
    const rows = (from: number) =>
      Array.from({ length: 100 }, (_, number) => ({ title: `every row ${from + number}` }));
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, number) => {
        if (number % 3 === 0) return (await project.secretApi('/data/toggled', { json: rows(number * 100) })).status;
        if (number % 3 === 1) return (await search('toggled', 'every')).status;
        const json = { change_columns: [{ name: 'title', searchable: number % 2 === 0 }] };
        return (await project.cloudApi('/tables/toggled', { method: 'PATCH', json })).status;
      }),
    );
    expect([...new Set(statuses)].filter((status) => ![200, 201, 400, 409, 503].includes(status))).toEqual([]);
    const json = { change_columns: [{ name: 'title', searchable: true }] };
    expect((await project.cloudApi('/tables/toggled', { method: 'PATCH', json })).status).toBe(200);
    expect(await countWhenWhole('toggled')).toBe((await project.secretApi<Answers>('/data/toggled')).body.count);
    const check = await project.cloudApi<{ data: object }>('/tables/toggled/search-check');
    expect(check.body.data).toMatchObject({ wrong: 0, next: null });
  });

  async function countWhenWhole(table: string): Promise<unknown> {
    const until = Date.now() + WHOLE_WITHIN_MS;
    for (;;) {
      const { status, body } = await search(table, 'every');
      if (status !== 503 || Date.now() > until) return status === 200 ? body.count : status;
      await pause(50);
    }
  }
});
