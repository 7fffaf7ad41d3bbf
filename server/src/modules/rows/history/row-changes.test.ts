import { describe, expect, it } from 'vitest';
import {
  createTestClock,
  ENGINES,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import { createMember } from '../../../../test/operators.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly [column: string]: unknown;
}

interface ListedChange {
  readonly id: string;
  readonly table: string;
  readonly action: string;
  readonly rows: number;
  readonly undo: string;
  readonly actor: { readonly kind: string; readonly email: string | null };
}

const DAY_MS = 24 * 60 * 60_000;

async function open(server: TestServer) {
  const project = await server.createProject();
  const { cloudApi } = project;
  const tables = [
    { name: 'teams', columns: [{ name: 'title', type: 'text', unique: true }] },
    {
      name: 'tasks',
      columns: [
        { name: 'title', type: 'text' },
        { name: 'secret', type: 'text', hidden: true },
        { name: 'team', type: 'reference', table: 'teams', on_delete: 'cascade' },
      ],
    },
    {
      name: 'notes',
      columns: [
        { name: 'title', type: 'text' },
        { name: 'team', type: 'reference', table: 'teams', on_delete: 'set_null' },
        { name: 'task', type: 'reference', table: 'tasks', on_delete: 'cascade' },
      ],
    },
  ];
  for (const table of tables) expect((await cloudApi('/tables', { json: table })).status).toBe(201);
  const editor = await createMember(server, project, 'editor', 'ed@example.com');
  const api = <Body>(path: string, init = {}) => editor.api<Body>(`/projects/${project.id}${path}`, init);
  const insert = async (table: string, row: object): Promise<Row> =>
    (await api<{ data: Row }>(`/data/${table}`, { json: row })).body.data;
  const rowsOf = async (table: string): Promise<readonly Row[]> =>
    (await api<{ data: readonly Row[] }>(`/data/${table}?order=title`)).body.data;
  const changes = async (): Promise<readonly ListedChange[]> =>
    (await api<{ data: readonly ListedChange[] }>('/row-changes')).body.data;
  const undo = async (index = 0) =>
    await api<{ data?: object; code?: string; error?: string }>(`/row-changes/${(await changes())[index]?.id}/undo`, {
      method: 'POST',
    });
  return { project, api, insert, rowsOf, changes, undo };
}

describe.each(ENGINES)('changes of rows by members on %s', (engine) => {
  it('restore deleted rows with their ids, times, hidden columns, dependants and references', async () => {
    await using server = await startTestServer({ engine });
    const { api, insert, rowsOf, changes, undo } = await open(server);
    const team = await insert('teams', { title: 'red' });
    const task = await insert('tasks', { title: 'paint', secret: 's', team: team.id });
    await insert('notes', { title: 'a', team: team.id });
    await insert('notes', { title: 'b', task: task.id, team: team.id });
    const before = [await rowsOf('teams'), await rowsOf('tasks'), await rowsOf('notes')];
    expect((await api(`/data/teams/${team.id}`, { method: 'DELETE' })).status).toBe(200);
    expect([await rowsOf('teams'), await rowsOf('tasks')]).toEqual([[], []]);
    expect(await rowsOf('notes')).toMatchObject([{ title: 'a', team: null }]);
    expect(await changes()).toMatchObject([
      {
        table: 'teams',
        action: 'delete',
        rows: 1,
        undo: 'possible',
        actor: { kind: 'account', email: 'ed@example.com' },
      },
    ]);
    const undone = await undo();
    expect([undone.status, undone.body]).toEqual([200, { data: { rows: 3, references: 1 }, count: 1 }]);
    const withoutTouch = (rows: readonly Row[]) => rows.map(({ updated_at: _, ...row }) => row);
    expect([await rowsOf('teams'), await rowsOf('tasks')]).toEqual(before.slice(0, 2));
    expect(withoutTouch(await rowsOf('notes'))).toEqual(withoutTouch(before[2] ?? []));
    const again = await undo();
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect((await changes()).map(({ undo: state }) => state)).toEqual(['done']);
  });

  it('refuse to restore, with the reason and without writing anything, what cannot be as it was', async () => {
    await using server = await startTestServer({ engine });
    const { api, insert, rowsOf, undo } = await open(server);
    const red = await insert('teams', { title: 'red' });
    await insert('teams', { title: 'blue' });
    expect((await api('/data/teams?filter=title:in:(red,blue)', { method: 'DELETE' })).status).toBe(200);
    await insert('teams', { title: 'red' });
    const taken = await undo();
    expect([taken.status, taken.body.code, taken.body.error]).toEqual([
      409,
      'conflict',
      expect.stringMatching(/^The change cannot be undone, and nothing was written: .*title is taken\.$/),
    ]);
    expect(await rowsOf('teams')).toMatchObject([{ title: 'red' }]);
    const other = await insert('teams', { title: 'green' });
    const task = await insert('tasks', { title: 'paint', team: other.id });
    await api(`/data/tasks/${task.id}`, { method: 'DELETE' });
    await api(`/data/teams/${other.id}`, { method: 'DELETE' });
    const dangling = await undo(1);
    expect([dangling.status, dangling.body.error]).toEqual([409, expect.stringContaining('nothing was written: ')]);
    expect(await rowsOf('tasks')).toEqual([]);
    expect((await undo()).status).toBe(200);
    expect((await undo(1)).status).toBe(200);
    expect(await rowsOf('tasks')).toMatchObject([{ id: task.id, team: other.id }]);
    expect(red.id).not.toBe(other.id);
  });

  it('take cells back that nobody has changed since, and leave the others', async () => {
    await using server = await startTestServer({ engine });
    const { api, insert, rowsOf, changes, undo } = await open(server);
    const one = await insert('tasks', { title: 'one', secret: 's' });
    const two = await insert('tasks', { title: 'two' });
    const patch = (id: string, json: object) => api(`/data/tasks/${id}`, { method: 'PATCH', json });
    await patch(one.id, { title: 'uno', secret: null });
    expect((await undo()).body.data).toEqual({ rows: 1, references: 0 });
    expect((await rowsOf('tasks')).map(({ title, secret }) => [title, secret])).toEqual([
      ['one', 's'],
      ['two', null],
    ]);
    const batch = [one.id, two.id].map((id) => ({ op: 'update', id, data: { title: `new ${id}` } }));
    expect((await api('/data/tasks/batch', { json: batch })).status).toBe(200);
    await patch(two.id, { title: 'mine' });
    const refused = await undo(1);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('A row was changed again since.'),
    ]);
    expect((await rowsOf('tasks')).map(({ title }) => title).sort()).toEqual(['mine', `new ${one.id}`]);
    expect((await undo()).status).toBe(200);
    expect((await changes()).map(({ action, undo: state }) => [action, state])).toEqual([
      ['update', 'done'],
      ['update', 'possible'],
      ['update', 'done'],
    ]);
  });

  it('are kept for a day, by members only, within limits, and only for editors of the project', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const { project, api, insert, changes, undo } = await open(server);
    await project.secretApi('/data/tasks', { json: Array.from({ length: 100 }, () => ({ title: 'x' })) });
    for (let round = 0; round < 10; round += 1)
      await project.secretApi('/data/tasks', { json: Array.from({ length: 100 }, () => ({ title: 'x' })) });
    await project.secretApi('/data/tasks?filter=title:eq:nothing', { method: 'DELETE' });
    expect(await changes()).toEqual([]);
    expect((await api<{ count: number }>('/data/tasks?all=true', { method: 'DELETE' })).body.count).toBe(1100);
    expect(await changes()).toMatchObject([{ rows: 1100, undo: 'not_kept' }]);
    expect((await undo()).body.code).toBe('conflict');
    const row = await insert('tasks', { title: 'one' });
    await api(`/data/tasks/${row.id}`, { method: 'DELETE' });
    const [last] = await changes();
    await expectOnlyEditors(server, project, `/row-changes/${last?.id}/undo`);
    clock.advance(DAY_MS + 1000);
    expect(await changes()).toEqual([]);
    const late = await api<{ code: string }>(`/row-changes/${last?.id}/undo`, { method: 'POST' });
    expect([late.status, late.body.code]).toEqual([404, 'not_found']);
    expect((await api<{ code: string }>('/row-changes/nothing/undo', { method: 'POST' })).status).toBe(404);
  });
});

async function expectOnlyEditors(server: TestServer, project: TestProject, path: string): Promise<void> {
  const viewer = await createMember(server, project, 'viewer', 'vi@example.com');
  const other = await createMember(server, await server.createProject(), 'owner', 'ot@example.com');
  const statusOf = async (api: typeof viewer.api, of: string, method: string) =>
    (await api(`/projects/${project.id}${of}`, { method })).status;
  expect(await statusOf(viewer.api, '/row-changes', 'GET')).toBe(403);
  expect(await statusOf(viewer.api, path, 'POST')).toBe(403);
  expect(await statusOf(other.api, path, 'POST')).toBe(404);
}
