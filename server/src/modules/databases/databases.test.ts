import { describe, expect, test } from 'vitest';
import { createApi } from '../../../test/api-client.ts';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createMember } from '../../../test/operators.ts';

const PATH = '/api/cloud/instance/databases';

interface DatabaseBody {
  readonly data: {
    readonly name: string;
    readonly projects: number;
    readonly state: string;
    readonly accepts_new: boolean;
    readonly weight: number;
    readonly bytes: number | null;
    readonly connections: number | null;
  };
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

async function add(server: TestServer, body: Readonly<Record<string, unknown>>) {
  return await server.adminApi<DatabaseBody>(PATH, { json: body });
}

async function projectsIn(server: TestServer): Promise<Readonly<Record<string, number>>> {
  const { body } = await server.adminApi<{ data: readonly DatabaseBody['data'][] }>(PATH);
  return Object.fromEntries(body.data.map(({ name, projects }) => [name, projects]));
}

async function withNotes(project: TestProject): Promise<void> {
  await project.createTable({
    name: 'notes',
    columns: [{ name: 'title', type: 'text' }],
    rules: { read: 'public', create: 'public' },
  });
  expect((await project.api('/data/notes', { json: { title: 'one' } })).status).toBe(201);
}

describe('GET', () => {
  test.each(ENGINES)('the list always has the primary with its number of projects, %s', async (engine) => {
    await using server = await startTestServer({ engine });
    await server.createProject();
    const { status, body } = await server.adminApi<{ data: readonly DatabaseBody['data'][]; count: number }>(PATH);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [{ name: 'primary', accepts_new: true, weight: 1, state: 'ok', projects: 1, created_at: null }],
      count: 1,
    });
    if (engine === 'postgres') {
      expect(body.data[0]?.bytes).toBeGreaterThan(1_000_000);
      expect(body.data[0]?.connections).toBeGreaterThan(0);
    }
    expect((await server.adminApi(`${PATH}/primary`)).body).toMatchObject({ data: { name: 'primary' }, count: 1 });
    expect((await server.adminApi(`${PATH}/other`)).status).toBe(404);
  });

  test.each(ENGINES)('operators find every project by its name or id, with its database, %s', async (engine) => {
    await using server = await startTestServer({ engine });
    for (const [id, name] of Object.entries({ bakery: 'Corner shop', books: 'Book_shop', club: 'Chess club' })) {
      expect((await server.adminApi('/api/cloud/projects', { json: { id, name } })).status).toBe(201);
    }
    const find = async (query: string) =>
      await server.adminApi<{ data: readonly object[]; count: number; code?: string }>(
        `/api/cloud/instance/projects${query}`,
      );
    const bakery = { id: 'bakery', name: 'Corner shop', database: 'primary' };
    const books = { id: 'books', name: 'Book_shop', database: 'primary' };
    const club = { id: 'club', name: 'Chess club', database: 'primary' };
    expect(await find('')).toMatchObject({ status: 200, body: { data: [books, club, bakery], count: 3 } });
    expect((await find('?search=SHOP&order=id')).body).toEqual({ data: [bakery, books], count: 2 });
    expect((await find('?search=k_s')).body).toEqual({ data: [books], count: 1 });
    expect((await find('?search=clu&database=primary')).body).toEqual({ data: [club], count: 1 });
    expect((await find('?id=books')).body).toEqual({ data: [books], count: 1 });
    expect((await find('?id=book')).body).toEqual({ data: [], count: 0 });
    expect((await find('?id=books&search=club')).body).toEqual({ data: [], count: 0 });
    expect(await find(`?id=${'x'.repeat(201)}`)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await find('?limit=1&offset=1')).body).toEqual({ data: [club], count: 3 });
    expect((await find('?database=west')).body).toEqual({ data: [], count: 0 });
    expect(await find('?order=store')).toMatchObject({ status: 400, body: { code: 'unknown_column' } });
  });

  test('the list has pages and an order', async () => {
    await using north = await createPostgresDatabase();
    await using south = await createPostgresDatabase();
    await using server = await startTestServer({ engine: 'postgres' });
    for (const [name, { url }] of Object.entries({ south, north }))
      expect((await add(server, { name, url })).status).toBe(201);
    const names = async (query: string) => {
      const { body } = await server.adminApi<{ data: readonly { name: string }[]; count: number }>(`${PATH}${query}`);
      return [body.data.map(({ name }) => name), body.count];
    };
    expect(await names('')).toEqual([['primary', 'south', 'north'], 3]);
    expect(await names('?order=name')).toEqual([['north', 'primary', 'south'], 3]);
    expect(await names('?order=name:desc&limit=1&offset=1')).toEqual([['primary'], 3]);
    expect(await names('?limit=0')).toEqual([[], 3]);
    for (const query of ['?limit=1001', '?offset=-1', '?order=weight'])
      expect((await server.adminApi(`${PATH}${query}`)).status).toBe(400);
  });

  test('a project that has moved is listed with its new database', async () => {
    await using other = await createPostgresDatabase();
    await using server = await startTestServer({ engine: 'postgres' });
    await add(server, { name: 'b', url: other.url, accepts_new: false });
    const [stays, moves] = [await server.createProject(), await server.createProject()];
    expect((await moves.cloudApi('/move?wait=60', { json: { database: 'b' } })).status).toBe(200);
    const idsIn = async (name: string) => {
      const path = `/api/cloud/instance/projects?database=${name}`;
      return (await server.adminApi<{ data: readonly object[] }>(path)).body.data;
    };
    expect(await idsIn('b')).toEqual([expect.objectContaining({ id: moves.id, database: 'b' })]);
    expect(await idsIn('primary')).toEqual([expect.objectContaining({ id: stays.id, database: 'primary' })]);
  });

  test('only instance operators see or change databases', async () => {
    await using server = await startTestServer({ engine: 'postgres' });
    const project = await server.createProject();
    const { cookie } = await createMember(server, project, 'owner');
    const api = createApi(server.url);
    const asks = [
      [PATH, {}],
      [PATH, { json: { name: 'b', url: 'postgres://x/y' } }],
      [`${PATH}/primary`, { method: 'PATCH', json: { weight: 2 } }],
      [`${PATH}/primary`, { method: 'DELETE' }],
      ['/api/cloud/instance/projects', {}],
      [`/api/cloud/projects/${project.id}/move`, { json: { database: 'b' } }],
      [`/api/cloud/projects/${project.id}/moves`, {}],
    ] as const;
    for (const [path, init] of asks)
      expect([path, (await api(path, { ...init, headers: { cookie } })).status]).toEqual([path, 403]);
  });
});

describe('POST', () => {
  test('201: new projects go to the database with the most room and work as on any other', async () => {
    await using other = await createPostgresDatabase();
    await using server = await startTestServer({ engine: 'postgres' });
    const first = await server.createProject();
    const added = await add(server, { name: 'b', url: other.url });
    expect(added).toMatchObject({
      status: 201,
      body: { data: { name: 'b', accepts_new: true, weight: 1, state: 'ok', projects: 0 }, count: 1 },
    });
    expect(added.text).not.toContain('postgres:');
    const second = await server.createProject();
    const third = await server.createProject();
    expect(await projectsIn(server)).toEqual({ primary: 1, b: 2 });
    for (const project of [first, second, third]) {
      await withNotes(project);
      expect((await project.api('/data/notes')).body).toMatchObject({ data: [{ title: 'one' }], count: 1 });
    }
    // The control store keeps only an encrypted address.
    const rows = await server.database.query('control', { text: 'SELECT sealed_url FROM databases', values: [] });
    expect(JSON.stringify(rows)).not.toContain('postgres:');
    // A project moves with its data.
    for (const { cloudApi } of [second, third]) expect((await cloudApi('', { method: 'DELETE' })).status).toBe(200);
    expect(await projectsIn(server)).toEqual({ primary: 1, b: 0 });
    expect(await server.database.query('control', { text: 'SELECT store FROM store_places', values: [] })).toEqual([]);
    const audit = await server.adminApi<{ data: readonly { action: string; target: string }[] }>('/api/cloud/audit');
    expect(audit.body.data).toContainEqual(expect.objectContaining({ action: 'database.add', target: 'b' }));
  });

  test('400, 409: a database that cannot hold projects is refused and not added', async () => {
    await using other = await createPostgresDatabase();
    await using third = await createPostgresDatabase();
    await using server = await startTestServer({ engine: 'postgres' });
    await using stranger = await startTestServer({ engine: 'postgres' });
    expect((await add(stranger, { name: 'theirs', url: third.url })).status).toBe(201);
    expect((await add(server, { name: 'b', url: other.url })).status).toBe(201);
    const nowhere = new URL(other.url);
    nowhere.port = '1';
    const absent = new URL(other.url);
    absent.pathname = '/absent';
    for (const [body, status, code] of [
      [{ name: 'c' }, 400, 'validation_failed'],
      [{ name: 'C d', url: other.url }, 400, 'validation_failed'],
      [{ name: 'c', url: 'mysql://x/y' }, 400, 'invalid_url'],
      [{ name: 'c', url: 'postgres://127.0.0.1' }, 400, 'invalid_url'],
      [{ name: 'c', url: `${other.url}\n` }, 400, 'invalid_url'],
      [{ name: 'c', url: nowhere.href }, 400, 'validation_failed'],
      [{ name: 'c', url: absent.href }, 400, 'validation_failed'],
      [{ name: 'c', url: other.url, weight: 0 }, 400, 'validation_failed'],
      [{ name: 'c', url: other.url, color: 'red' }, 400, 'validation_failed'],
      [{ name: 'b', url: other.url }, 409, 'duplicate'],
      [{ name: 'primary', url: other.url }, 409, 'duplicate'],
      [{ name: 'c', url: other.url }, 409, 'conflict'],
      [{ name: 'c', url: third.url }, 409, 'conflict'],
    ] as const) {
      const { status: actual, body: answer } = await add(server, body);
      expect([body, actual, answer.code]).toEqual([body, status, code]);
    }
    expect(await projectsIn(server)).toEqual({ primary: 0, b: 0 });
  });

  test('409 where the installation keeps its projects in its data directory', async () => {
    await using server = await startTestServer();
    const project = await server.createProject();
    expect(await add(server, { name: 'b', url: 'postgres://x/y' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await project.cloudApi('/move', { json: { database: 'primary' } })).status).toBe(409);
    expect(await projectsIn(server)).toEqual({ primary: 1 });
  });
});

describe('PATCH', () => {
  test('200: a database can stop accepting projects or accept more than others', async () => {
    await using other = await createPostgresDatabase();
    await using server = await startTestServer({ engine: 'postgres' });
    await add(server, { name: 'b', url: other.url, accepts_new: false });
    await server.createProject();
    expect(await projectsIn(server)).toEqual({ primary: 1, b: 0 });
    const change = async (name: string, json: object) =>
      await server.adminApi<DatabaseBody>(`${PATH}/${name}`, { method: 'PATCH', json });
    expect((await change('b', { accepts_new: true, weight: 3 })).body).toMatchObject({
      data: { accepts_new: true, weight: 3 },
    });
    for (let made = 0; made < 4; made += 1) await server.createProject();
    expect(await projectsIn(server)).toEqual({ primary: 1, b: 4 });
    await change('b', { accepts_new: false });
    await change('primary', { accepts_new: false });
    expect((await server.adminApi('/api/cloud/projects', { json: { name: 'No room' } })).status).toBe(503);
    expect((await change('b', {})).status).toBe(400);
    expect((await change('primary', { url: other.url })).status).toBe(400);
    expect((await change('b', { url: 'nothing' })).status).toBe(400);
    expect((await change('c', { weight: 1 })).status).toBe(404);
    expect((await change('b', { weight: 0 })).status).toBe(400);
  });

  test('409: another address must lead to the same database', async () => {
    await using other = await createPostgresDatabase();
    await using empty = await createPostgresDatabase();
    await using server = await startTestServer({ engine: 'postgres' });
    await add(server, { name: 'b', url: other.url });
    const change = async (url: string) =>
      await server.adminApi<DatabaseBody>(`${PATH}/b`, { method: 'PATCH', json: { url } });
    expect(await change(empty.url)).toMatchObject({ status: 409, body: { details: { reason: 'not_marked' } } });
    const again = new URL(other.url);
    again.searchParams.set('application_name', 'again');
    expect((await change(again.href)).status).toBe(200);
    await withNotes(await server.createProject());
    expect(await projectsIn(server)).toEqual({ primary: 0, b: 1 });
  });
});

describe('DELETE', () => {
  test('200 when it is empty; otherwise 409 with the number of its projects', async () => {
    await using other = await createPostgresDatabase();
    await using server = await startTestServer({ engine: 'postgres' });
    await add(server, { name: 'b', url: other.url });
    const project = await server.createProject();
    await withNotes(project);
    const remove = async (name: string) => await server.adminApi<DatabaseBody>(`${PATH}/${name}`, { method: 'DELETE' });
    expect(await remove('b')).toMatchObject({ status: 409, body: { code: 'not_empty', details: { projects: 1 } } });
    expect((await remove('primary')).status).toBe(409);
    expect((await remove('c')).status).toBe(404);
    expect((await project.cloudApi('/move', { json: { database: 'primary' } })).body).toMatchObject({
      data: { state: 'done' },
    });
    expect(await remove('b')).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await projectsIn(server)).toEqual({ primary: 1 });
    expect((await project.api('/data/notes')).body).toMatchObject({ count: 1 });
    // Nothing remains there, so another installation may use it.
    await using stranger = await startTestServer({ engine: 'postgres' });
    expect((await add(stranger, { name: 'theirs', url: other.url })).status).toBe(201);
  });
});
