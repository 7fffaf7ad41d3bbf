import { describe, expect, it } from 'vitest';
import {
  type Api,
  createApi,
  ENGINES,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import { createMember, createOwner, type TestOperator } from '../../../test/operators.ts';

interface ListedRows {
  readonly data: readonly Record<string, unknown>[];
  readonly count?: number;
  readonly cut?: Record<string, string[]>;
  readonly code?: string;
}

const NOTES = {
  name: 'notes',
  columns: [
    { name: 'title', type: 'text' },
    { name: 'body', type: 'json' },
    { name: 'secret', type: 'text', hidden: true },
  ],
  rules: {
    read: { level: 'owner', where: 'title:neq:draft' },
    create: 'authenticated',
    update: 'owner',
    delete: 'role:chief',
  },
};

describe.each(ENGINES)('the rows of a project for its members on %s', (engine) => {
  it('viewers read, count and export everything and editors change everything, by session and by token', async () => {
    await using server = await startTestServer({ engine });
    const { project, viewer, editor } = await open(server);
    const [mine] = await insert(project, [{ title: 'one', secret: 's' }]);
    for (const api of [rowsOf(viewer, project), await tokenApi(server, viewer, project)]) {
      expect((await api<ListedRows>('')).body).toMatchObject({ data: [{ title: 'one', secret: 's' }], count: 1 });
      expect((await api(`/${mine}`)).status).toBe(200);
      expect((await api('', { method: 'HEAD' })).status).toBe(200);
      expect((await api<ListedRows>('/aggregate', { json: { op: 'count' } })).body.data).toEqual([{ count: 1 }]);
      expect((await api('/export?format=csv')).text).toContain('one');
      for (const [path, method] of changes(String(mine))) {
        const refused = await api<ListedRows>(path, {
          method,
          json: path === '/batch' ? [{ title: 'x' }] : { title: 'x' },
        });
        expect([method, path, refused.status, refused.body.code]).toEqual([method, path, 403, 'forbidden']);
      }
    }
    for (const api of [rowsOf(editor, project), await tokenApi(server, editor, project)]) {
      const made = await api<{ data: { id: string } }>('', { json: { title: 'two', owner_id: mine } });
      expect(made.status).toBe(201);
      expect((await api(`/${made.body.data.id}`, { method: 'PATCH', json: { secret: 'changed' } })).status).toBe(200);
      expect((await api('/batch', { json: [{ title: 'three' }] })).status).toBe(200);
      expect((await api<ListedRows>('?filter=title:neq:one', { method: 'DELETE' })).body.count).toBe(2);
    }
  });

  it('strangers, members of other projects and pages of other origins are refused', async () => {
    await using server = await startTestServer({ engine });
    const { project, editor } = await open(server);
    const other = await server.createProject();
    const path = `/api/cloud/projects/${project.id}/data/notes`;
    const stranger = await createMember(server, other, 'owner');
    expect((await stranger.api<ListedRows>(path.replace('/api/cloud', ''))).body.code).toBe('project_not_found');
    expect((await server.api<ListedRows>(path)).body.code).toBe('not_authenticated');
    expect((await server.api<ListedRows>(path, { key: project.secretKey })).status).toBe(401);
    for (const origin of ['https://evil.example', `http://${project.id}.localhost:${new URL(server.url).port}`]) {
      const sent = { json: { title: 'x' }, headers: { origin } };
      expect((await rowsOf(editor, project)<ListedRows>('', sent)).body.code).toBe('origin_not_allowed');
      const read = await rowsOf(editor, project)<ListedRows>('', { headers: { origin } });
      expect(read.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await project.secretApi<ListedRows>('/data/notes')).body.count).toBe(0);
  });

  it('truncates long texts and JSON values, names the columns, and counts characters rather than UTF-16 units', async () => {
    await using server = await startTestServer({ engine });
    const { project, viewer } = await open(server);
    const long = '👍'.repeat(6);
    const body = { list: [1, 2, 3, 4, 5, 6], text: '"' };
    const ids = await insert(project, [
      { title: long, body },
      { title: '12345', body: 'abc' },
      { title: null, body: null },
      { title: '👍'.repeat(5), body: [1] },
      { title: '', body: 'abcd' },
    ]);
    const api = rowsOf(viewer, project);
    const cut = await api<ListedRows>('?cut=5&select=title,body');
    expect(cut.body).toEqual({
      data: [
        { title: '👍'.repeat(5), body: '{"lis' },
        { title: '12345', body: 'abc' },
        { title: null, body: null },
        { title: '👍'.repeat(5), body: [1] },
        { title: '', body: '"abcd' },
      ],
      count: 5,
      cut: { [String(ids[0])]: ['title', 'body'], [String(ids[4])]: ['body'] },
    });
    const one = await api<{ data: object; count: number; cut: object }>(`/${ids[0]}?cut=10000`);
    expect(one.body).toMatchObject({ data: { id: ids[0], title: long, body }, count: 1, cut: {} });
    const filtered = await api<ListedRows>(`?cut=1&select=id&filter=title:eq:12345&order=title:desc&count=none`);
    expect(filtered.body).toEqual({ data: [{ id: ids[1] }], cut: {} });
    const paged = await api<ListedRows>(
      `?cut=5&select=title&order=title&after=${JSON.stringify(['12345', ids[1]])}&limit=1`,
    );
    expect(paged.body).toMatchObject({ data: [{ title: '👍'.repeat(5) }], cut: {} });
    for (const bad of ['0', '10001', '-1', '1.5', '', 'x']) {
      expect((await api<ListedRows>(`?cut=${bad}`)).body.code).toBe('validation_failed');
    }
    expect((await api<ListedRows>('?cut=5&cut=5')).body.code).toBe('unknown_parameter');
    expect((await project.api<ListedRows>('/data/notes?cut=5', { user: { id: String(ids[0]) } })).body.code).toBe(
      'unknown_parameter',
    );
  });

  it('shows exactly what another caller would read, and only on routes that change nothing', async () => {
    await using server = await startTestServer({ engine });
    const { project, viewer, editor } = await open(server);
    const users = project.cloudApi<{ data: { id: string } }>;
    const { id } = (await users('/users', { json: { email: 'ann@example.com', password: 'correct horse battery' } }))
      .body.data;
    await insert(project, [
      { title: 'hers', owner_id: id, secret: 's' },
      { title: 'draft', owner_id: id },
      { title: 'other', owner_id: null },
    ]);
    const api = rowsOf(viewer, project);
    const hers = await api<ListedRows>(`?as=user:${id}`);
    expect(hers.body.data).toMatchObject([{ title: 'hers' }]);
    expect(hers.body.data[0]).not.toHaveProperty('secret');
    expect((await api<ListedRows>(`?as=user:${id}&select=secret`)).body.code).toBe('unknown_column');
    expect((await api<ListedRows>(`?as=user:${id}&cut=2&select=title`)).body.data).toEqual([{ title: 'he' }]);
    expect((await api(`/export?format=csv&select=title&as=user:${id}`)).text).toBe('title\r\nhers\r\n');
    expect((await api<ListedRows>('?as=role:chief')).body).toMatchObject({ data: [], count: 0 });
    expect((await api<ListedRows>('?as=anonymous')).body.code).toBe('not_authenticated');
    for (const bad of ['', 'user:', 'role:', 'user:nobody', `user:${project.id}`, 'secret']) {
      expect((await api<ListedRows>(`?as=${bad}`)).body.code).toBe('validation_failed');
    }
    const written = await rowsOf(editor, project)<ListedRows>('?as=anonymous', { json: { title: 'x' } });
    expect(written.body.code).toBe('unknown_parameter');
    expect((await project.secretApi<ListedRows>('/data/notes')).body.count).toBe(3);
  });
});

async function open(server: TestServer) {
  await createOwner(server);
  const project = await server.createProject();
  await project.createTable(NOTES);
  const [viewer, editor] = [
    await createMember(server, project, 'viewer'),
    await createMember(server, project, 'editor'),
  ];
  return { project, viewer, editor };
}

function rowsOf({ api }: TestOperator, { id }: TestProject): Api {
  return (path, init) => api(`/projects/${id}/data/notes${path}`, init);
}

async function tokenApi(server: TestServer, { api }: TestOperator, { id }: TestProject): Promise<Api> {
  const made = await api<{ data: { token: string } }>('/tokens', { json: { name: 'test' } });
  const send = createApi(server.url, made.body.data.token);
  return (path, init) => send(`/api/cloud/projects/${id}/data/notes${path}`, init);
}

async function insert(project: TestProject, rows: readonly object[]): Promise<readonly unknown[]> {
  const made = await project.secretApi<ListedRows>('/data/notes', { json: rows });
  return made.body.data.map(({ id }) => id);
}

function changes(id: string): readonly (readonly [string, string])[] {
  return [
    ['', 'POST'],
    ['?all=true', 'PATCH'],
    ['?all=true', 'DELETE'],
    ['/batch', 'POST'],
    [`/${id}`, 'PATCH'],
    [`/${id}`, 'DELETE'],
  ];
}
