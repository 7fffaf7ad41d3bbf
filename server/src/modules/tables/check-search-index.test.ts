import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createDatabase, type Database, type StoreName } from '../../database/index.ts';
import { systemClock } from '../../platform/clock.ts';

const ROWS = 600;

interface CheckAnswer {
  readonly data?: { readonly rows: number; readonly wrong: number; readonly next: string | null };
  readonly code?: string;
}

describe.each(ENGINES)('the check of the search index on %s', (engine) => {
  let directory: string;
  let database: Database;
  let server: TestServer;
  let project: TestProject;
  let store: StoreName;
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'search-check-'));
    postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
    database = await createDatabase({ url: postgres?.url, directory, clock: systemClock });
    server = await startTestServer({ database });
    project = await server.createProject();
    const columns = ['title', 'body'].map((name) => ({ name, type: 'text', searchable: true }));
    await project.createTable({ name: 'notes', columns, rules: { read: 'public' } });
    await project.createTable({ name: 'plain', columns: [{ name: 'title', type: 'text' }] });
    const [found] = (await database.stores()).filter((name) => name !== 'control');
    if (found === undefined) throw new Error('the project has no store');
    store = found;
    for (let from = 0; from < ROWS; from += 100) {
      const rows = Array.from({ length: 100 }, (_, index) => textsOf(from + index));
      expect((await project.secretApi('/data/notes', { json: rows })).status).toBe(201);
    }
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  /** Null, empty and wordless texts, texts in scripts without blanks, and texts of any number of words. */
  function textsOf(number: number): { readonly title: string | null; readonly body: string } {
    const title = [null, '', '…', 'Café', '東京都', 'e-mail'][number % 6] ?? null;
    const words = number === 7 ? 20_000 : number === 8 ? 300 : number % 70;
    return { title, body: Array.from({ length: words }, (_, at) => `word${(at * number) % 400}`).join(' ') };
  }

  const check = (table = 'notes', after = '') =>
    project.cloudApi<CheckAnswer>(`/tables/${table}/search-check${after === '' ? '' : `?after=${after}`}`, {});

  /** Continues after each answer to the end of the table. */
  const checkAll = async (): Promise<{ rows: number; wrong: number }> => {
    const sum = { rows: 0, wrong: 0 };
    for (let after: string | null = ''; after !== null; ) {
      const { status, body } = await check('notes', after);
      expect([status, body]).toEqual([200, { data: expect.anything(), count: 1 }]);
      sum.rows += body.data?.rows ?? 0;
      sum.wrong += body.data?.wrong ?? 0;
      after = body.data?.next ?? null;
    }
    return sum;
  };

  const run = async (text: string): Promise<void> => {
    await database.write(store, [{ kind: 'plain', statement: { text, values: [] } }]);
  };

  /** Through another connection, because the service counts the rows that a statement changes. */
  function changeWords(text: string): void {
    const db = new DatabaseSync(join(directory, 'projects', `${store}.db`), { timeout: 5_000 });
    db.prepare(text).run();
    db.close();
  }

  async function wordsTable(prefix: string): Promise<string> {
    const text = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '${prefix}*' ORDER BY length(name) LIMIT 1`;
    return String((await database.query(store, { text, values: [] }))[0]?.['name']);
  }

  async function damage(): Promise<void> {
    if (engine === 'postgres') {
      const text = `SELECT column_name AS name FROM information_schema.columns WHERE column_name LIKE '\\_s\\_%' ORDER BY 1 LIMIT 1`;
      const column = String((await database.query(store, { text, values: [] }))[0]?.['name']);
      const one = `(SELECT id FROM ${database.dialect.table('notes')} WHERE title = 'Café' LIMIT 1)`;
      await run(`UPDATE ${database.dialect.table('notes')} SET "${column}" = 'other:1'::tsvector WHERE id = ${one}`);
      return;
    }
    const words = await wordsTable('_s_');
    const entries = await wordsTable('_v_');
    const one = `SELECT doc FROM "${entries}" WHERE term = 'new' LIMIT 1`;
    changeWords(`INSERT INTO "${words}" ("${words}", rowid, c1) SELECT 'delete', (${one}), 'new'`);
  }

  it('finds nothing wrong after any writes', async () => {
    const changed = await project.secretApi('/data/notes?filter=title:eq:Café', {
      method: 'PATCH',
      json: { body: 'new' },
    });
    const deleted = await project.secretApi('/data/notes?filter=title:eq:e-mail', { method: 'DELETE' });
    expect([changed.status, deleted.status]).toEqual([200, 200]);
    expect(await checkAll()).toEqual({ rows: 500, wrong: 0 });
  });

  it('counts rows whose words differ, and continues after a given row', async () => {
    await damage();
    expect((await checkAll()).wrong).toBe(1);
    const { body } = await check('notes', 'ffffffff-ffff-ffff-ffff-fffffffffffe');
    expect(body.data).toMatchObject({ rows: 0 });
  });

  // PostgreSQL keeps the words in the row itself.
  if (engine === 'sqlite') {
    it('counts entries without a row, and rows whose words differ', async () => {
      const before = (await checkAll()).wrong;
      const [ids, words] = [await wordsTable('_m_'), await wordsTable('_s_')];
      await run(`INSERT INTO "${ids}" (rowid, "id") VALUES (5000000000, x'01970000000070008000000000000001')`);
      expect((await checkAll()).wrong).toBe(before + 1);
      changeWords(`INSERT INTO "${words}" (rowid, c0) VALUES (80000000016, 'nobody')`);
      expect((await checkAll()).wrong).toBe(before + 2);
      const entries = await wordsTable('_v_');
      const one = `SELECT max(doc) FROM "${entries}" WHERE term = 'cafe'`;
      changeWords(`INSERT INTO "${words}" (rowid, c1) SELECT (${one}), 'other'`);
      expect((await checkAll()).wrong).toBe(before + 3);
    });
  }

  it('refuses a table without a searchable column, an invalid cursor and an unknown table', async () => {
    expect((await check('plain')).status).toBe(400);
    expect((await check('notes', 'first')).status).toBe(400);
    expect((await check('none')).status).toBe(404);
  });
});
