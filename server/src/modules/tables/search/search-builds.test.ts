import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { runAsAdmin } from '../../../../test/engines/postgres-server.ts';
import { type Answers, ENGINES, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import { createDatabase, type Database } from '../../../database/index.ts';
import { WORD_RULES } from '../../../database/search/words.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createIds } from '../../../platform/ids.ts';
import { deliveryOfChange } from '../../webhooks/index.ts';
import { createTables, type Tables } from '../index.ts';

const ROWS = 6_000;
const WHOLE_WITHIN_MS = 60_000;
/**
 * Part of the space of an index that is free at once. PostgreSQL keeps the words in a row until the row is next written.
 */
const FREED_SHARE = { sqlite: 0.95, postgres: 0.1 };
/** How the second growth may compare with the first. Merged segments differ a little, and PostgreSQL keeps old versions of rows until it vacuums. */
const REGROWTH_SHARE = { sqlite: 1.25, postgres: 2 };

interface Refusal {
  readonly code?: string;
  readonly details?: { readonly progress?: number };
}

describe.each(ENGINES)('a search index over existing rows, on %s', (engine) => {
  let directory: string;
  let database: Database;
  let server: TestServer;
  let project: TestProject;
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'search-builds-'));
    postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
    database = await createDatabase({ url: postgres?.url, directory, clock: systemClock });
    server = await startTestServer({ database });
    project = await server.createProject();
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  const fill = async (table: string): Promise<void> => {
    const columns = ['title', 'body'].map((name) => ({ name, type: 'text' }));
    await project.createTable({ name: table, columns, rules: { read: 'public' } });
    const line = (n: number): string =>
      JSON.stringify({ title: `first ${n}`, body: `common ${n % 2 ? 'odd' : 'even'}` });
    const body = Array.from({ length: ROWS }, (_, n) => line(n)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = await project.cloudApi(`/tables/${table}/import?format=ndjson`, { body, headers });
    expect(imported.status).toBe(200);
  };
  const alter = (table: string, searchable: boolean) =>
    project.cloudApi(`/tables/${table}`, {
      method: 'PATCH',
      json: { change_columns: ['title', 'body'].map((name) => ({ name, searchable })) },
    });
  const search = (table: string, text: string) =>
    project.api<Answers & Refusal>(`/data/${table}?search=${encodeURIComponent(text)}&limit=1`);
  const countWhenWhole = async (table: string, text: string): Promise<unknown> => {
    const until = Date.now() + WHOLE_WITHIN_MS;
    for (;;) {
      const { status, body } = await search(table, text);
      if (status !== 503 || Date.now() > until) return status === 200 ? body.count : status;
      await pause(50);
    }
  };

  it('makes searches answer 503 with a progress that only grows until it is complete, while rows are written', async () => {
    await fill('notes');
    const altered = alter('notes', true);
    let refused = await search('notes', 'common');
    while (refused.status === 400) refused = await search('notes', 'common');
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const shares: unknown[] = [];
    const changed = [];
    for (; refused.status === 503; refused = await search('notes', 'common')) {
      shares.push(refused.body.details?.progress);
      const made = await project.secretApi<{ data: { id: string } }>('/data/notes', { json: { title: 'fresh' } });
      changed.push(made.status);
      await project.secretApi(`/data/notes?filter=title:eq:"first ${changed.length}"`, {
        method: 'PATCH',
        json: { body: 'changed' },
      });
      await project.secretApi(`/data/notes?filter=title:eq:"first ${ROWS - changed.length}"`, { method: 'DELETE' });
    }
    expect((await altered).status).toBe(200);
    expect(shares.every((share) => typeof share === 'number' && share >= 0 && share < 1)).toBe(true);
    expect(shares).toEqual(shares.toSorted((one, other) => Number(one) - Number(other)));
    const times = changed.length;
    expect([times > 0, new Set(changed)]).toEqual([true, new Set([201])]);
    expect((await search('notes', 'fresh')).body.count).toBe(times);
    expect((await search('notes', 'changed')).body.count).toBe(times);
    expect((await search('notes', 'common')).body.count).toBe(ROWS - 2 * times);
    expect((await search('notes', '"odd" first')).body.count).toBe(
      ROWS / 2 - Math.floor((times + 1) / 2) - Math.ceil(times / 2),
    );
  });

  it('is removed when no column is searchable, and rebuilt later', async () => {
    await fill('left');
    await alter('left', true);
    expect(await countWhenWhole('left', 'common')).toBe(ROWS);
    expect((await alter('left', false)).status).toBe(200);
    expect((await search('left', 'common')).status).toBe(400);
    expect((await alter('left', true)).status).toBe(200);
    expect(await countWhenWhole('left', 'even -first')).toBe(0);
    expect(await countWhenWhole('left', 'even first')).toBe(ROWS / 2);
  });

  it('gives its space back when it is switched off, and takes no more when it is switched on again', async () => {
    await fill('space');
    const bytes = [await storeBytes()];
    for (const isOn of [true, false, true, false]) {
      expect((await alter('space', isOn)).status).toBe(200);
      if (isOn) expect(await countWhenWhole('space', 'common')).toBe(ROWS);
      bytes.push(await storeBytes());
    }
    const [before = 0, on = 0, off = 0, again = 0, last = 0] = bytes;
    expect(on - off).toBeGreaterThan(FREED_SHARE[engine] * (on - before));
    expect(again - last).toBeGreaterThan(0.9 * (on - off));
    expect(again - off).toBeLessThan(REGROWTH_SHARE[engine] * (on - before));
  });

  it('is rebuilt when it was built with other rules for words', async () => {
    await project.createTable({
      name: 'old',
      rules: { read: 'public' },
      columns: [{ name: 'title', type: 'text', searchable: true }],
    });
    await project.secretApi('/data/old', { json: [{ title: 'one word' }, { title: 'two words' }] });
    const [store] = (await database.stores()).filter((name) => name !== 'control');
    if (store === undefined) throw new Error('the project has no store');
    const { dialect } = database;
    const statement = {
      text: `UPDATE ${dialect.table('_tables')} SET definition = replace(definition, '"rules":${WORD_RULES},', '"rules":0,')`,
      values: [],
    };
    await database.write(store, [{ kind: 'plain', statement }]);
    const before = await keyOf(store);
    const tables = openTables();
    await tables.reload({ id: project.id, store } as Parameters<Tables['reload']>[0]);
    await waitUntil(async () => (await keyOf(store)) !== before);
    await tables.stop();
    expect(await countWhenWhole('old', 'word')).toBe(2);
    expect(await countWhenWhole('old', '"word"')).toBe(1);
  });

  async function storeBytes(): Promise<number> {
    const [store] = (await database.stores()).filter((name) => name !== 'control');
    if (store === undefined) throw new Error('the project has no store');
    // PostgreSQL vacuums by itself at any moment, which adds maps of free space to every table.
    if (postgres !== undefined) await runAsAdmin(postgres.url, 'VACUUM');
    const [row] = await database.query(store, database.dialect.storeSize(store));
    return Number(row?.['bytes']);
  }

  async function keyOf(store: Parameters<Database['query']>[0]): Promise<unknown> {
    const text = `SELECT definition FROM ${database.dialect.table('_tables')} WHERE name = 'old'`;
    const [row] = await database.query(store, { text, values: [] });
    const { search: index } = JSON.parse(String(row?.['definition'])) as { search: { key: string; isWhole: boolean } };
    return index.isWhole ? index.key : undefined;
  }

  async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await pause(20);
  }

  function openTables(): Tables {
    const step = { kind: 'plain', statement: { text: 'SELECT 1', values: [] } } as const;
    return createTables({
      database,
      clock: systemClock,
      ids: createIds(systemClock),
      audit: { step: () => step },
      onRowChange: deliveryOfChange,
    });
  }
});
