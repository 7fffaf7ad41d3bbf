import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeldSnapshot, openHeldSnapshot } from '../../../../test/engines/held-snapshot.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import { importRows } from '../../../../test/table-changes.ts';

const ROWS = 10_500;

let postgres: PostgresDatabase;
let server: TestServer;
let project: TestProject;
let snapshot: HeldSnapshot;

beforeAll(async () => {
  postgres = await createPostgresDatabase();
  server = await startTestServer({ config: { database: { engine: 'postgres', url: postgres.url } } });
  snapshot = await openHeldSnapshot(postgres.url);
  project = await server.createProject();
});
afterAll(async () => {
  await snapshot?.[Symbol.asyncDispose]();
  await server?.close();
  await postgres?.[Symbol.asyncDispose]();
});

test('rules that change again leave the build of the first ones alone, and what they need is built afterwards', async () => {
  const table = await project.createTable({
    columns: [
      { name: 'number', type: 'integer' },
      { name: 'reader', type: 'text' },
    ],
    rules: { read: 'public' },
  });
  await importRows(project, table, ROWS, (n) => ({ number: n, reader: `reader ${n}` }));
  const alter = (rules: object) => project.cloudApi(`/tables/${table}`, { method: 'PATCH', json: { rules } });
  const tableOf = async () => (await project.cloudApi<{ data: { change?: string } }>(`/tables/${table}`)).body.data;
  const states = async () => {
    const path = `/table-changes?table=${table}`;
    return (await project.cloudApi<{ data: { state: string }[] }>(path)).body.data.map(({ state }) => state);
  };
  await snapshot.hold();
  expect((await alter({ update: 'owner' })).status).toBe(200);
  await expect.poll(states).toEqual(['running']);
  const reader = { level: 'authenticated', where: 'reader:eq:$user.id' };
  expect((await alter({ update: 'owner', delete: reader })).status).toBe(200);
  await snapshot.release();
  await expect.poll(states, { timeout: 30_000 }).toEqual(['done', 'done']);
  await expect.poll(async () => (await tableOf()).change).toBeUndefined();
});
