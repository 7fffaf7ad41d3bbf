import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Answers, ENGINES, openProject } from '../../../test/index.ts';

const ANN = { id: '0190a000-0000-7000-8000-00000000000a', role: null };
const BEN = { id: '0190a000-0000-7000-8000-00000000000b', role: null };
const CAT = { id: '0190a000-0000-7000-8000-00000000000c', role: null };
const RED = '0190b000-0000-7000-8000-000000000001';
const BLUE = '0190b000-0000-7000-8000-000000000002';

const MEMBER = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)';
const EDITOR = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id,role:in:(owner,editor))';
const OWNER_JSON = {
  exists: { table: 'members', where: { team_id: '$row.team_id', user_id: '$user.id', role: 'owner' } },
};

/** Ann owns Red, Ben edits it and Cat only reads it; Cat is the only member of Blue. */
describe.each(ENGINES)('rules that look into other tables on %s', (engine) => {
  const { project } = openProject(engine);
  const tasks: Record<string, string> = {};

  beforeAll(async () => {
    await project.createTable({
      name: 'teams',
      columns: [{ name: 'name', type: 'text' }],
      rules: { read: 'authenticated' },
    });
    await project.createTable({
      name: 'members',
      columns: [
        { name: 'team_id', type: 'reference', table: 'teams', required: true, on_delete: 'cascade' },
        { name: 'user_id', type: 'text', required: true },
        { name: 'role', type: 'text', hidden: true, enum: ['owner', 'editor', 'reader'], default: 'reader' },
      ],
      indexes: [{ columns: ['team_id', 'user_id'], unique: true }],
      rules: {
        read: { level: 'authenticated', where: MEMBER },
        create: { level: 'authenticated', where: OWNER_JSON },
        update: { level: 'authenticated', where: OWNER_JSON },
        delete: { level: 'authenticated', where: { or: [{ user_id: '$user.id' }, OWNER_JSON] } },
      },
    });
    await project.createTable({
      name: 'tasks',
      columns: [
        { name: 'title', type: 'text' },
        { name: 'team_id', type: 'reference', table: 'teams' },
      ],
      rules: {
        read: { level: 'authenticated', where: MEMBER },
        create: { level: 'authenticated', where: EDITOR },
        update: { level: 'authenticated', where: EDITOR },
        delete: { level: 'authenticated', where: OWNER_JSON },
      },
    });
    const teams = [
      { id: RED, name: 'Red' },
      { id: BLUE, name: 'Blue' },
    ];
    expect((await project.secretApi('/data/teams', { json: teams })).status).toBe(201);
    const members = [
      { team_id: RED, user_id: ANN.id, role: 'owner' },
      { team_id: RED, user_id: BEN.id, role: 'editor' },
      { team_id: RED, user_id: CAT.id, role: 'reader' },
      { team_id: BLUE, user_id: CAT.id, role: 'owner' },
    ];
    expect((await project.secretApi('/data/members', { json: members })).status).toBe(201);
    for (const [title, team_id] of [
      ['red', RED],
      ['blue', BLUE],
      ['none', null],
    ] as const) {
      const made = await project.secretApi<Answer>('/data/tasks', { json: { title, team_id } });
      tasks[title] = String(made.body.data['id']);
    }
  });

  const titles = async (user: typeof ANN | undefined, path = ''): Promise<unknown> => {
    const { body } = await project.api<Answers>(`/data/tasks${path}`, user && { user });
    return body.data?.map((row) => row['title']) ?? body.code;
  };

  it('give each caller the rows of their teams on every read path', async () => {
    expect(await titles(ANN)).toEqual(['red']);
    expect(await titles(CAT)).toEqual(['red', 'blue']);
    expect(await titles({ ...ANN, id: RED })).toEqual([]);
    expect(await titles(undefined)).toBe('not_authenticated');
    for (const path of ['?order=title:desc&limit=1', '?filter=title:neq:none&order=created_at:desc&limit=1']) {
      const { body } = await project.api<Answers>(`/data/tasks${path}`, { user: CAT });
      expect([path, body.count]).toEqual([path, 2]);
    }
    expect(await titles(ANN, '/export?format=json')).toEqual(['red']);
    const sum = await project.api<Answers>('/data/tasks/aggregate', {
      json: { op: 'count', group_by: ['team_id'] },
      user: CAT,
    });
    expect(sum.body.data.length).toBe(2);
    expect((await project.api(`/data/tasks/${tasks['blue']}`, { user: ANN })).status).toBe(404);
    expect((await project.api(`/data/tasks/${tasks['blue']}`, { user: CAT })).status).toBe(200);
    expect(await titles(CAT, `?filter=${encodeURIComponent(MEMBER)}`)).toBe('invalid_filter');
  });

  it('give new counts when only the other table has changed', async () => {
    const user = { id: '0190a000-0000-7000-8000-00000000000d', role: null };
    const count = async () => (await project.api<Answers>('/data/tasks?limit=1', { user })).body.count;
    expect([await count(), await count()]).toEqual([0, 0]);
    const json = { team_id: RED, user_id: user.id };
    const made = await project.secretApi<Answer>('/data/members', { json });
    expect([await count(), await count()]).toEqual([1, 1]);
    await project.secretApi(`/data/members/${String(made.body.data['id'])}`, { method: 'DELETE' });
    expect([await count(), await count()]).toEqual([0, 0]);
  });

  it('let editors write only in their teams', async () => {
    const write = async (user: typeof ANN, team_id: string | null) =>
      (await project.api('/data/tasks', { json: { title: 'new', team_id }, user })).status;
    expect([await write(ANN, RED), await write(BEN, RED), await write(CAT, RED)]).toEqual([201, 201, 403]);
    expect([await write(ANN, BLUE), await write(BEN, null)]).toEqual([403, 403]);
    const patch = async (user: typeof ANN, json: object) =>
      (await project.api(`/data/tasks/${tasks['red']}`, { method: 'PATCH', json, user })).status;
    expect(await patch(BEN, { title: 'red' })).toBe(200);
    expect(await patch(CAT, { title: 'hers' })).toBe(403);
    expect(await patch(BEN, { team_id: BLUE })).toBe(403);
    const byFilter = await project.api<Answers>('/data/tasks?filter=title:eq:new', { method: 'DELETE', user: BEN });
    expect(byFilter.body).toMatchObject({ count: 0 });
    const byOwner = await project.api<Answers>('/data/tasks?filter=title:eq:new', { method: 'DELETE', user: ANN });
    expect(byOwner.body).toMatchObject({ count: 2 });
  });

  it('check the rows as they were before the write: callers cannot admit themselves, and an owner can leave', async () => {
    const dan = { id: '0190a000-0000-7000-8000-00000000000e', role: null };
    const rows = [
      { team_id: BLUE, user_id: dan.id },
      { team_id: BLUE, user_id: ANN.id },
    ];
    const create = async (json: unknown, user = dan, path = '') =>
      (await project.api(`/data/members${path}`, { json, user })).status;
    expect(await create(rows[0])).toBe(403);
    expect(await create(rows)).toBe(403);
    expect(await create({ items: [{ op: 'insert', data: rows[0] }] }, dan, '/batch')).toBe(400);
    expect(await create(rows[0], dan, '?on_conflict=team_id,user_id')).toBe(403);
    expect(await create({ items: [{ op: 'upsert', on: 'team_id,user_id', data: rows[0] }] }, dan, '/batch')).toBe(400);
    // The read rule, which looks into the same table, shows new members their row.
    const eve = { team_id: BLUE, user_id: RED };
    const made = await project.api<Answer>('/data/members', { json: eve, user: CAT });
    expect([made.status, made.body.data['user_id']]).toEqual([201, RED]);
    const id = String(made.body.data['id']);
    const moved = await project.api(`/data/members/${id}`, { method: 'PATCH', json: { team_id: RED }, user: CAT });
    expect(moved.status).toBe(403);
    const { body } = await project.api<Answers>(`/data/members?filter=user_id:eq:${CAT.id}`, { user: CAT });
    const own = body.data.find((row) => row['team_id'] === BLUE);
    const left = await project.api<Answer>(`/data/members/${String(own?.['id'])}`, { method: 'DELETE', user: CAT });
    expect([left.status, left.body.data['user_id']]).toEqual([200, CAT.id]);
    expect(await titles(CAT)).toEqual(['red']);
    await project.secretApi(`/data/members/${id}`, { method: 'DELETE' });
    await project.secretApi('/data/members', { json: { team_id: BLUE, user_id: CAT.id, role: 'owner' } });
  });

  it('let later items of a batch see earlier ones, but not rows of one array', async () => {
    await project.createTable({
      name: 'chain',
      columns: [
        { name: 'tag', type: 'text' },
        { name: 'before', type: 'text' },
      ],
      rules: {
        read: { level: 'authenticated', where: 'exists(chain,tag:eq:$row.before)' },
        create: { level: 'authenticated', where: 'or(before:is:null,exists(chain,tag:eq:$row.before))' },
      },
    });
    const row = (tag: string, before: string | null) => ({ tag, before });
    const post = (json: unknown, path = '') => project.api<Answer>(`/data/chain${path}`, { json, user: ANN });
    expect((await post([row('a', null), row('b', 'a')])).status).toBe(403);
    const batch = await post([row('a', null), row('b', 'a')], '/batch');
    expect([batch.status, batch.body.count]).toEqual([200, 2]);
    // The first row cannot be read, even afterwards.
    expect(batch.body.data).toMatchObject([{ count: 1 }, { tag: 'b' }]);
    expect((await post([row('c', 'a'), row('d', 'b')])).status).toBe(201);
    // A row that becomes readable through itself is returned.
    const self = await post([row('x', null), row('null', null)]);
    expect([self.status, self.body.count]).toEqual([201, 2]);
  });

  it('use three-valued logic: neither an unknown condition nor its negation is true', async () => {
    await project.createTable({
      name: 'notes',
      columns: [
        { name: 'title', type: 'text' },
        { name: 'status', type: 'text' },
      ],
    });
    const rows = [
      { title: 'a', status: 'open' },
      { title: 'b', status: null },
    ];
    await project.secretApi('/data/notes', { json: rows });
    const seen = async (where: unknown, user?: typeof ANN) => {
      const rules = { read: { level: 'public', where } };
      const { status, text } = await project.cloudApi('/tables/notes', { method: 'PATCH', json: { rules } });
      if (status !== 200) throw new Error(text);
      const { body } = await project.api<Answers>('/data/notes', user && { user });
      return body.data?.map((row) => row['title']).join('') ?? body.code;
    };
    expect(await seen('title:eq:$user.role', ANN)).toBe('');
    expect(await seen('not(title:eq:$user.role)', ANN)).toBe('');
    expect(await seen('or(title:eq:a,not(title:eq:$user.role))', ANN)).toBe('a');
    expect(await seen('not(and(title:eq:$user.role,status:is:null))', ANN)).toBe('a');
    expect(await seen('title:in:(a,$user.role)', ANN)).toBe('a');
    expect(await seen('title:nin:(a,$user.role)', ANN)).toBe('');
    expect(await seen('not(title:nin:(a,$user.role))', ANN)).toBe('a');
    expect(await seen('or(title:eq:b,owner_id:eq:$user.id)')).toBe('b');
    expect(await seen('owner_id:eq:$user.id')).toBe('not_authenticated');
    expect(await seen('exists(members,user_id:eq:$user.id)')).toBe('not_authenticated');
    expect(await seen('not(exists(members,user_id:eq:$user.id))')).toBe('ab');
    expect(await seen('not(exists(members,user_id:eq:$user.id))', ANN)).toBe('');
    // A null in a row is neither equal to nor different from any value.
    expect(await seen('exists(notes,status:eq:$row.status)')).toBe('a');
    expect(await seen('not(exists(notes,status:eq:$row.status))')).toBe('b');
    expect(await seen('exists(notes,not(status:eq:$row.status))')).toBe('');
    expect(await seen('exists(notes,not(title:eq:$row.title))')).toBe('ab');
    expect(await seen('exists(notes,not(title:eq:$row.title),status:is:null)')).toBe('a');
    expect(await seen('status:neq:shut')).toBe('ab');
  });

  it('compare ids with any text', async () => {
    await project.createTable({
      name: 'pins',
      columns: [
        { name: 'task', type: 'text' },
        { name: 'rank', type: 'number' },
        { name: 'place', type: 'integer' },
      ],
    });
    await project.secretApi('/data/pins', {
      json: [
        { task: tasks['red'] },
        { task: 'no id' },
        { task: String(tasks['blue']).toUpperCase(), rank: 2, place: 2 },
      ],
    });
    const rules = { read: { level: 'public', where: 'exists(pins,task:eq:$row.id)' } };
    await project.cloudApi('/tables/tasks', { method: 'PATCH', json: { rules } });
    expect(await titles(undefined)).toEqual(['red']);
    const other = { read: { level: 'public', where: 'exists(tasks,id:eq:$row.task)' } };
    await project.cloudApi('/tables/pins', { method: 'PATCH', json: { rules: other } });
    const { body } = await project.api<Answers>('/data/pins');
    expect(body.data.map((row) => row['task'])).toEqual([tasks['red']]);
    // A text that is not an id differs from every id; a null differs from none.
    const differs = { read: { level: 'public', where: 'exists(tasks,not(id:eq:$row.task),title:eq:red)' } };
    await project.cloudApi('/tables/pins', { method: 'PATCH', json: { rules: differs } });
    expect((await project.api<Answers>('/data/pins')).body.count).toBe(2);
    const numbers = { read: { level: 'public', where: 'exists(pins,rank:eq:$row.place)' } };
    await project.cloudApi('/tables/pins', { method: 'PATCH', json: { rules: numbers } });
    expect((await project.api<Answers>('/data/pins')).body.count).toBe(1);
    const back = { read: { level: 'authenticated', where: MEMBER } };
    await project.cloudApi('/tables/tasks', { method: 'PATCH', json: { rules: back } });
  });
});
