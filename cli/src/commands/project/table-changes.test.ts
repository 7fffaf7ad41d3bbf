import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeldSnapshot, openHeldSnapshot } from '../../../../server/test/engines/held-snapshot.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../server/test/engines/postgres-database.ts';
import { startTestServer, type TestProject, type TestServer } from '../../../../server/test/index.ts';
import { importRows } from '../../../../server/test/table-changes.ts';
import { createFolder, type Folder } from '../../../test/run-command.ts';

/** A table of this size is changed aside. */
const ROWS = 10_500;
const NUMBER_UNIQUE = { add_indexes: [{ columns: ['number'], unique: true }] };

let postgres: PostgresDatabase;
let server: TestServer;
let project: TestProject;
let app: Folder;
let snapshot: HeldSnapshot;

beforeAll(async () => {
  postgres = await createPostgresDatabase();
  server = await startTestServer({ config: { database: { engine: 'postgres', url: postgres.url } } });
  project = await server.createProject();
  app = await createFolder({
    SERVICE_URL: server.url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
  });
  snapshot = await openHeldSnapshot(postgres.url);
});
afterAll(async () => {
  await snapshot?.[Symbol.asyncDispose]();
  await app?.[Symbol.asyncDispose]();
  await server?.close();
  await postgres?.[Symbol.asyncDispose]();
});

/** A table with a change that waits for the held snapshot. */
async function beginHeld(): Promise<{ readonly table: string; readonly id: string }> {
  const table = await project.createTable({ columns: [{ name: 'number', type: 'integer' }] });
  await importRows(project, table, ROWS, (number) => ({ number }));
  await snapshot.hold();
  const path = `/tables/${table}`;
  const accepted = await project.cloudApi<{ data: { id: string } }>(path, { method: 'PATCH', json: NUMBER_UNIQUE });
  expect(accepted.status, accepted.text).toBe(202);
  return { table, id: accepted.body.data.id };
}

async function indexesOf(table: string): Promise<readonly object[]> {
  return (await project.cloudApi<{ data: { indexes: object[] } }>(`/tables/${table}`)).body.data.indexes;
}

test('a change in progress is listed and shown, and waiting for it shows its progress and its end', async () => {
  const { table, id } = await beginHeld();
  const listed = await app.run(['tables', 'changes', 'list', '--table', table, '--json']);
  expect(listed.json()).toMatchObject({ data: [{ id, table, state: 'running' }], count: 1 });
  const shown = await app.run(['tables', 'changes', 'show', id, '--json']);
  expect(shown.json()).toMatchObject({ data: { id, state: 'running', request: NUMBER_UNIQUE }, count: 1 });
  let isReleased = false;
  const waited = await app.run(['tables', 'changes', 'wait', id], {
    typed: '',
    onNote(text) {
      if (isReleased || !text.includes(`${table}: running, `)) return;
      isReleased = true;
      void snapshot.release();
    },
  });
  expect(waited, waited.stderr).toMatchObject({ exit: 0, stdout: expect.stringContaining('done') });
  expect(isReleased).toBe(true);
  expect(await indexesOf(table)).toEqual([{ columns: ['number'], unique: true }]);
});

test('a cancelled change leaves the table as it was, and waiting for it fails', async () => {
  const { table, id } = await beginHeld();
  const cancelled = await app.run(['tables', 'changes', 'cancel', id, '--json']);
  expect(cancelled, cancelled.stderr).toMatchObject({ exit: 0 });
  const waited = await app.run(['tables', 'changes', 'wait', id, '--json']);
  expect([waited.exit, waited.json()]).toMatchObject([1, { code: 'cancelled', exit: 1 }]);
  await snapshot.release();
  expect(await indexesOf(table)).toEqual([]);
  const again = await app.run(['tables', 'changes', 'cancel', id, '--json']);
  expect([again.exit, again.json()]).toMatchObject([1, { code: 'conflict' }]);
});

test('push builds unique indexes of a large table first, shows their progress, and then applies the schema', async () => {
  const table = await project.createTable({ columns: [{ name: 'number', type: 'integer' }] });
  await importRows(project, table, ROWS, (number) => ({ number }));
  expect((await app.run(['pull', '--yes'])).exit).toBe(0);
  const path = join(app.path, 'schema.json');
  const schema = JSON.parse(await readFile(path, 'utf8'));
  schema.tables[table].columns = [
    { ...schema.tables[table].columns[0], unique: true },
    { name: 'title', type: 'text' },
  ];
  await app.write('schema.json', JSON.stringify(schema));
  await snapshot.hold();
  let isReleased = false;
  const pushed = await app.run(['push', '--yes'], {
    onNote(text) {
      if (isReleased || !text.includes(`Building unique indexes of ${table}`)) return;
      isReleased = true;
      void snapshot.release();
    },
  });
  expect(pushed, pushed.stderr).toMatchObject({ exit: 0 });
  expect(isReleased).toBe(true);
  const shown = await project.cloudApi<{ data: { columns: { system?: boolean }[] } }>(`/tables/${table}`);
  expect(shown.body.data.columns.filter(({ system }) => system !== true)).toMatchObject([
    { name: 'number', unique: true },
    { name: 'title' },
  ]);
});
