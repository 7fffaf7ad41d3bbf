import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { storeContents } from '../../../test/engines/store-contents.ts';
import {
  createVisitor,
  signUp,
  startTestServer,
  storeOf,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import { backUp, fillProject, restore, sha256 } from '../../../test/whole-project.ts';
import { isNotApplied, STEPS } from '../../database/index.ts';
import { createPlacesStore } from '../../database/places/places-store.ts';

interface Move {
  readonly data: {
    readonly id: string;
    readonly state: string;
    readonly from: string;
    readonly database: string;
    readonly bytes: number | null;
    readonly kept_until: string | null;
  };
  readonly code?: string;
}

const move = async (project: TestProject, database: string, query = '?wait=60') =>
  await project.cloudApi<Move>(`/move${query}`, { json: { database } });

interface TwoDatabases extends AsyncDisposable {
  readonly server: TestServer;
  readonly primary: string;
  readonly other: string;
  /** Another process on the same databases. */
  startSecond(): Promise<TestServer>;
}

/** A server with the databases `primary` and `b`; new projects go to the first. */
async function startWithTwo(mode: 'production' | 'development' = 'production'): Promise<TwoDatabases> {
  const [primary, other] = [await createPostgresDatabase(), await createPostgresDatabase()];
  const masterKey = randomBytes(32);
  const start = async (): Promise<TestServer> =>
    await startTestServer({ config: { database: { engine: 'postgres', url: primary.url }, masterKey, mode } });
  const server = await start();
  const added = await server.adminApi('/api/cloud/instance/databases', {
    json: { name: 'b', url: other.url, accepts_new: false },
  });
  expect(added.status, added.text).toBe(201);
  return {
    server,
    primary: primary.url,
    other: other.url,
    startSecond: start,
    async [Symbol.asyncDispose]() {
      await server.close();
      for (const database of [primary, other]) await database[Symbol.asyncDispose]();
    },
  };
}

test('a project that uses every feature keeps every row when it moves to another database', async () => {
  // Mails end in the mailbox, instead of being tried again during the move.
  await using databases = await startWithTwo('development');
  const { server } = databases;
  const project = await server.createProject();
  const whole = await fillProject(server, project);
  await project.createTable({
    name: 'texts',
    columns: [{ name: 'body', type: 'text', searchable: true }],
    rules: { read: 'public', create: 'authenticated' },
  });
  await project.secretApi('/data/texts', { json: { body: 'crème brûlée' } });
  const visitor = createVisitor(project.api);
  await signUp(visitor.api, { name: 'Bea' });
  await server.runJobsUntilIdle();
  // Writes the logs, which a timer would otherwise write during the move.
  for (const source of ['request', 'function'])
    expect((await project.cloudApi(`/logs?source=${source}`)).status).toBe(200);
  const store = await storeOf(server.database, project.id);
  const before = await storeContents(databases.primary, store);
  const moved = await move(project, 'b');
  expect(moved).toMatchObject({ status: 200, body: { data: { state: 'done', from: 'primary', database: 'b' } } });
  expect(moved.body.data.bytes).toBeGreaterThan(1000);
  expect(await storeContents(databases.other, store)).toEqual(before);
  expect(await storeContents(databases.primary, store)).toBeUndefined();
  // The session, files, functions and the search still work; new rows are captured and numbered.
  expect((await visitor.api('/data/texts', { json: { body: 'tarte' } })).status).toBe(201);
  expect((await project.api('/data/texts?search=creme')).body).toMatchObject({ count: 1 });
  const file = await fetch(`${server.url}/api/baas/${project.id}/storage/files/${whole.fileId}/download`);
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(whole.bytes));
  expect((await project.secretApi('/functions/greet/invoke', { json: {} })).body).toMatchObject({
    data: { token: 'a secret value', from: 'v2' },
  });
  expect(
    (
      await project.cloudApi('/tables/texts', {
        method: 'PATCH',
        json: { add_columns: [{ name: 'n', type: 'integer' }] },
      })
    ).status,
  ).toBe(200);
  expect((await project.secretApi('/data/people', { json: {} })).status).toBe(201);
  await server.runJobsUntilIdle();
  const deliveries = await project.cloudApi<{ count: number }>(`/webhooks/${whole.webhookId}/deliveries`);
  expect(deliveries.body.count).toBeGreaterThan(0);
  // And back again.
  expect((await move(project, 'primary')).body).toMatchObject({ data: { state: 'done' } });
  expect((await project.api('/data/texts')).body).toMatchObject({ count: 2 });
  const moves = await project.cloudApi<{ data: readonly Move['data'][]; count: number }>('/moves');
  expect(moves.body.data.map(({ from, database, state }) => [from, database, state])).toEqual([
    ['b', 'primary', 'done'],
    ['primary', 'b', 'done'],
  ]);
  expect((await project.cloudApi(`/moves/${moved.body.data.id}`)).body).toMatchObject({ data: { state: 'done' } });
  const audit = await project.cloudApi<{ data: readonly { action: string }[] }>('/audit');
  expect(audit.body.data.filter(({ action }) => action === 'project.move')).toHaveLength(2);
}, 120_000);

test('a project that was never used moves too', async () => {
  await using databases = await startWithTwo();
  const { server } = databases;
  const { id } = await server
    .adminApi<{ data: { id: string } }>('/api/cloud/projects', { json: { name: 'New' } })
    .then(({ body }) => body.data);
  const moved = await server.adminApi<Move>(`/api/cloud/projects/${id}/move`, { json: { database: 'b' } });
  expect(moved.body).toMatchObject({ data: { state: 'done' } });
  const made = await server.adminApi(`/api/cloud/projects/${id}/tables`, {
    json: { name: 'notes', columns: [{ name: 'title', type: 'text' }] },
  });
  expect(made.status, made.text).toBe(201);
  const store = await storeOf(server.database, id);
  expect(await storeContents(databases.other, store)).toBeDefined();
  expect(await storeContents(databases.primary, store)).toBeUndefined();
});

test('while two processes read and write during a move, no acknowledged write is lost and every refusal is retryable', async () => {
  await using databases = await startWithTwo();
  const { server } = databases;
  await using second = await databases.startSecond();
  const project = await server.createProject();
  await project.createTable({
    name: 'notes',
    columns: [{ name: 'title', type: 'text' }],
    rules: { read: 'public', create: 'public' },
  });
  await project.secretApi('/data/notes', { json: Array.from({ length: 100 }, () => ({ title: 'x'.repeat(5000) })) });
  const urls = [server.url, second.url].map((url) => `${url}/api/baas/${project.id}/data/notes`);
  const headers = { authorization: `Bearer ${project.publicKey}`, 'content-type': 'application/json' };
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let isOver = false;
  const write = async (url: string, writer: number): Promise<void> => {
    for (let at = 0; !isOver; at += 1) {
      const title = `${writer} ${at}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ title }) });
      if (answer.status === 201) acknowledged.push(title);
      else {
        statuses.add(answer.status);
        expect(answer.headers.get('retry-after')).not.toBeNull();
      }
      await answer.arrayBuffer();
    }
  };
  const read = async (url: string): Promise<void> => {
    for (let last = 0; !isOver; ) {
      const answer = await fetch(`${url}?limit=0`, { headers });
      expect(answer.status).toBe(200);
      const { count } = (await answer.json()) as { count: number };
      expect(count).toBeGreaterThanOrEqual(last);
      last = count;
    }
  };
  const traffic = urls.flatMap((url, index) => [write(url, index), read(url)]);
  try {
    for (const target of ['b', 'primary', 'b']) {
      const before = acknowledged.length;
      expect((await move(project, target)).body).toMatchObject({ data: { state: 'done' } });
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 20);
    }
  } finally {
    isOver = true;
    await Promise.all(traffic);
  }
  const kept = await project.secretApi<{ data: { title: string }[] }>('/data/notes/export?format=json');
  const titles = kept.body.data.map(({ title }) => title).filter((title) => !title.startsWith('x'));
  expect(titles.length).toBe(new Set(titles).size);
  expect(acknowledged.filter((title) => !titles.includes(title))).toEqual([]);
  expect([...statuses].filter((status) => status !== 503)).toEqual([]);
}, 120_000);

describe('what is refused', () => {
  test('400, 404, 409: unknown project, unknown database, or the database it is already in', async () => {
    await using databases = await startWithTwo();
    const { server } = databases;
    const project = await server.createProject();
    expect(await move(project, 'c')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await move(project, 'primary')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await project.cloudApi('/move', { json: {} })).status).toBe(400);
    expect((await project.cloudApi('/move?wait=601', { json: { database: 'b' } })).status).toBe(400);
    expect((await project.cloudApi('/moves/none')).status).toBe(404);
    const absent = await server.adminApi('/api/cloud/projects/absent/move', { json: { database: 'b' } });
    expect(absent).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    expect((await project.cloudApi('/moves')).body).toEqual({ data: [], count: 0 });
  });
});

test('a restored project stays in its database', async () => {
  await using databases = await startWithTwo();
  const { server } = databases;
  const project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
  await project.secretApi('/data/notes', { json: { title: 'one' } });
  const archive = await backUp(server, project);
  expect((await move(project, 'b')).body).toMatchObject({ data: { state: 'done' } });
  expect(await restore(server, project, archive, { query: `?replace=${project.id}` })).toMatchObject({ status: 200 });
  const store = await storeOf(server.database, project.id);
  expect(await storeContents(databases.other, store)).toBeDefined();
  expect((await project.secretApi('/data/notes')).body).toMatchObject({ count: 1 });
  expect((await project.cloudApi('', { method: 'DELETE' })).status).toBe(200);
  expect(await storeContents(databases.other, store)).toBeUndefined();
});

test('a move starts only from where the project is, also when another move has just ended', async () => {
  await using databases = await startWithTwo();
  const { server } = databases;
  const project = await server.createProject();
  const store = await storeOf(server.database, project.id);
  const places = createPlacesStore(server.database);
  const end = { error: null, bytes: null, ended_at: null, kept_until: null };
  const row = {
    id: randomUUID(),
    store,
    state: 'running',
    process: randomUUID(),
    created_at: '2026-01-01',
    ...end,
  } as const;
  const start = (source: string, target: string): Promise<unknown> =>
    server.database
      .write('control', [...places.startMoveSteps({ ...row, source, target })])
      .catch((error: unknown) => isNotApplied(error, STEPS.place));
  expect(await start('b', 'primary')).toBe(true);
  expect((await move(project, 'b')).status).toBe(200);
  expect(await start('primary', 'b')).toBe(true);
  expect((await move(project, 'primary')).status).toBe(200);
});
