import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

interface Failure {
  readonly error: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface ShownTable {
  readonly data: {
    readonly name: string;
    readonly columns: readonly Readonly<Record<string, unknown>>[];
    readonly rules: unknown;
    readonly row_count?: number;
  };
}

describe.each(ENGINES)('tables over HTTP on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    project = await server.createProject();
  });
  afterAll(async () => {
    await server?.close();
  });

  const make = async (table: object): Promise<{ status: number; body: Failure }> =>
    await project.cloudApi<Failure>('/tables', { json: table });
  const alter = (name: string, change: object) =>
    project.cloudApi<Failure & ShownTable>(`/tables/${name}`, { method: 'PATCH', json: change });
  const rowsOf = async (name: string): Promise<readonly Record<string, unknown>[]> => {
    const answer = await project.secretApi<{ data: Record<string, unknown>[] }>(`/data/${name}`);
    expect(answer.status).toBe(200);
    return answer.body.data;
  };
  const insert = async (name: string, rows: object): Promise<readonly Record<string, unknown>[]> => {
    const answer = await project.secretApi<{ data: Record<string, unknown>[] }>(`/data/${name}`, { json: rows });
    expect(answer.text, 'insert').toContain('"data"');
    return answer.body.data;
  };
  const auditOf = async (target: string): Promise<readonly string[]> => {
    const log = await project.cloudApi<{ data: { action: string; target: string }[] }>(
      '/audit?limit=1000&order=created_at',
    );
    return log.body.data.filter((entry) => entry.target === target).map(({ action }) => action);
  };

  test('a taken name is 409, an unknown table 404', async () => {
    await project.createTable({ name: 'taken', columns: [] });
    expect(await make({ name: 'taken' })).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    expect(await alter('missing', { rename: 'other' })).toMatchObject({
      status: 404,
      body: { code: 'table_not_found' },
    });
    const gone = await project.cloudApi<Failure>('/tables/missing', { method: 'DELETE' });
    expect([gone.status, gone.body.code]).toEqual([404, 'table_not_found']);
  });

  test('a change that existing rows prevent is refused by name and makes no partial change', async () => {
    await project.createTable({
      name: 'strict',
      columns: [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'text' },
        { name: 'c', type: 'text', enum: ['x', 'y'] },
        { name: 'long', type: 'text' },
      ],
    });
    await insert('strict', [
      { a: 'same', b: null, c: 'x', long: 'ä'.repeat(1251) },
      { a: 'same', b: 'b', c: 'y' },
    ]);
    const before = await project.cloudApi('/tables/strict');
    const refused: [object, number, string, string][] = [
      [{ change_columns: [{ name: 'b', required: true }] }, 400, 'validation_failed', 'b'],
      [{ add_columns: [{ name: 'd', type: 'text', required: true }] }, 400, 'validation_failed', 'd'],
      [{ change_columns: [{ name: 'c', enum: ['x'] }] }, 400, 'validation_failed', 'c'],
      [{ change_columns: [{ name: 'a', unique: true }] }, 409, 'duplicate', 'a'],
      [{ add_columns: [{ name: 'd', type: 'text', unique: true, default: 'd' }] }, 409, 'duplicate', 'd'],
      [{ change_columns: [{ name: 'long', unique: true }] }, 400, 'validation_failed', 'long'],
      [{ change_columns: [{ name: 'long', indexed: true }] }, 400, 'validation_failed', 'long'],
      [{ change_columns: [{ name: 'a', type: 'integer' }] }, 400, 'validation_failed', 'change_columns.0.type'],
      [{ change_columns: [{ name: 'a', rename: 'b' }] }, 409, 'duplicate', 'b'],
      [{ add_columns: [{ name: 'a', type: 'text' }] }, 409, 'duplicate', 'a'],
      [{ change_columns: [{ name: 'z', required: true }] }, 400, 'unknown_column', 'z'],
      [{ change_columns: [{ name: 'id', rename: 'key' }] }, 400, 'unknown_column', 'id'],
      [{ drop_columns: ['owner_id'] }, 400, 'unknown_column', 'owner_id'],
    ];
    for (const [change, status, code, field] of refused) {
      // A valid part next to the failing one shows that the change is all or nothing.
      const answer = await alter('strict', { rename: 'stricter', rules: { read: 'public' }, ...change });
      expect([answer.status, answer.body.code], JSON.stringify(change)).toEqual([status, code]);
      expect(answer.body.details?.fields, JSON.stringify(change)).toEqual({ [field]: expect.any(String) });
    }
    expect((await project.cloudApi('/tables/strict')).body).toEqual(before.body);
    expect((await project.cloudApi('/tables/stricter')).status).toBe(404);
    expect(await auditOf('strict')).toEqual(['table.create']);
    expect((await alter('strict', { change_columns: [{ name: 'c', enum: ['x', 'y', 'z'] }] })).status).toBe(200);
  });

  test('on_delete may change while rows exist, and references follow a renamed table', async () => {
    await project.createTable({ name: 'cities', columns: [{ name: 'name', type: 'text' }] });
    await project.createTable({ name: 'people', columns: [{ name: 'city', type: 'reference', table: 'cities' }] });
    const [city] = await insert('cities', [{ name: 'Bern' }]);
    await insert('people', [{ city: city?.['id'] }]);
    const blocked = await project.secretApi<Failure>(`/data/cities/${city?.['id']}`, { method: 'DELETE' });
    expect([blocked.status, blocked.body.code]).toEqual([409, 'in_use']);
    expect((await alter('people', { change_columns: [{ name: 'city', on_delete: 'set_null' }] })).status).toBe(200);
    expect((await alter('cities', { rename: 'towns' })).status).toBe(200);
    expect(await rowsOf('people')).toMatchObject([{ city: city?.['id'] }]);
    const dangling = await project.secretApi<Failure>('/data/people', { json: { city: crypto.randomUUID() } });
    expect(dangling.status).toBe(400);
    expect((await project.secretApi(`/data/towns/${city?.['id']}`, { method: 'DELETE' })).status).toBe(200);
    expect(await rowsOf('people')).toMatchObject([{ city: null }]);
    expect((await project.cloudApi<ShownTable>('/tables/people')).body.data.columns.at(-1)).toMatchObject({
      table: 'towns',
      on_delete: 'set_null',
    });
    expect((await alter('people', { change_columns: [{ name: 'city', on_delete: 'cascade' }] })).status).toBe(200);
    const [town] = await insert('towns', [{ name: 'Thun' }]);
    await insert('people', [{ city: town?.['id'] }]);
    await project.secretApi(`/data/towns/${town?.['id']}`, { method: 'DELETE' });
    expect(await rowsOf('people')).toHaveLength(1);
  });

  describe('200', () => {
    test('SQL keywords and engine-specific words are ordinary names', async () => {
      const names = [
        'select',
        'table',
        'user',
        'order',
        'group',
        'rowid',
        'oid',
        'ctid',
        'xmin',
        'tableoid',
        'constructor',
        'and',
        'not',
      ];
      for (const name of [
        'select',
        'sqlite_master',
        'sqlite_sequence',
        'pg_class',
        `sqlite_${'x'.repeat(56)}`,
        'meta',
        'tables',
      ]) {
        await project.createTable({
          name,
          columns: names.map((column) => ({ name: column, type: 'text', indexed: true })),
        });
        const row = Object.fromEntries(names.map((column) => [column, column]));
        await insert(name, row);
        expect(await rowsOf(name)).toMatchObject([row]);
        expect(
          (await alter(name, { drop_columns: ['ctid', 'rowid'], change_columns: [{ name: 'xmin', rename: 'xmax' }] }))
            .status,
        ).toBe(200);
        expect(await rowsOf(name)).toMatchObject([{ xmax: 'xmin', select: 'select' }]);
        expect((await project.cloudApi(`/tables/${name}`, { method: 'DELETE' })).status).toBe(200);
      }
    });

    test('one request adds, renames, changes and drops columns and keeps the rows', async () => {
      await project.createTable({
        name: 'notes',
        columns: [
          { name: 'title', type: 'text', required: true },
          { name: 'body', type: 'text', default: 'x', indexed: true },
          { name: 'old', type: 'integer', unique: true },
        ],
        rules: { read: { level: 'public', where: 'title:neq:hidden,or(body:eq:"a,b",body:is:null)' } },
      });
      const [row] = await insert('notes', [{ title: 'first', body: 'a,b', old: 1 }]);
      const changed = await alter('notes', {
        rename: 'pages',
        drop_columns: ['old'],
        change_columns: [
          { name: 'title', rename: 'body' },
          { name: 'body', rename: 'title', default: null },
        ],
        add_columns: [
          { name: 'old', type: 'text', required: true, default: 'new' },
          { name: 'page', type: 'reference', table: 'pages', on_delete: 'set_null' },
        ],
        rules: { create: 'authenticated' },
      });
      expect(changed.status).toBe(200);
      expect(changed.body.data.columns.slice(4)).toEqual([
        column('body', 'text', { required: true }),
        column('title', 'text', { indexed: true }),
        column('old', 'text', { required: true, default: 'new' }),
        column('page', 'reference', { indexed: true, table: 'pages', on_delete: 'set_null' }),
      ]);
      expect(changed.body.data.rules).toEqual({
        read: { level: 'public', where: 'body:neq:hidden,or(title:eq:"a,b",title:is:null)' },
        create: 'authenticated',
        update: 'private',
        delete: 'private',
      });
      expect(await rowsOf('pages')).toEqual([
        {
          id: row?.['id'],
          created_at: row?.['created_at'],
          updated_at: row?.['updated_at'],
          owner_id: null,
          body: 'first',
          title: 'a,b',
          old: 'new',
          page: null,
        },
      ]);
      expect((await project.api<{ count: number }>('/data/pages')).body.count).toBe(1);
      expect((await project.secretApi('/data/notes')).status).toBe(404);
      expect(await auditOf('notes')).toEqual(['table.create', 'table.update']);
    });

    test('a condition in the JSON form stays in that form when its column is renamed', async () => {
      await project.createTable({
        name: 'json_rules',
        columns: [
          { name: 'a', type: 'integer' },
          { name: 'b', type: 'text' },
        ],
        rules: { read: { level: 'public', where: { a: { gte: 1 }, not: { b: '$user.id' } } }, update: 'owner' },
      });
      const changed = await alter('json_rules', { change_columns: [{ name: 'a', rename: 'c' }] });
      expect(changed.body.data.rules).toMatchObject({
        read: { level: 'public', where: { and: [{ c: { gte: 1 } }, { not: { b: { eq: '$user.id' } } }] } },
        update: 'owner',
      });
    });

    test('a table that references itself is deleted with all its rows', async () => {
      await project.createTable({ name: 'tree', columns: [{ name: 'up', type: 'reference', table: 'tree' }] });
      const [root] = await insert('tree', [{}]);
      await insert('tree', [{ up: root?.['id'] }]);
      expect((await project.cloudApi('/tables/tree', { method: 'DELETE' })).status).toBe(200);
      await project.createTable({ name: 'tree', columns: [] });
      expect(await rowsOf('tree')).toEqual([]);
    });
  });

  describe('409', () => {
    test('a column that a rule uses and a table that a reference uses cannot be dropped', async () => {
      await project.createTable({
        name: 'parents',
        columns: [{ name: 'a', type: 'text' }],
        rules: { read: { level: 'public', where: 'a:eq:x' } },
      });
      await project.createTable({
        name: 'children',
        columns: [{ name: 'parent', type: 'reference', table: 'parents' }],
      });
      expect(await alter('parents', { drop_columns: ['a'] })).toMatchObject({ status: 409, body: { code: 'in_use' } });
      const kept = await project.cloudApi<Failure>('/tables/parents', { method: 'DELETE' });
      expect([kept.status, kept.body.code]).toEqual([409, 'in_use']);
      expect((await alter('parents', { drop_columns: ['a'], rules: { read: 'public' } })).status).toBe(200);
      expect((await alter('children', { drop_columns: ['parent'] })).status).toBe(200);
      expect((await project.cloudApi('/tables/parents', { method: 'DELETE' })).status).toBe(200);
      expect((await project.cloudApi('/tables/parents')).status).toBe(404);
      expect((await project.secretApi('/data/parents')).status).toBe(404);
    });
  });

  test('64 concurrent changes all succeed or are cleanly refused', async () => {
    await project.createTable({ name: 'busy', columns: [] });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => alter('busy', { add_columns: [{ name: `c${n % 48}`, type: 'text' }] })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(48);
    expect(statuses.filter((status) => status === 409)).toHaveLength(16);
    const { columns } = (await project.cloudApi<ShownTable>('/tables/busy')).body.data;
    expect(columns).toHaveLength(4 + 48);
    expect((await auditOf('busy')).filter((action) => action === 'table.update')).toHaveLength(48);
  });

  test('a table may change during writes without losing an acknowledged one', async () => {
    await project.createTable({ name: 'moving', columns: [{ name: 'n', type: 'integer' }] });
    const acknowledged = new Set<number>();
    let isDone = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = writer; !isDone; n += 8) {
        const answer = await project.secretApi('/data/moving', { json: { n } });
        if (answer.status === 201) acknowledged.add(n);
        else expect(answer.status).toBe(503);
      }
    });
    for (let round = 0; round < 5; round += 1) {
      expect(
        (await alter('moving', { add_columns: [{ name: `x${round}`, type: 'text', default: 'd', indexed: true }] }))
          .status,
      ).toBe(200);
      if (round > 0) expect((await alter('moving', { drop_columns: [`x${round - 1}`] })).status).toBe(200);
    }
    isDone = true;
    await Promise.all(writers);
    const { count } = (await project.secretApi<{ count: number }>('/data/moving?limit=0')).body;
    expect(acknowledged.size).toBeGreaterThan(20);
    expect(count).toBe(acknowledged.size);
  });

  test('viewers read tables and editors change them', async () => {
    const path = `/api/cloud/projects/${project.id}/tables`;
    expect((await server.api(path)).status).toBe(401);
    expect((await server.api(path, { key: project.secretKey })).status).toBe(401);
  });
});

function column(name: string, type: string, options: object): object {
  const none = { required: false, unique: false, indexed: false, hidden: false, read_only: false };
  return { name, type, ...none, ...options };
}
