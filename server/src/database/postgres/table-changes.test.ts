import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { startTestServer, type TestProject, type TestServer } from '../../../test/start-test-server.ts';

const COLUMNS = [
  { name: 'a', type: 'text', required: true, default: "o'clock \\ $1" },
  { name: 'b', type: 'integer', required: true, default: 7 },
  { name: 'c', type: 'number', required: true, default: 0.1 },
  { name: 'd', type: 'boolean', required: true, default: true },
  { name: 'e', type: 'timestamp', required: true, default: '2026-01-02T03:04:05.678Z' },
  { name: 'f', type: 'date', required: true, default: '2026-01-02' },
  { name: 'g', type: 'json', required: true, default: { list: [1, 'two'] } },
  { name: 'h', type: 'text', default: '' },
];

describe('a change of a table', () => {
  let server: TestServer;
  let postgres: PostgresDatabase;
  let client: pg.Client;
  let project: TestProject;
  let schema: string;

  beforeAll(async () => {
    postgres = await createPostgresDatabase();
    server = await startTestServer({ config: { database: { engine: 'postgres', url: postgres.url } } });
    client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    project = await server.createProject();
    const [found] = await server.database.query('control', {
      text: 'SELECT store FROM "{store}".projects WHERE id = $1',
      values: [project.id],
    });
    schema = String(found?.['store']);
  });
  afterAll(async () => {
    await client?.end();
    await server?.close();
    await postgres?.[Symbol.asyncDispose]();
  });

  /** The most recently created table. */
  const physicalOf = async (): Promise<string> => {
    const { rows } = await client.query(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND relname !~ '^_'
       ORDER BY oid DESC LIMIT 1`,
      [schema],
    );
    return rows[0].name;
  };

  it('that adds columns with defaults rewrites no existing row', async () => {
    const table = await project.createTable({ columns: [{ name: 'title', type: 'text' }] });
    await project.secretApi(`/data/${table}`, { method: 'POST', json: [{ title: 'one' }, { title: 'two' }] });
    const versions = async () =>
      (await client.query(`SELECT ctid, xmin FROM ${await physicalOf()} ORDER BY ctid`)).rows;
    const before = await versions();
    expect(before).toHaveLength(2);
    const altered = await project.cloudApi(`/tables/${table}`, { method: 'PATCH', json: { add_columns: COLUMNS } });
    expect(altered.status).toBe(200);
    expect(await versions()).toEqual(before);
    const { body } = await project.secretApi<{ data: unknown[] }>(`/data/${table}`);
    const defaults = Object.fromEntries(COLUMNS.map(({ name, default: value }) => [name, value]));
    expect(body.data).toEqual([expect.objectContaining(defaults), expect.objectContaining(defaults)]);
    const left = await client.query('SELECT count(*)::int AS count FROM pg_attrdef WHERE adrelid = $1::regclass', [
      await physicalOf(),
    ]);
    expect(left.rows[0].count).toBe(0);
  });

  it('lets reads and writes continue while it waits for a long transaction, and succeeds in the end', async () => {
    const table = await project.createTable({ columns: [{ name: 'title', type: 'text' }] });
    await project.secretApi(`/data/${table}`, { method: 'POST', json: { title: 'one' } });
    const holder = new pg.Client({ connectionString: postgres.url });
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE ${await physicalOf()} IN ACCESS SHARE MODE`);
    const changing = project.cloudApi(`/tables/${table}`, {
      method: 'PATCH',
      json: { add_columns: [{ name: 'late', type: 'text', default: 'x' }] },
    });
    const waits = `SELECT FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query LIKE '%ADD COLUMN%' AND datname = current_database()`;
    await expect.poll(async () => (await client.query(waits)).rowCount, { interval: 5 }).toBe(1);
    // More reads and writes than fit into one wait of the change.
    for (let round = 0; round < 5; round += 1) {
      const [read, write] = await Promise.all([
        project.secretApi(`/data/${table}`),
        project.secretApi(`/data/${table}`, { method: 'POST', json: { title: 'more' } }),
      ]);
      expect([read.status, write.status]).toEqual([200, 201]);
    }
    await holder.query('COMMIT');
    await holder.end();
    expect((await changing).status).toBe(200);
    const { body } = await project.secretApi<{ data: { late: string }[] }>(`/data/${table}`);
    expect(body.data.map(({ late }) => late)).toEqual(['x', 'x', 'x', 'x', 'x', 'x']);
  });
});
