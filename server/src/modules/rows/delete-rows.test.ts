import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ENGINES, openTable } from '../../../test/index.ts';

describe.each(ENGINES)('deletes on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'authors',
    rules: { read: 'public', delete: { level: 'public', where: 'name:neq:kept' } },
    columns: [{ name: 'name', type: 'text' }],
  });
  beforeAll(async () => {
    for (const [name, onDelete] of [
      ['books', 'restrict'],
      ['drafts', 'cascade'],
      ['reviews', 'set_null'],
    ]) {
      await project.createTable({
        name: String(name),
        rules: { read: 'public' },
        columns: [{ name: 'author', type: 'reference', table: 'authors', on_delete: onDelete }],
      });
    }
  });

  const make = async (table: string, json: unknown) =>
    (await project.secretApi<Answer>(`/data/${table}`, { json })).body.data['id'];
  const remove = (path: string) => project.api<Answer>(`/data/authors${path}`, { method: 'DELETE' });
  const count = async (table: string) => (await project.api<Answer>(`/data/${table}`)).body.count;

  describe('200', () => {
    it('answer 200 with the row as it was, then 404', async () => {
      const id = await make('authors', { name: 'Ann' });
      const before = await project.api(`/data/authors/${id}`);
      const gone = await remove(`/${id}`);
      expect([gone.status, gone.text]).toEqual([200, before.text]);
      const again = await remove(`/${id}`);
      expect([again.status, again.body.code]).toEqual([404, 'row_not_found']);
    });

    it.each(['cascade', 'set_null'])(
      'delete rows that refer to each other through %s, and return each as it was',
      async (onDelete) => {
        const table = `nodes_${onDelete}`;
        await project.createTable({
          name: table,
          rules: { read: 'public', delete: 'public' },
          columns: [
            { name: 'name', type: 'text' },
            { name: 'up', type: 'reference', table, on_delete: onDelete },
          ],
        });
        const top = await make(table, { name: 'x', up: null });
        const middle = await make(table, { name: 'x', up: top });
        await make(table, { name: 'y', up: middle });
        const { data } = (await project.api<Answer>(`/data/${table}?filter=name:eq:x`)).body;
        const { body } = await project.api<Answer>(`/data/${table}?filter=name:eq:x`, { method: 'DELETE' });
        expect(body).toEqual({ data, count: 2 });
        expect(await count(table)).toBe(onDelete === 'cascade' ? 0 : 1);
      },
    );

    it('count rows deleted by a cascade in the same table, even when they are too many to return', async () => {
      const columns = [{ name: 'up', type: 'reference', table: 'chain', on_delete: 'cascade' }];
      await project.createTable({ name: 'chain', rules: { read: 'public', delete: 'public' }, columns });
      const up = await make('chain', {});
      for (let made = 0; made < 1_000; made += 100) await make('chain', Array(100).fill({ up }));
      const { text } = await project.api('/data/chain?filter=id:is:not_null', { method: 'DELETE' });
      expect([text, await count('chain')]).toEqual(['{"count":1001}', 0]);
    });

    it('delete every row that matches', async () => {
      for (const name of ['x', 'x', 'y']) await make('authors', { name });
      const { status, body } = await remove('?filter=name:in:(x,y)');
      expect([status, body.count, [0, 1, 2].map((index) => body.data[index]?.['name'])]).toEqual([
        200,
        3,
        ['x', 'x', 'y'],
      ]);
    });

    it('delete all rows when a secret key asks for it', async () => {
      await make('authors', { name: 'z' });
      const { body } = await project.secretApi<Answer>('/data/authors?all=true', { method: 'DELETE' });
      expect(body.count).toBeGreaterThan(0);
      expect(await count('authors')).toBe(0);
    });
  });

  describe('400', () => {
    it.each([
      ['', 'filter_required'],
      ['?all=true', 'filter_required'],
      ['?filter=', 'invalid_filter'],
      ['?filter=or()', 'invalid_filter'],
      ['?filter=name:eq:x&limit=1', 'unknown_parameter'],
      ['?order=name', 'unknown_parameter'],
    ])('answer 400 to %j with %s, and delete nothing', async (search, code) => {
      const before = await count('authors');
      const { status, body } = await remove(search);
      expect([status, body.code, await count('authors')]).toEqual([400, code, before]);
    });
  });

  describe('403', () => {
    it('answer 403 for a row that the caller may read but not delete', async () => {
      const id = await make('authors', { name: 'kept' });
      const { status, body } = await remove(`/${id}`);
      expect([status, body.code]).toEqual([403, 'forbidden']);
      expect((await remove('?filter=name:eq:kept')).text).toBe('{"data":[],"count":0}');
      expect((await project.api(`/data/authors/${id}`)).status).toBe(200);
    });
  });

  describe('409', () => {
    it('answer 409 in_use while a row refers to it, and cascade or set null as the columns declare', async () => {
      const author = await make('authors', { name: 'Bob' });
      const book = await make('books', { author });
      await make('drafts', { author });
      const review = await make('reviews', { author });
      for (const path of [`/${author}`, '?filter=name:eq:Bob']) {
        const { status, body } = await remove(path);
        expect([status, body.code]).toEqual([409, 'in_use']);
      }
      expect([await count('drafts'), await count('books')]).toEqual([1, 1]);
      await project.secretApi(`/data/books/${book}`, { method: 'DELETE' });
      expect((await remove(`/${author}?return=minimal`)).text).toBe('{"count":1}');
      expect(await count('drafts')).toBe(0);
      expect((await project.api<Answer>(`/data/reviews/${review}`)).body.data['author']).toBe(null);
    });
  });
});
