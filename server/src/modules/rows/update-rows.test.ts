import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTestClock, ENGINES, openTable } from '../../../test/index.ts';

const MISSING = '0190b000-0000-7000-8000-000000000000';
const USER = '0190a000-0000-7000-8000-00000000000a';

describe.each(ENGINES)('changes on %s', (engine) => {
  const clock = createTestClock();
  const ids: string[] = [];
  const { project } = openTable(
    engine,
    {
      name: 'tasks',
      rules: {
        read: { level: 'public', where: 'state:neq:gone' },
        update: { level: 'public', where: 'state:neq:locked' },
      },
      columns: [
        { name: 'title', type: 'text', required: true },
        { name: 'state', type: 'text', default: 'open' },
        { name: 'slug', type: 'text', unique: true },
        { name: 'parent', type: 'reference', table: 'tasks' },
        { name: 'points', type: 'integer', hidden: true },
      ],
    },
    { clock },
  );
  beforeAll(async () => {
    await project.createTable({
      name: 'one_way',
      rules: { update: 'public', delete: 'public' },
      columns: [{ name: 'title', type: 'text' }],
    });
  });
  beforeEach(async () => {
    await project.secretApi('/data/tasks?all=true', { method: 'DELETE' });
    const rows = ['a', 'b', 'c'].map((title) => ({ title, slug: title }));
    const { body } = await project.secretApi<Answer>('/data/tasks', { json: rows });
    ids.splice(0, ids.length, ...[0, 1, 2].map((index) => String(body.data[index]?.['id'])));
    await project.secretApi(`/data/tasks/${ids[2]}`, { method: 'PATCH', json: { state: 'locked' } });
  });

  it('changes and deletes more rows than it finds beforehand', async () => {
    const rows = 20_100;
    const table = await project.createTable({
      name: 'very_many',
      rules: { read: 'public', update: 'public', delete: 'public' },
      columns: [{ name: 'n', type: 'integer' }],
    });
    const body = `n\n${Array.from({ length: rows }, (_, n) => n).join('\n')}`;
    await project.cloudApi(`/tables/${table}/import?format=csv`, { body, headers: { 'content-type': 'text/csv' } });
    const change = async (method: string, filter: string, json?: unknown) =>
      (
        await project.api<Answer>(`/data/${table}?filter=${filter}`, {
          method,
          ...(json === undefined ? {} : { json }),
        })
      ).body;
    expect(await change('PATCH', 'n:gte:0', { n: -1 })).toEqual({ count: rows });
    expect(await change('PATCH', 'n:gte:0', { n: -2 })).toEqual({ data: [], count: 0 });
    expect(await change('DELETE', 'n:eq:-1')).toEqual({ count: rows });
  }, 60_000);

  const patch = (path: string, json: unknown) => project.api<Answer>(`/data/tasks${path}`, { method: 'PATCH', json });
  const titles = async () =>
    (await project.secretApi<{ data: { title: string }[] }>('/data/tasks?select=title')).body.data.map(
      (row) => row.title,
    );

  describe('of one row', () => {
    describe('200', () => {
      it('answers 200 with the new row, and changes only updated_at besides the sent columns', async () => {
        const before = await project.api<Answer>(`/data/tasks/${ids[0]}`);
        clock.advance(60_000);
        const { status, body } = await patch(`/${ids[0]}`, { title: 'new' });
        expect([status, body]).toEqual([
          200,
          { data: { ...before.body.data, title: 'new', updated_at: new Date(clock.now()).toISOString() }, count: 1 },
        ]);
        expect(await titles()).toEqual(['new', 'b', 'c']);
      });

      it('accepts null for optional columns, and an empty body as no change', async () => {
        expect((await patch(`/${ids[0]}`, { slug: null })).body.data['slug']).toBe(null);
        expect((await patch(`/${ids[0]}`, {})).status).toBe(200);
      });

      it('answers with the count alone when the caller asks for it or may no longer read the row', async () => {
        expect((await patch(`/${ids[0]}?return=minimal`, { title: 'x' })).text).toBe('{"count":1}');
        const left = await patch(`/${ids[0]}`, { state: 'gone' });
        expect([left.status, left.text]).toEqual([200, '{"count":1}']);
        expect((await patch(`/${ids[0]}`, { title: 'y' })).status).toBe(404);
      });

      it('lets a secret key send a whole row back and set server-set columns, but not change the id', async () => {
        const whole = await project.secretApi<Answer>(`/data/tasks/${ids[0]}`);
        const at = `/data/tasks/${ids[0]}`;
        const json = { ...whole.body.data, owner_id: USER, updated_at: '2020-01-01T00:00:00.000Z' };
        const { status, body } = await project.secretApi<Answer>(at, { method: 'PATCH', json });
        expect([status, body.data]).toEqual([200, json]);
        const moved = await project.secretApi<Answer>(at, { method: 'PATCH', json: { id: MISSING } });
        expect([moved.status, moved.body.code]).toEqual([400, 'read_only_column']);
      });
    });

    describe('400', () => {
      it.each([
        [{ nothing: 1 }, 'unknown_column'],
        [{ points: 1 }, 'unknown_column'],
        [{ id: MISSING }, 'read_only_column'],
        [{ owner_id: USER }, 'read_only_column'],
        [{ title: null }, 'validation_failed'],
        [{ title: 1 }, 'validation_failed'],
        [{ parent: MISSING }, 'validation_failed'],
        [[{ title: 'x' }], 'validation_failed'],
        [null, 'validation_failed'],
      ])('answers 400 to %j with %s', async (json, code) => {
        const { status, body } = await patch(`/${ids[0]}`, json);
        expect([status, body.code]).toEqual([400, code]);
        expect(await titles()).toEqual(['a', 'b', 'c']);
      });

      it.each(['?limit=1', '?filter=title:eq:a', '?all=true', '?select=id'])('answers 400 to %s', async (search) => {
        const { status, body } = await patch(`/${ids[0]}${search}`, { title: 'x' });
        expect([status, body.code]).toEqual([400, 'unknown_parameter']);
      });
    });

    describe('403', () => {
      it('answers 403 when the caller may read but not change the row, before or after the change', async () => {
        for (const [id, json] of [
          [ids[2], { title: 'x' }],
          [ids[0], { state: 'locked' }],
        ] as const) {
          const { status, body } = await patch(`/${id}`, json);
          expect([status, body.code]).toEqual([403, 'forbidden']);
        }
        expect(await titles()).toEqual(['a', 'b', 'c']);
      });
    });

    describe('404', () => {
      it('answers 404 for a missing row, and where the caller may read no row', async () => {
        for (const id of [MISSING, 'x', `${ids[0]}x`]) {
          const { status, body } = await patch(`/${id}`, { title: 'x' });
          expect([status, body.code]).toEqual([404, 'row_not_found']);
        }
        const made = await project.secretApi<Answer>('/data/one_way', { json: { title: 'a' } });
        const hidden = await project.api(`/data/one_way/${made.body.data['id']}`, {
          method: 'PATCH',
          json: { title: 'b' },
        });
        expect(hidden.status).toBe(404);
      });
    });

    describe('409', () => {
      it('answers 409 when a unique value is taken', async () => {
        const { status, body } = await patch(`/${ids[0]}`, { slug: 'b' });
        expect([status, body.code, body.details?.fields]).toEqual([409, 'duplicate', { slug: 'is taken' }]);
        expect((await patch(`/${ids[0]}`, { slug: 'a' })).status).toBe(200);
      });
    });
  });

  describe('by filter', () => {
    describe('200', () => {
      it('answers 200 with every row that the caller may read and change, and leaves the rest alone', async () => {
        const { status, body } = await patch('?filter=title:in:(a,c)', { title: 'x' });
        expect([status, body.count, body.data[0]?.['title']]).toEqual([200, 1, 'x']);
        expect(await titles()).toEqual(['x', 'b', 'c']);
      });

      it('answers 200 with an empty list when no row matches', async () => {
        expect((await patch('?filter=title:eq:none', { title: 'x' })).text).toBe('{"data":[],"count":0}');
        expect((await patch('?filter=title:eq:none&return=minimal', { title: 'x' })).text).toBe('{"count":0}');
      });

      it('lets a secret key change all rows', async () => {
        const { status, body } = await project.secretApi<Answer>('/data/tasks?all=true', {
          method: 'PATCH',
          json: { title: 'x' },
        });
        expect([status, body.count]).toEqual([200, 3]);
        const both = await project.secretApi<Answer>('/data/tasks?all=true&filter=title:eq:x', {
          method: 'PATCH',
          json: { title: 'y' },
        });
        expect([both.status, both.body.code]).toEqual([400, 'validation_failed']);
      });

      it('returns up to 1,000 rows, and beyond that only the count', async () => {
        await project.createTable({
          name: 'many',
          columns: [{ name: 'n', type: 'integer' }],
          rules: { read: 'public', update: 'public', delete: 'public' },
        });
        for (let part = 0; part < 10; part += 1) {
          const rows = Array.from({ length: 100 }, (_, n) => ({ n: part * 100 + n }));
          await project.secretApi('/data/many?return=minimal', { json: rows });
        }
        const touch = (method: string) =>
          project.api<Answer>(
            '/data/many?filter=n:gte:0',
            method === 'PATCH' ? { method, json: { n: 1 } } : { method },
          );
        const shown = await touch('PATCH');
        expect([shown.body.count, Array.isArray(shown.body.data), Object.keys(shown.body.data).length]).toEqual([
          1000,
          true,
          1000,
        ]);
        await project.secretApi('/data/many', { json: { n: 1001 } });
        expect((await touch('PATCH')).text).toBe('{"count":1001}');
        expect((await touch('DELETE')).text).toBe('{"count":1001}');
        expect((await project.api<Answer>('/data/many')).text).toBe('{"data":[],"count":0}');
      }, 60_000);

      it('changes nothing where the caller may read no row', async () => {
        await project.secretApi('/data/one_way', { json: { title: 'kept' } });
        for (const init of [{ method: 'PATCH', json: { title: 'x' } }, { method: 'DELETE' }]) {
          const { status, text } = await project.api('/data/one_way?filter=title:eq:kept', init);
          expect([status, text]).toEqual([200, '{"count":0}']);
        }
      });
    });

    describe('400', () => {
      it.each([
        ['', { title: 'x' }, 'filter_required'],
        ['?all=true', { title: 'x' }, 'filter_required'],
        ['?all=false', { title: 'x' }, 'filter_required'],
        ['?all=yes', { title: 'x' }, 'validation_failed'],
        ['?filter=', { title: 'x' }, 'invalid_filter'],
        ['?filter=points:eq:1', { title: 'x' }, 'unknown_column'],
        ['?filter=title:eq:a&order=title', { title: 'x' }, 'unknown_parameter'],
        ['?filter=title:eq:a&limit=1', { title: 'x' }, 'unknown_parameter'],
        ['?filter=title:eq:a&offset=1', { title: 'x' }, 'unknown_parameter'],
        ['?filter=title:eq:a', { id: MISSING }, 'read_only_column'],
      ])('answers 400 to %s with %j as %s', async (search, json, code) => {
        const { status, body } = await patch(search, json);
        expect([status, body.code]).toEqual([400, code]);
        expect(await titles()).toEqual(['a', 'b', 'c']);
      });
    });

    describe('403', () => {
      it('changes nothing when one of the rows fails the rule', async () => {
        expect((await patch('?filter=title:in:(a,b)', { state: 'locked' })).status).toBe(403);
        const { status, body } = await patch('?filter=title:in:(a,b)', { slug: 'z' });
        expect([status, body.code]).toEqual([409, 'duplicate']);
        expect((await project.secretApi<Answer>('/data/tasks?filter=or(slug:eq:z,state:eq:locked)')).body.count).toBe(
          1,
        );
      });
    });
  });
});
