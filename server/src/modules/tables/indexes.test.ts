import { describe, expect, test } from 'vitest';
import { ENGINES, openProject, type TestProject } from '../../../test/index.ts';

interface Failure {
  readonly code: string;
  readonly error: string;
  readonly details?: { readonly fields?: Readonly<Record<string, string>>; readonly index?: unknown };
}

interface ShownTable {
  readonly data: { readonly indexes: unknown; readonly columns: readonly { readonly name: string }[] };
}

const PUBLIC = { read: 'public', create: 'public', update: 'public', delete: 'public' };
const COLUMNS = [
  { name: 'shop', type: 'text' },
  { name: 'number', type: 'integer' },
  { name: 'title', type: 'text' },
  { name: 'extra', type: 'json' },
  { name: 'cost', type: 'integer', hidden: true },
];

describe.each(ENGINES)('indexes of several columns on %s', (engine) => {
  const { project } = openProject(engine);

  const make = (table: object) =>
    project.createTable({ columns: COLUMNS, rules: PUBLIC, ...table } as Parameters<TestProject['createTable']>[0]);
  const alter = (name: string, json: object) =>
    project.cloudApi<Failure & ShownTable>(`/tables/${name}`, { method: 'PATCH', json });
  const indexesOf = async (name: string) => (await project.cloudApi<ShownTable>(`/tables/${name}`)).body.data.indexes;
  const insert = (name: string, json: unknown, search = '') =>
    project.api<Failure & { data: Record<string, unknown>; count: number }>(`/data/${name}${search}`, { json });
  const rowsOf = async (name: string) =>
    (await project.api<{ data: unknown[] }>(`/data/${name}?select=shop,number,title`)).body.data;

  test('on_conflict and upsert accept its columns in any order', async () => {
    const name = await make({ indexes: [{ columns: ['shop', 'number'], unique: true }] });
    await insert(name, { shop: 'a', number: 1, title: 'old' });
    const updated = await insert(name, { shop: 'a', number: 1, title: 'new' }, '?on_conflict=number,shop');
    expect([updated.status, updated.body.data['title']]).toEqual([200, 'new']);
    expect((await insert(name, { shop: 'a', number: 2 }, '?on_conflict=shop,number')).status).toBe(201);
    const items = [{ op: 'upsert', on: 'shop,number', data: { shop: 'a', number: 2, title: 'two' } }];
    expect((await insert(`${name}/batch`, { items })).status).toBe(200);
    expect(await rowsOf(name)).toEqual([
      { shop: 'a', number: 1, title: 'new' },
      { shop: 'a', number: 2, title: 'two' },
    ]);
    for (const [search, code] of [
      ['?on_conflict=shop', 'validation_failed'],
      ['?on_conflict=shop,title', 'validation_failed'],
      ['?on_conflict=shop,number,title', 'validation_failed'],
      ['?on_conflict=shop,nothing', 'unknown_column'],
      ['?on_conflict=shop,', 'unknown_column'],
    ] as const) {
      const { status, body } = await insert(name, { shop: 'a', number: 1 }, search);
      expect([search, status, body.code]).toEqual([search, 400, code]);
    }
  });

  test('errors for public callers do not name its hidden columns', async () => {
    const name = await make({ indexes: [{ columns: ['shop', 'cost'], unique: true }] });
    await project.secretApi(`/data/${name}`, { json: { shop: 'a', cost: 1 } });
    const taken = await project.secretApi<Failure>(`/data/${name}`, { json: { shop: 'a', cost: 1 } });
    expect(taken.body.details?.fields).toEqual({ shop: 'is taken', cost: 'is taken' });
    const { body } = await insert(name, { shop: 'a' }, '?on_conflict=shop,cost');
    expect(body.code).toBe('unknown_column');
  });

  test('they follow renames, are dropped with the table, and prevent their columns from being dropped', async () => {
    const name = await make({ indexes: [{ columns: ['shop', 'number'], unique: true }] });
    await insert(name, { shop: 'a', number: 1 });
    const renamed = await alter(name, {
      rename: `${name}_b`,
      change_columns: [
        { name: 'shop', rename: 'number' },
        { name: 'number', rename: 'shop' },
      ],
    });
    expect(renamed.body.data.indexes).toEqual([{ columns: ['number', 'shop'], unique: true }]);
    expect((await insert(`${name}_b`, { number: 'a', shop: 1 })).body.code).toBe('duplicate');
    const refused = await alter(`${name}_b`, { drop_columns: ['shop'] });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'in_use',
      { fields: { shop: 'is part of the index (number, shop)' }, index: ['number', 'shop'] },
    ]);
    const dropped = await alter(`${name}_b`, { drop_columns: ['shop'], drop_indexes: [['number', 'shop']] });
    expect([dropped.status, dropped.body.data.indexes]).toEqual([200, []]);
    expect((await project.cloudApi(`/tables/${name}_b`, { method: 'DELETE' })).status).toBe(200);
  });

  test('a rebuilt reference column stays in its indexes', async () => {
    const name = await make({
      columns: [...COLUMNS, { name: 'parent', type: 'reference', table: 'self_ref' }],
      name: 'self_ref',
      indexes: [{ columns: ['parent', 'number'], unique: true }],
    });
    const { status } = await alter(name, { change_columns: [{ name: 'parent', on_delete: 'cascade' }] });
    expect(status).toBe(200);
    const parent = (await insert(name, { shop: 'a' })).body.data['id'];
    expect((await insert(name, { parent, number: 1 })).status).toBe(201);
    expect((await insert(name, { parent, number: 1 })).body.code).toBe('duplicate');
  });

  test('texts of one index share its size limit', async () => {
    const name = await make({});
    await insert(name, { shop: 'x'.repeat(1300) });
    const refused = await alter(name, { add_indexes: [{ columns: ['shop', 'title'] }] });
    expect([refused.status, refused.body.details?.fields]).toEqual([400, { shop: expect.any(String) }]);
    const other = await make({ indexes: [{ columns: ['shop', 'title', 'number', 'owner_id'], unique: true }] });
    const longest = { shop: 'x'.repeat(1250), title: 'ü'.repeat(625), number: 1 };
    expect((await insert(other, longest)).status).toBe(201);
    expect((await insert(other, { shop: 'x'.repeat(1251) })).status).toBe(400);
  });

  test.each([
    [{ columns: [] }, 'validation_failed'],
    [{ columns: ['shop', 'number', 'title', 'owner_id', 'created_at', 'updated_at'] }, 'validation_failed'],
    [{ columns: ['shop', 'shop'] }, 'validation_failed'],
    [{ columns: ['shop', 'id'] }, 'validation_failed'],
    [{ columns: ['shop', 'extra'] }, 'validation_failed'],
    [{ columns: ['shop', 'nothing'] }, 'unknown_column'],
    [{ columns: ['shop', '__proto__'] }, 'unknown_column'],
    [{ columns: 'shop' }, 'validation_failed'],
    [{ columns: ['shop'], unique: 'yes' }, 'validation_failed'],
    [{ columns: ['shop'], where: 'x' }, 'validation_failed'],
    [{ columns: ['shop', 'title'] }, 'duplicate'],
  ])('adding %j to a table with the index (shop, title) is refused as %s', async (index, code) => {
    const indexes = [{ columns: ['shop', 'title'] }, index];
    const made = await project.cloudApi<Failure>('/tables', { json: { name: 'refused', columns: COLUMNS, indexes } });
    expect([made.status, made.body.code]).toEqual([code === 'duplicate' ? 409 : 400, code]);
    const name = await make({ indexes: [{ columns: ['shop', 'title'] }] });
    const altered = await alter(name, { add_indexes: [index] });
    expect([altered.status, altered.body.code]).toEqual([code === 'duplicate' ? 409 : 400, code]);
  });

  describe('200', () => {
    test('they are shown as requested, and added and dropped by the names of their columns', async () => {
      const first = { columns: ['shop', 'created_at'], unique: false };
      const name = await make({ indexes: [{ columns: ['shop', 'created_at'] }] });
      expect(await indexesOf(name)).toEqual([first]);
      const second = { columns: ['owner_id', 'number', 'title'], unique: true };
      const { status, body } = await alter(name, { add_indexes: [second] });
      expect([status, body.data.indexes]).toEqual([200, [first, second]]);
      const swapped = await alter(name, {
        drop_indexes: [['shop', 'created_at'], second.columns],
        add_indexes: [{ columns: ['owner_id', 'number', 'title'] }],
      });
      expect(swapped.body.data.indexes).toEqual([{ ...second, unique: false }]);
    });
  });

  describe('400', () => {
    test('an unknown index cannot be dropped', async () => {
      const name = await make({ indexes: [{ columns: ['shop', 'title'] }] });
      const { status, body } = await alter(name, { drop_indexes: [['title', 'shop']] });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
    });
  });

  describe('409', () => {
    test('a unique one refuses equal values with 409 duplicate and names all its columns; nulls are never equal', async () => {
      const name = await make({ indexes: [{ columns: ['shop', 'number'], unique: true }] });
      expect((await insert(name, { shop: 'a', number: 1 })).status).toBe(201);
      expect((await insert(name, [{ shop: 'a', number: 2 }, { shop: 'a' }, { shop: 'a' }])).status).toBe(201);
      const { status, body } = await insert(name, { shop: 'a', number: 1 });
      expect([status, body.code, body.details?.fields]).toEqual([
        409,
        'duplicate',
        { shop: 'is taken', number: 'is taken' },
      ]);
      const batch = await insert(`${name}/batch`, [
        { shop: 'b', number: 1 },
        { shop: 'b', number: 1 },
      ]);
      expect([batch.status, batch.body.code, batch.body.details]).toEqual([
        400,
        'batch_failed',
        expect.objectContaining({ index: 1, code: 'duplicate' }),
      ]);
      expect(await rowsOf(name)).toHaveLength(4);
    });

    test('adding a unique one over equal rows is 409 duplicate and changes nothing', async () => {
      const name = await make({});
      await insert(name, [
        { shop: 'a', number: 1 },
        { shop: 'a', number: 1 },
      ]);
      const add_indexes = [{ columns: ['number', 'shop'], unique: true }];
      const { status, body } = await alter(name, { add_indexes, add_columns: [{ name: 'more', type: 'text' }] });
      expect([status, body.code, body.details?.fields]).toEqual([
        409,
        'duplicate',
        { number: 'has the same value in several rows', shop: 'has the same value in several rows' },
      ]);
      const { data } = (await project.cloudApi<ShownTable>(`/tables/${name}`)).body;
      expect([data.indexes, data.columns.map((column) => column.name)]).toEqual([
        [],
        expect.not.arrayContaining(['more']),
      ]);
    });
  });
});
