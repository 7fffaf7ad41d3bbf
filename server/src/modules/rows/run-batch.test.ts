import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openProject, startTestServer } from '../../../test/index.ts';

const MISSING = '0190b000-0000-7000-8000-000000000000';

describe.each(ENGINES)('batches on %s', (engine) => {
  const { project } = openProject(engine);
  beforeAll(async () => {
    const columns = [
      { name: 'title', type: 'text', required: true },
      { name: 'slug', type: 'text', unique: true },
      { name: 'parent', type: 'reference', table: 'entries' },
    ];
    const all = { read: 'public', create: 'public', update: 'public' };
    await project.createTable({
      name: 'entries',
      columns,
      rules: { ...all, delete: { level: 'public', where: 'title:neq:kept' } },
    });
    await project.createTable({ name: 'blind', columns: columns.slice(0, 2), rules: { ...all, read: 'private' } });
    await project.createTable({ name: 'closed', columns: columns.slice(0, 2) });
    await project.createTable({
      name: 'members',
      columns: columns.slice(0, 2),
      rules: { read: 'public', update: 'authenticated' },
    });
    await project.createTable({
      name: 'drafts',
      columns: columns.slice(0, 2),
      rules: { ...all, create: { level: 'public', where: 'title:neq:final' } },
    });
  });
  beforeEach(() => project.secretApi('/data/entries?all=true', { method: 'DELETE' }));

  const batch = (json: unknown, table = 'entries') => project.api<Answers>(`/data/${table}/batch`, { json });
  const rows = async () =>
    (await project.secretApi<Answers>('/data/entries?select=title,slug')).body.data.map((row) => row['title']);
  const make = async (json: unknown) =>
    (await project.secretApi<{ data: { id: string } }>('/data/entries', { json })).body.data.id;

  it('accepts a bare array, and at most 100 items', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({ title: `${n}` }));
    expect((await batch(items)).body.count).toBe(100);
    const { status, body } = await batch([...items, { title: 'one more' }]);
    expect([status, body.code, (await rows()).length]).toEqual([400, 'batch_too_large', 100]);
  });

  const failing: readonly [string, unknown, string][] = [
    ['a missing row', { op: 'update', id: MISSING, data: { title: 'x' } }, 'row_not_found'],
    ['an invalid id', { op: 'delete', id: 'x' }, 'row_not_found'],
    ['a taken value', { op: 'insert', data: { title: 'x', slug: 'taken' } }, 'duplicate'],
    ['an unknown column', { title: 'x', nothing: 1 }, 'unknown_column'],
    ['a column the server sets', { op: 'insert', data: { title: 'x', id: MISSING } }, 'read_only_column'],
    ['a wrong value', { op: 'insert', data: { title: 1 } }, 'validation_failed'],
    ['an item without a row', null, 'validation_failed'],
    ['a reference to a missing row', { op: 'insert', data: { title: 'x', parent: MISSING } }, 'validation_failed'],
    ['an unknown op', { op: 'drop', id: MISSING }, 'validation_failed'],
    [
      'an upsert on a column that is not unique',
      { op: 'upsert', on: 'title', data: { title: 'x' } },
      'validation_failed',
    ],
    ['an upsert without a required column', { op: 'upsert', on: 'slug', data: { slug: 'n' } }, 'validation_failed'],
  ];

  it('a row may refer to an earlier row of the batch but not to a later one', async () => {
    const id = (n: number): string => `0190c000-0000-7000-8000-00000000000${n}`;
    const row = (n: number, parent: number | null) => ({ id: id(n), title: `${n}`, parent: parent && id(parent) });
    const send = (json: unknown) => project.secretApi<Answers>('/data/entries', { json });
    expect((await send([row(1, null), row(2, 1), row(3, 3)])).status).toBe(201);
    const { status, body } = await send([row(4, 3), row(5, 6), row(6, null)]);
    expect([status, body.details?.['index']]).toEqual([400, 1]);
  });

  it('answers forbidden for an item that a rule refuses', async () => {
    const id = await make({ title: 'kept' });
    const { body } = await batch([{ title: 'a' }, { op: 'delete', id }]);
    expect(body.details).toEqual({ index: 1, code: 'forbidden' });
    const alone = await batch({ items: [{ title: 'a' }, { op: 'delete', id }], atomic: false });
    expect(alone.body.data.map((row) => row['title'] ?? row['code'])).toEqual(['a', 'forbidden']);
  });

  it('answers in_use for a row that other rows refer to', async () => {
    const id = await make({ title: 'parent' });
    await make({ title: 'child', parent: id });
    expect((await batch([{ op: 'delete', id }])).body.details).toEqual({
      index: 0,
      code: 'in_use',
      tables: ['entries'],
    });
  });

  it('cannot be made to fail on purpose to find out which values are taken', async () => {
    await make({ title: 'hidden', slug: 'taken' });
    const answers = await Promise.all(
      ['taken', 'free'].map(async (slug) => {
        const { status, body } = await batch([
          { op: 'insert', data: { title: 'guess', slug } },
          { op: 'delete', id: MISSING },
        ]);
        return [status, body.details];
      }),
    );
    expect(answers).toEqual([
      [400, { index: 1, code: 'row_not_found' }],
      [400, { index: 1, code: 'row_not_found' }],
    ]);
    const alone = await batch([
      { op: 'insert', data: { title: 'fine', slug: 'fine' } },
      { op: 'insert', data: { title: 'guess', slug: 'taken' } },
    ]);
    expect(alone.body.details).toMatchObject({ index: 1, code: 'duplicate' });
    expect((await batch([{ op: 'insert', data: { title: 'fine', slug: 'fine' } }])).status).toBe(200);
  });

  it('answers 401 or 403 when no item could ever pass, and otherwise fails only the item', async () => {
    expect((await batch([{ title: 'a' }], 'closed')).status).toBe(403);
    expect((await batch({ nonsense: true }, 'closed')).status).toBe(403);
    expect((await batch([{ op: 'update', id: MISSING, data: {} }], 'members')).body.code).toBe('not_authenticated');
    expect((await batch([{ title: 'a' }, { op: 'update', id: MISSING, data: {} }], 'members')).status).toBe(401);
    const user = { id: '0190a000-0000-7000-8000-00000000000a' };
    const mixed = await project.api<Answers>('/data/members/batch', {
      json: { items: [{ title: 'a' }, { op: 'update', id: MISSING, data: {} }], atomic: false },
      user,
    });
    expect([mixed.status, mixed.body.data.map((row) => row['code'])]).toEqual([200, ['forbidden', 'row_not_found']]);
  });

  describe('200', () => {
    it('answers 200 with one result for each item in order, later ones seeing earlier ones', async () => {
      const id = await make({ title: 'old' });
      const { status, body } = await batch({
        items: [
          { op: 'insert', data: { title: 'a', slug: 'a' } },
          { op: 'upsert', on: 'slug', data: { title: 'a2', slug: 'a' } },
          { op: 'update', id, data: { title: 'newer' } },
          { op: 'delete', id },
          { title: 'bare' },
        ],
      });
      expect([status, body.count]).toEqual([200, 5]);
      expect(body.data.map((row) => row['title'])).toEqual(['a', 'a2', 'newer', 'newer', 'bare']);
      expect(body.data[0]?.['id']).toBe(body.data[1]?.['id']);
      expect(await rows()).toEqual(['a2', 'bare']);
    });

    it.each(failing)('continues after %s when it is not atomic', async (_, item, code) => {
      await make({ title: 'old', slug: 'taken' });
      const { status, body } = await batch({ items: [{ title: 'a' }, item, { title: 'b' }], atomic: false });
      expect([status, body.count]).toEqual([200, 2]);
      expect(body.data.map((row) => row['title'] ?? row['code'])).toEqual(['a', code, 'b']);
      expect(typeof body.data[1]?.['error']).toBe('string');
      expect(await rows()).toEqual(['old', 'a', 'b']);
    });

    it('answers 200 with count 0 when every item fails individually', async () => {
      const { status, body } = await batch({ items: [{ title: 1 }, { op: 'delete', id: 'x' }], atomic: false });
      expect([status, body.count, body.data.map((row) => row['code'])]).toEqual([
        200,
        0,
        ['validation_failed', 'row_not_found'],
      ]);
    });

    it('gives a caller who may not read only the count of each item', async () => {
      const { status, text } = await batch(
        {
          items: [
            { title: 'a', slug: 'a' },
            { op: 'update', id: MISSING, data: {} },
          ],
          atomic: false,
        },
        'blind',
      );
      expect(status).toBe(200);
      expect(text).toBe('{"data":[{"count":1},{"error":"There is no such row.","code":"row_not_found"}],"count":1}');
    });
  });

  describe('400', () => {
    it.each(failing)('writes nothing when one item is %s, and names the item and the reason', async (_, item, code) => {
      await make({ title: 'old', slug: 'taken' });
      const { status, body } = await batch([{ title: 'a' }, { title: 'b' }, item, { title: 'c' }]);
      expect([status, body.code, body.details?.['index'], body.details?.['code']]).toEqual([
        400,
        'batch_failed',
        2,
        code,
      ]);
      expect(await rows()).toEqual(['old']);
    });

    it.each([
      [3, { slug: 'taken' }, 'duplicate'],
      [28, { slug: 'n0' }, 'duplicate'],
      [17, { title: 'final' }, 'forbidden'],
    ])('names item %i of many inserts as the failed one', async (at, wrong, code) => {
      const item = (index: number) => ({ title: 'x', slug: `n${index}`, ...(index === at && wrong) });
      const items: unknown[] = Array.from({ length: 30 }, (_, index) => item(index));
      items[1] = { op: 'upsert', on: 'slug', data: { title: 'y', slug: 'taken' } };
      const { body } = await batch(items, 'drafts');
      expect([body.code, body.details?.['index'], body.details?.['code']]).toEqual(['batch_failed', at, code]);
      expect((await project.secretApi<Answers>('/data/drafts?limit=0')).body.count).toBe(0);
    });

    it.each([
      [{}, 'validation_failed'],
      [{ items: [] }, 'validation_failed'],
      [{ items: [{ title: 'a' }], atomic: 'no' }, 'validation_failed'],
      [{ items: [{ title: 'a' }], extra: 1 }, 'validation_failed'],
    ])('answers 400 to %j with %s', async (json, code) => {
      const { status, body } = await batch(json);
      expect([status, body.code]).toEqual([400, code]);
    });

    it('accepts no query parameters', async () => {
      const { status, body } = await project.api<Answers>('/data/entries/batch?return=minimal', {
        json: [{ title: 'a' }],
      });
      expect([status, body.code]).toEqual([400, 'unknown_parameter']);
    });
  });
});

describe('rate limits of writes', () => {
  it('count each item of a batch and each row of an array', async () => {
    await using server = await startTestServer({ config: { rateLimits: true } });
    const project = await server.createProject();
    await project.createTable({
      name: 'notes',
      columns: [{ name: 'title', type: 'text' }],
      rules: { create: 'public' },
    });
    const rows = Array.from({ length: 60 }, () => ({ title: 'a' }));
    expect((await project.api('/data/notes/batch', { json: rows })).status).toBe(200);
    const { status, body, headers } = await project.api<Answers>('/data/notes', { json: rows });
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const made = await project.secretApi<Answers>('/data/notes?limit=0');
    expect(made.body.count).toBe(60);
    expect((await project.secretApi('/data/notes', { json: rows })).status).toBe(201);
  });
});
