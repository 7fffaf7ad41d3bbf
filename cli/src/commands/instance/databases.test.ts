import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../server/test/engines/postgres-database.ts';
import { startTestServer, type TestServer } from '../../../../server/test/index.ts';
import { createFolder, type Folder } from '../../../test/run-command.ts';

let primary: PostgresDatabase;
let other: PostgresDatabase;
let server: TestServer;
let app: Folder;

beforeAll(async () => {
  [primary, other] = [await createPostgresDatabase(), await createPostgresDatabase()];
  server = await startTestServer({ config: { database: { engine: 'postgres', url: primary.url } } });
  app = await createFolder({ SERVICE_URL: server.url, SERVICE_TOKEN: server.adminToken });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await server?.close();
  for (const database of [primary, other]) await database?.[Symbol.asyncDispose]();
});

const databases = (...words: string[]) => app.run(['instance', 'databases', ...words, '--json']);

test('a database is added by a file, takes a project, gives it back and is removed', async () => {
  const project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
  expect((await project.secretApi('/data/notes', { json: { title: 'kept' } })).status).toBe(201);
  await app.write('west.txt', `${other.url}\n`);

  const added = await databases('add', 'west', '--address-file', 'west.txt', '--closed', '--weight', '0.5');
  expect(added.json(), added.stdout).toMatchObject({ data: { name: 'west', accepts_new: false, weight: 0.5 } });
  expect(added.stdout).not.toContain(other.url);

  const refused = await app.run(['projects', 'move', project.id, 'west', '--json']);
  expect(refused.exit).toBe(5);
  const moved = await app.run(['projects', 'move', project.id, 'west', '--yes', '--json']);
  expect(moved.json(), moved.stdout).toMatchObject({ data: { from: 'primary', database: 'west', state: 'done' } });
  expect((await databases('show', 'west')).json()).toMatchObject({ data: { name: 'west', projects: 1 } });
  expect((await project.secretApi<{ count: number }>('/data/notes')).body.count).toBe(1);
  const placed = await app.run(['instance', 'projects', '--database', 'west', '--search', project.id, '--json']);
  expect(placed.json(), placed.stdout).toMatchObject({ data: [{ id: project.id, database: 'west' }], count: 1 });
  const full = await databases('delete', 'west', '--yes');
  expect([full.exit, full.json()]).toMatchObject([1, { code: 'not_empty' }]);

  expect((await app.run(['projects', 'move', project.id, 'primary', '--yes'])).exit).toBe(0);
  const moves = await app.run(['projects', 'moves', project.id, '--json']);
  expect(moves.json()).toMatchObject({ data: [{ database: 'primary' }, { database: 'west' }], count: 2 });
});

test('a change names what it changes, and nothing is sent without it', async () => {
  expect(await databases('change', 'primary')).toMatchObject({ exit: 2 });
  expect(await databases('change', 'primary', '--open', '--closed')).toMatchObject({ exit: 2 });
  expect(await databases('change', 'primary', '--weight', 'much')).toMatchObject({ exit: 2 });
  expect(await databases('add', 'east')).toMatchObject({ exit: 2 });
  const changed = await databases('change', 'primary', '--weight', '3');
  expect(changed.json()).toMatchObject({ data: { name: 'primary', weight: 3, accepts_new: true } });
  const closed = await databases('change', 'primary', '--closed');
  expect(closed.json()).toMatchObject({ data: { weight: 3, accepts_new: false } });
  const opened = await databases('change', 'primary', '--open');
  expect(opened.json()).toMatchObject({ data: { accepts_new: true } });
  const listed = await databases('list');
  expect(listed.json<{ data: { name: string }[] }>().data.map(({ name }) => name)).toContain('primary');
});
