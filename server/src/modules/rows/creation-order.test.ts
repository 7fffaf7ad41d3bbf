import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

interface ListedRows {
  readonly data: readonly { readonly id: string; readonly created_at: string; readonly title: string }[];
}

// Version 4 ids whose order is the opposite of the order of creation.
const MOVED_IN = [
  { id: 'ffffffff-0000-4000-8000-000000000001', created_at: '2021-01-01T00:00:00.000Z', title: 'first' },
  { id: 'bbbbbbbb-0000-4000-8000-000000000002', created_at: '2022-01-01T00:00:00.000Z', title: 'second' },
  { id: 'cccccccc-0000-4000-8000-000000000004', created_at: '2023-01-01T00:00:00.000Z', title: 'third, greater id' },
  { id: 'aaaaaaaa-0000-4000-8000-000000000003', created_at: '2023-01-01T00:00:00.000Z', title: 'third, smaller id' },
];
const IN_ORDER = ['first', 'second', 'third, smaller id', 'third, greater id', 'made here'];

describe.each(ENGINES)('default order on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    project = await server.createProject();
  });
  afterAll(async () => {
    await server?.close();
  });

  const createTable = (name: string): Promise<string> =>
    project.createTable({ name, columns: [{ name: 'title', type: 'text', unique: true }], rules: { read: 'public' } });
  const list = async (table: string, query = ''): Promise<ListedRows['data']> =>
    (await project.secretApi<ListedRows>(`/data/${table}${query}`)).body.data;
  const titles = async (table: string, query = ''): Promise<readonly string[]> =>
    (await list(table, query)).map(({ title }) => title);

  /** Every way to write rows with their own ids and times. */
  const WAYS: Record<string, (table: string) => Promise<unknown>> = {
    'a list of rows': (table) => project.secretApi(`/data/${table}`, { json: MOVED_IN }),
    'single rows': async (table) => {
      for (const body of MOVED_IN) await project.secretApi(`/data/${table}`, { json: body });
    },
    'an upsert': (table) => project.secretApi(`/data/${table}?on_conflict=title`, { json: MOVED_IN }),
    'a batch': (table) =>
      project.secretApi(`/data/${table}/batch`, {
        json: { items: MOVED_IN.map((data) => ({ op: 'insert', data })) },
      }),
    'an import': (table) =>
      project.cloudApi(`/tables/${table}/import?format=json`, {
        body: JSON.stringify(MOVED_IN),
        headers: { 'content-type': 'application/json' },
      }),
  };

  test.each(Object.keys(WAYS))('is by creation time, then id, after %s', async (name) => {
    const table = await createTable(`moved_${Object.keys(WAYS).indexOf(name)}`);
    await WAYS[name]?.(table);
    await project.secretApi(`/data/${table}`, { json: { title: 'made here' } });
    expect(await titles(table)).toEqual(IN_ORDER);
    expect(await titles(table, '?limit=2&offset=1')).toEqual(IN_ORDER.slice(1, 3));
    expect(await titles(table, '?filter=title:starts_with:third')).toEqual(IN_ORDER.slice(2, 4));
  });

  test('is by creation time, even when that is changed later', async () => {
    const table = await createTable('changed_later');
    for (const title of ['a', 'b']) await project.secretApi(`/data/${table}`, { json: { title } });
    const [a] = await list(table);
    await project.secretApi(`/data/${table}/${a?.id}`, {
      method: 'PATCH',
      json: { created_at: '2100-01-01T00:00:00Z' },
    });
    expect(await titles(table)).toEqual(['b', 'a']);
    const filtered = `/data/${table}?filter=title:eq:b`;
    await project.secretApi(filtered, { method: 'PATCH', json: { created_at: '2101-01-01T00:00:00Z' } });
    expect(await titles(table)).toEqual(['a', 'b']);
  });

  test('applies to pages by key, whether the cursor is an id or a time and an id', async () => {
    const table = await createTable('paged');
    await project.secretApi(`/data/${table}`, { json: MOVED_IN });
    await project.secretApi(`/data/${table}`, { json: { title: 'made here' } });
    const rows = await list(table);
    for (const [index, { id, created_at: createdAt }] of rows.entries()) {
      for (const place of [[id], [createdAt, id]]) {
        const key = encodeURIComponent(JSON.stringify(place));
        expect(await titles(table, `?after=${key}`)).toEqual(IN_ORDER.slice(index + 1));
        expect(await titles(table, `?before=${key}`)).toEqual(IN_ORDER.slice(0, index));
        expect(await titles(table, `?after=${key}&limit=1`)).toEqual(IN_ORDER.slice(index + 1, index + 2));
      }
    }
  });

  test('continues after a deleted row when the cursor has time and id', async () => {
    const table = await createTable('gone');
    await project.secretApi(`/data/${table}`, { json: MOVED_IN });
    const [, second] = await list(table);
    await project.secretApi(`/data/${table}/${second?.id}`, { method: 'DELETE' });
    const byBoth = encodeURIComponent(JSON.stringify([second?.created_at, second?.id]));
    expect(await titles(table, `?after=${byBoth}`)).toEqual(IN_ORDER.slice(2, 4));
    const byId = encodeURIComponent(JSON.stringify([second?.id]));
    const refused = await project.secretApi<{ code: string; error: string }>(`/data/${table}?after=${byId}`);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_cursor']);
    expect(refused.body.error).toContain('created_at and id');
  });

  test('does not reveal when a row was created that the caller may not read', async () => {
    const table = await project.createTable({
      name: 'hidden_place',
      columns: [{ name: 'title', type: 'text' }],
      rules: { read: { level: 'public', where: 'title:neq:second' } },
    });
    await project.secretApi(`/data/${table}`, { json: MOVED_IN });
    const key = encodeURIComponent(JSON.stringify([MOVED_IN[1]?.id]));
    expect((await project.api<{ code: string }>(`/data/${table}?after=${key}`)).body.code).toBe('invalid_cursor');
  });

  test('is by creation time in a restored project', async () => {
    const table = await createTable('restored');
    await project.secretApi(`/data/${table}`, { json: MOVED_IN });
    const headers = { authorization: `Bearer ${server.adminToken}` };
    const backup = await fetch(new URL(`/api/cloud/projects/${project.id}/backup`, server.url), { headers });
    const target = await server.createProject();
    const restored = await target.cloudApi<{ data: { state: string } }>('/restore?wait=60', {
      body: new Uint8Array(await backup.arrayBuffer()),
      headers: { 'content-type': 'application/x-tar' },
    });
    expect([restored.status, restored.body.data.state], restored.text).toEqual([200, 'done']);
    const rows = (await target.secretApi<ListedRows>(`/data/${table}`)).body.data;
    expect(rows.map(({ title }) => title)).toEqual(IN_ORDER.slice(0, 4));
  });

  test('stays by id while all rows are created here or imported exactly as exported', async () => {
    const table = await createTable('native');
    for (const title of ['a', 'b', 'c']) await project.secretApi(`/data/${table}`, { json: { title } });
    const rows = await list(table);
    const copy = await createTable('copied');
    await project.secretApi(`/data/${copy}`, { json: [...rows].reverse() });
    const [first] = rows;
    await project.secretApi(`/data/${table}/${first?.id}`, { method: 'PATCH', json: { ...first, title: 'A' } });
    const state = await project.cloudApi<{ data: { name: string; version?: number }[] }>('/tables');
    expect(state.status).toBe(200);
    expect(await titles(copy)).toEqual(['a', 'b', 'c']);
    const key = encodeURIComponent(JSON.stringify([rows[1]?.created_at, rows[1]?.id]));
    expect(await titles(table, `?after=${key}`)).toEqual(['c']);
    expect(await titles(table, `?before=${key}`)).toEqual(['A']);
  });
});
