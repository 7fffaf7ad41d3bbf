import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHeldSnapshot } from '../../../../test/engines/held-snapshot.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { startTestServer, storeOf, type TestProject, type TestServer } from '../../../../test/index.ts';
import { importRows, waitForChange } from '../../../../test/table-changes.ts';

const ROWS = 10_500;

interface ShownChange {
  readonly data: { readonly id: string; readonly state: string };
}

/** Release 0.1.0 may run beside this one, and does not know that an index is being built. */
describe('an index that release 0.1.0 has built meanwhile stays', () => {
  let postgres: PostgresDatabase;
  let server: TestServer;
  let project: TestProject;
  let store: string;
  let table: string;
  let older: pg.Client;
  /** Keeps the process from hearing of changes. */
  let feed: pg.Client;

  beforeAll(async () => {
    postgres = await createPostgresDatabase();
    server = await startTestServer({ config: { database: { engine: 'postgres', url: postgres.url } } });
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    project = await server.createProject();
    store = await storeOf(server.database, project.id);
    table = await createNumbers(project);
    older = new pg.Client({ connectionString: postgres.url });
    feed = new pg.Client({ connectionString: postgres.url });
    await Promise.all([older.connect(), feed.connect()]);
    await older.query('BEGIN');
  });
  afterEach(() => Promise.all([older.end(), feed.end()]));

  const createNumbers = async (owner: TestProject): Promise<string> => {
    const name = await owner.createTable({ columns: [{ name: 'number', type: 'integer' }] });
    await importRows(owner, name, ROWS, (n) => ({ number: n }));
    return name;
  };

  const begin = async (owner: TestProject, name: string, column: object) => {
    const json = { change_columns: [{ name: 'number', ...column }] };
    const begun = await owner.cloudApi<ShownChange>(`/tables/${name}`, { method: 'PATCH', json });
    expect(begun.status, begun.text).toBe(202);
    return begun;
  };

  /** Makes the column unique, as release 0.1.0 does. */
  const makeUnique = async (change: string): Promise<void> => {
    const { rows } = await older.query(
      `SELECT prepared::json #>> '{indexes,0}' AS index FROM "${store}"._table_changes WHERE id = $1`,
      [change],
    );
    await older.query(`CREATE UNIQUE INDEX "${rows[0].index}" ON "${store}"."${table}" (number DESC)`);
    await older.query(
      `UPDATE "${store}"._tables
        SET definition = jsonb_set(definition::jsonb - 'pending', '{columns,0,unique}', 'true')::text WHERE name = $1`,
      [table],
    );
    await older.query(`UPDATE "${store}"._meta SET value = value + 1 WHERE name = 'schema_version'`);
    await older.query('COMMIT');
  };

  const stateOf = async (change: string): Promise<string> =>
    (await project.cloudApi<ShownChange>(`/table-changes/${change}`)).body.data.state;
  const expectEnded = (change: string) =>
    expect.poll(() => stateOf(change), { timeout: 30_000 }).toMatch(/^(cancelled|failed)$/);

  const expectUnique = async (): Promise<void> => {
    expect((await project.secretApi(`/data/${table}`, { json: { number: 1 } })).status).toBe(409);
  };

  test('when the build meets it', async () => {
    await older.query(`LOCK TABLE "${store}"."${table}" IN SHARE MODE`);
    const { body } = await begin(project, table, { unique: true });
    const builds = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE 'CREATE%CONCURRENTLY%'`;
    await expect
      .poll(async () => {
        await older.query('SELECT pg_stat_clear_snapshot()');
        return (await older.query(builds)).rowCount;
      })
      .toBe(1);
    await makeUnique(body.data.id);
    await expectEnded(body.data.id);
    await expectUnique();
  });

  test('when the change is cancelled before its process knows', async () => {
    await using snapshot = await openHeldSnapshot(postgres.url);
    const others = [await server.createProject(), await server.createProject()];
    const tables = await Promise.all(others.map(createNumbers));
    await snapshot.hold();
    // They hold the connections for builds until the snapshot is released.
    const waits = await Promise.all(
      others.map(async (other, index) => {
        const begun = await begin(other, tables[index] ?? '', { indexed: true });
        return () => waitForChange(other, begun);
      }),
    );
    const { body } = await begin(project, table, { unique: true });
    await expect.poll(() => server.database.pools?.().find(({ name }) => name === 'builds')?.waiting).toBe(1);
    await feed.query('BEGIN; LOCK TABLE control.change_feed IN ACCESS EXCLUSIVE MODE');
    await makeUnique(body.data.id);
    const cancelling = project.cloudApi(`/table-changes/${body.data.id}`, { method: 'DELETE' });
    await expect.poll(() => stateOf(body.data.id)).toBe('cancelling');
    await snapshot.release();
    await expectEnded(body.data.id);
    await feed.query('COMMIT');
    await cancelling;
    await expectUnique();
    for (const wait of waits) await wait();
  }, 90_000);
});
