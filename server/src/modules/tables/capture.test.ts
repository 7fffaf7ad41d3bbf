import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createDatabase, type Database, type StoreName } from '../../database/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import { deliveryOfChange } from '../webhooks/index.ts';
import { createTables, type Tables } from './index.ts';

interface Change {
  readonly table_name: string;
  readonly op: string;
  readonly old: Record<string, unknown> | null;
  readonly new: Record<string, unknown> | null;
}

describe.each(ENGINES)('captured row changes on %s', (engine) => {
  let directory: string;
  let database: Database;
  let server: TestServer;
  let project: TestProject;
  let tables: Tables;
  let store: StoreName;
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-'));
    postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
    database = await createDatabase({ url: postgres?.url, directory, clock: systemClock });
    server = await startTestServer({ database });
    project = await server.createProject();
    await project.createTable({ columns: [] });
    const [found] = (await database.stores()).filter((name) => name !== 'control');
    if (found === undefined) throw new Error('the project has no store');
    store = found;
    const step = { kind: 'plain', statement: { text: 'SELECT 1', values: [] } } as const;
    tables = createTables({
      database,
      clock: systemClock,
      ids: createIds(systemClock),
      audit: { step: () => step },
      onRowChange: deliveryOfChange,
    });
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  /** Through another instance of the module than the server's, like another process. */
  const watch = async (table: string, on = true): Promise<void> => {
    const at = { id: project.id, store } as Parameters<Tables['watch']>[0];
    const found = (await tables.reload(at)).tables.get(table);
    if (found === undefined) throw new Error(`there is no table ${table}`);
    const name = database.dialect.table('_webhooks');
    const id = `'${createIds(systemClock)()}'`;
    const text = `INSERT INTO ${name} (id, table_id, on_insert, on_update, on_delete, url, enabled, consecutive_failures,
      previous_secret_until_ms, lease_until_ms, created_at, updated_at)
      VALUES (${id}, '${found.id}', 1, 1, 1, 'http://localhost/', 0, 0, 0, 0, '', '')`;
    const webhook = { kind: 'plain', statement: { text, values: [] } } as const;
    await tables.watch(at, { table: found, on, alongside: on ? [webhook] : [] });
  };

  /** The changes since the previous call, in order. */
  const take = async (): Promise<readonly Change[]> => {
    const name = database.dialect.table('_webhook_deliveries');
    const rows = await database.query(store, { text: `SELECT * FROM ${name} ORDER BY seq`, values: [] });
    await database.write(store, [{ kind: 'plain', statement: { text: `DELETE FROM ${name}`, values: [] } }]);
    return rows.map(({ body, id, state, webhook_id: webhook, event, table_name: table, created_at: at }) => {
      const payload = JSON.parse(String(body)) as { data: { record: Change['new']; old_record?: Change['old'] } };
      const { record, ...rest } = payload.data;
      // The order of the JSON members is part of the contract.
      expect(Object.entries(payload).slice(0, -1)).toEqual(
        Object.entries({ webhook_id: webhook, event, table, timestamp: at }),
      );
      expect(Object.keys(payload.data)).toEqual(event === 'insert' ? ['record'] : ['record', 'old_record']);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      // The webhook is disabled, so that the service sends nothing during the test.
      expect(state).toBe('skipped');
      return { table_name: String(table), op: String(event), old: rest.old_record ?? null, new: record };
    });
  };

  const send = async (path: string, json: unknown, method = 'POST') => {
    const answer = await project.secretApi<{ data: Record<string, unknown>[] & Record<string, unknown> }>(path, {
      json,
      method,
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };

  test('every row change of a watched table is captured as public callers see it, and no other table is captured', async () => {
    await project.createTable({
      name: 'watched',
      columns: [
        { name: 'title', type: 'text' },
        { name: 'at', type: 'timestamp' },
        { name: 'done', type: 'boolean' },
        { name: 'tags', type: 'json' },
        { name: 'key', type: 'text', unique: true },
        { name: 'secret', type: 'text', hidden: true },
      ],
      rules: { read: 'public' },
    });
    await project.createTable({ name: 'unwatched', columns: [{ name: 'title', type: 'text' }] });
    await watch('watched');
    await send('/data/unwatched', { title: 'a' });
    const made = await send('/data/watched', [
      { title: 'a"b', at: '2026-01-02T03:04:05Z', done: true, tags: ['x', { y: null }], key: 'k1', secret: 's' },
      { title: 'b', key: 'k2' },
    ]);
    const [first, second] = made.map(({ secret: _, ...row }) => row);
    expect(await take()).toEqual([
      { table_name: 'watched', op: 'insert', old: null, new: first },
      { table_name: 'watched', op: 'insert', old: null, new: second },
    ]);
    const seen = await project.api<{ data: unknown[] }>('/data/watched');
    expect(seen.body.data).toEqual([first, second]);
  });

  test('updates capture both versions, also by filter and on conflict; an update without visible changes is not captured', async () => {
    const listed = await project.api<{ data: Record<string, unknown>[] }>('/data/watched');
    const [first, second] = listed.body.data;
    await send(`/data/watched/${first?.['id']}`, { secret: 'other' }, 'PATCH');
    await send(`/data/watched/${first?.['id']}`, { title: 'a"b' }, 'PATCH');
    expect(await take()).toEqual([]);
    await send('/data/watched?filter=key:in:(k1,k2)', { title: 'c' }, 'PATCH');
    const changes = await take();
    expect(changes.map((change) => [change.op, change.old?.['title'], change.new?.['title']]).sort()).toEqual([
      ['update', 'a"b', 'c'],
      ['update', 'b', 'c'],
    ]);
    await send('/data/watched?on_conflict=key', [
      { key: 'k2', title: 'd' },
      { key: 'k3', title: 'e' },
    ]);
    expect((await take()).map(({ op, new: row }) => [op, row?.['key'], row?.['title']])).toEqual([
      ['update', 'k2', 'd'],
      ['insert', 'k3', 'e'],
    ]);
    await send(`/data/watched/${second?.['id']}`, { tags: [1] }, 'PATCH');
    await send('/data/watched/batch', {
      items: [
        { op: 'update', id: second?.['id'], data: { tags: [2] } },
        { op: 'delete', id: second?.['id'] },
      ],
    });
    expect((await take()).map(({ op, old, new: row }) => [op, old?.['tags'], row?.['tags']])).toEqual([
      ['update', null, [1]],
      ['update', [1], [2]],
      ['delete', [2], undefined],
    ]);
  });

  test('a write that fails captures nothing', async () => {
    const refused = await project.secretApi('/data/watched', { json: [{ key: 'new' }, { key: 'k1' }] });
    expect(refused.status).toBe(409);
    expect(await take()).toEqual([]);
  });

  test('cascade and set_null are captured in every table they change', async () => {
    await project.createTable({ name: 'tops', columns: [{ name: 'name', type: 'text' }] });
    await project.createTable({
      name: 'mids',
      columns: [{ name: 'top', type: 'reference', table: 'tops', on_delete: 'cascade' }],
    });
    await project.createTable({
      name: 'ends',
      columns: [{ name: 'mid', type: 'reference', table: 'mids', on_delete: 'set_null' }],
    });
    for (const table of ['mids', 'ends']) await watch(table);
    const [top] = await send('/data/tops', [{ name: 't' }]);
    const [mid] = await send('/data/mids', [{ top: top?.['id'] }]);
    const [end] = await send('/data/ends', [{ mid: mid?.['id'] }]);
    await take();
    await send(`/data/tops/${top?.['id']}`, undefined, 'DELETE');
    const changes = await take();
    expect(
      changes.map(({ table_name, op, old, new: row }) => [table_name, op, old?.['id'], row?.['mid']]).sort(),
    ).toEqual([
      ['ends', 'update', end?.['id'], null],
      ['mids', 'delete', mid?.['id'], undefined],
    ]);
  });

  test('capture follows renamed tables and renamed or newly hidden columns, and stops when it is no longer needed', async () => {
    const changed = await project.cloudApi('/tables/watched', {
      method: 'PATCH',
      json: {
        rename: 'renamed',
        change_columns: [
          { name: 'title', rename: 'name' },
          { name: 'done', hidden: true },
        ],
        drop_columns: ['at'],
      },
    });
    expect(changed.status).toBe(200);
    const [row] = await send('/data/renamed', [{ name: 'n', done: true }]);
    const { done: _, secret: __, ...visible } = row ?? {};
    expect(await take()).toEqual([{ table_name: 'renamed', op: 'insert', old: null, new: visible }]);
    await watch('renamed', false);
    await send('/data/renamed', { name: 'o' });
    expect(await take()).toEqual([]);
    await watch('renamed');
    await project.cloudApi('/tables/renamed', { method: 'DELETE' });
    expect(await take()).toEqual([]);
  });

  test('a watched table keeps exact counts', async () => {
    await project.createTable({ name: 'counted', columns: [{ name: 'n', type: 'integer' }] });
    await watch('counted');
    await send('/data/counted', [{ n: 1 }, { n: 2 }, { n: 3 }]);
    await send('/data/counted?filter=n:gte:2', undefined, 'DELETE');
    const listed = await project.secretApi<{ count: number }>('/data/counted?limit=0');
    expect(listed.body.count).toBe(1);
  });
});
