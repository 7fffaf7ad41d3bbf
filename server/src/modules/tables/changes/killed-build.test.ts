import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ADMIN_TOKEN, type Api, createApi, startServerProcess } from '../../../../test/index.ts';
import { importRows } from '../../../../test/table-changes.ts';

const ROWS = 15_000;
const KILLS_AFTER_MS = [0, 60, 250, 700];
const TABLE = '/api/cloud/projects/kill/tables/t';

interface ShownTable {
  readonly data: { readonly change?: string; readonly indexes: readonly object[] };
}

/** SQLite's own check of the file, and the names of side tables and their parts. */
function inspect(file: string): { readonly faults: unknown[]; readonly leftovers: unknown[] } {
  const db = new DatabaseSync(file);
  const firstOf = (row: Record<string, unknown>): unknown => Object.values(row)[0];
  const faults = db.prepare('PRAGMA integrity_check').all().map(firstOf);
  const leftovers = db.prepare("SELECT name FROM sqlite_schema WHERE name GLOB '_[xy]*'").all().map(firstOf);
  db.close();
  return { faults, leftovers };
}

async function fileOf(dataDir: string): Promise<string> {
  const [file = ''] = (await readdir(join(dataDir, 'projects'))).filter((name) => name.endsWith('.db'));
  return join(dataDir, 'projects', file);
}

test.each([
  ['a unique index', { columns: ['title', 'number'], unique: true }],
  ['an index', { columns: ['title', 'number'], unique: false }],
])(
  'a process that is killed while it builds %s beside writes leaves a sound file, and the next one ends the build',
  async (_, index) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'killed-build-'));
    let server = await startServerProcess({ dataDir });
    let api: Api = createApi(server.url, ADMIN_TOKEN);
    const restart = async (): Promise<void> => {
      await server.kill();
      server = await startServerProcess({ dataDir });
      api = createApi(server.url, ADMIN_TOKEN);
    };
    try {
      await api('/api/cloud/projects', { json: { name: 'Kill', id: 'kill' } });
      const columns = [
        { name: 'number', type: 'integer' },
        { name: 'title', type: 'text' },
      ];
      await api('/api/cloud/projects/kill/tables', { json: { name: 't', columns } });
      const cloudApi = <Body>(path: string, init?: object) => api<Body>(`/api/cloud/projects/kill${path}`, init);
      await importRows({ cloudApi }, 't', ROWS, (n) => ({ number: n, title: `row ${(n * 7919) % ROWS}` }));
      let acknowledged = ROWS;
      for (const afterMs of KILLS_AFTER_MS) {
        const indexes = [index];
        const asked = api(TABLE, { method: 'PATCH', json: { add_indexes: indexes } }).catch(() => undefined);
        for (const until = performance.now() + afterMs; performance.now() < until; ) {
          const json = { number: acknowledged, title: 'meanwhile' };
          const { status } = await api('/api/baas/kill/data/t', { json });
          if (status === 201) acknowledged += 1;
          await pause(5);
        }
        await restart();
        await asked;
        const table = async () => (await api<ShownTable>(TABLE)).body.data;
        // A change that was stored before the kill is ended by the new process; another one was never there.
        await expect.poll(async () => (await table()).change, { timeout: 60_000 }).toBeUndefined();
        if ((await table()).indexes.length === 0) {
          await api(TABLE, { method: 'PATCH', json: { add_indexes: indexes } });
          await expect.poll(async () => (await table()).indexes, { timeout: 60_000 }).toEqual(indexes);
        }
        const listed = await api<{ count: number }>('/api/baas/kill/data/t?limit=1&order=title,number&count=exact');
        expect(listed.body.count).toBe(acknowledged);
        await restart();
        await api('/health');
        expect((await api(TABLE, { method: 'PATCH', json: { drop_indexes: [['title', 'number']] } })).status).toBe(200);
      }
      const file = await fileOf(dataDir);
      await expect.poll(() => inspect(file).leftovers, { timeout: 60_000 }).toEqual([]);
      await server.kill();
      expect(inspect(file)).toEqual({ faults: ['ok'], leftovers: [] });
    } finally {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  240_000,
);

/** Kills a server while it builds a unique index, lets an older release change the file, and starts the server again. */
async function forgetBuild(
  forget: (file: string) => void,
  check: (api: Api, file: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forgotten-build-'));
  let server = await startServerProcess({ dataDir });
  try {
    let api: Api = createApi(server.url, ADMIN_TOKEN);
    await api('/api/cloud/projects', { json: { name: 'Kill', id: 'kill' } });
    const columns = [{ name: 'number', type: 'integer' }];
    await api('/api/cloud/projects/kill/tables', { json: { name: 't', columns } });
    const cloudApi = <Body>(path: string, init?: object) => api<Body>(`/api/cloud/projects/kill${path}`, init);
    await importRows({ cloudApi }, 't', ROWS, (n) => ({ number: n }));
    const file = await fileOf(dataDir);
    const asked = api(TABLE, { method: 'PATCH', json: { change_columns: [{ name: 'number', unique: true }] } });
    await Promise.all([
      asked.catch(() => undefined),
      expect
        .poll(() => inspect(file).leftovers, { interval: 5 })
        .not.toEqual([])
        .finally(() => server.kill()),
    ]);
    forget(file);
    server = await startServerProcess({ dataDir });
    api = createApi(server.url, ADMIN_TOKEN);
    interface ChangesAnswer {
      readonly data: readonly { readonly state: string }[];
    }
    const states = async () => (await cloudApi<ChangesAnswer>('/table-changes')).body.data.map(({ state }) => state);
    expect((await api<ShownTable>(TABLE)).status).toBe(200);
    await expect.poll(states, { timeout: 30_000 }).toEqual(['failed']);
    await check(api, file);
    await expect.poll(() => inspect(file), { timeout: 30_000 }).toEqual({ faults: ['ok'], leftovers: [] });
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('a build that an older release has forgotten is ended, and leaves nothing that refuses rows', async () => {
  await forgetBuild(forgetChange, async (api) => {
    expect((await api('/api/baas/kill/data/t', { json: { number: 1 } })).status).toBe(201);
  });
}, 120_000);

test('ending a forgotten build keeps the index if an older release has built it meanwhile', async () => {
  const rebuild = (file: string): void => {
    forgetChange(file);
    createUniqueIndex(file);
    declareUnique(file);
  };
  await forgetBuild(rebuild, async (api, file) => {
    expect((await api('/api/baas/kill/data/t', { json: { number: 1 } })).status).toBe(409);
    expect(indexesOn(file)).toContainEqual(expect.stringMatching(/^_u_.*/));
    await api(TABLE, { method: 'PATCH', json: { change_columns: [{ name: 'number', unique: false }] } });
    expect((await api('/api/baas/kill/data/t', { json: { number: 1 } })).status).toBe(201);
  });
}, 120_000);

test('ending a forgotten build drops a finished index if the column is not unique', async () => {
  const finish = (file: string): void => {
    forgetChange(file);
    createUniqueIndex(file);
  };
  await forgetBuild(finish, async (api, file) => {
    expect((await api('/api/baas/kill/data/t', { json: { number: 1 } })).status).toBe(201);
    expect(indexesOn(file)).not.toContainEqual(expect.stringMatching(/^_u_.*/));
  });
}, 120_000);

/** Release 0.1.0 leaves out what it does not know when it stores a table. */
function forgetChange(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(`UPDATE _tables SET definition = json_remove(definition, '$.pending');
    UPDATE _meta SET value = value + 1 WHERE name = 'schema_version'`);
  db.close();
}

function createUniqueIndex(file: string): void {
  const db = new DatabaseSync(file);
  const found = db.prepare("SELECT id, definition ->> '$.columns[0].key' AS key FROM _tables").get();
  const name = `_u_${String(found?.['id']).replaceAll('-', '')}_${String(found?.['key'])}`;
  db.exec(`CREATE UNIQUE INDEX "${name}" ON t (number DESC)`);
  db.close();
}

function declareUnique(file: string): void {
  const db = new DatabaseSync(file);
  db.exec("UPDATE _tables SET definition = json_set(definition, '$.columns[0].unique', json('true'))");
  db.close();
}

function indexesOn(file: string): unknown[] {
  const db = new DatabaseSync(file);
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 't'").all();
  db.close();
  return names.map(({ name }) => name);
}
