import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, ENGINES, openProject, type TestProject } from '../../../test/index.ts';

const ANN = '0190a000-0000-7000-8000-00000000000a';
const RED = '0190b000-0000-7000-8000-000000000001';
const MEMBER = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)';

interface TableShown {
  readonly rules: Readonly<Record<string, unknown>>;
}

interface SavedTableAnswer extends Answer<TableShown> {
  readonly advice?: unknown;
}

interface TestedRule {
  readonly data: { readonly allowed: boolean; readonly status: number; readonly exists?: unknown };
}

describe.each(ENGINES)('rules with exists(…), saved on %s,', (engine) => {
  const { server } = openProject(engine);
  let project: TestProject;

  beforeEach(async () => {
    project = await server.createProject();
    await project.createTable({
      name: 'members',
      columns: [
        { name: 'team_id', type: 'text' },
        { name: 'user_id', type: 'text' },
        { name: 'role', type: 'text', enum: ['owner', 'editor'] },
        { name: 'extra', type: 'json' },
        { name: 'age', type: 'integer' },
      ],
    });
    await project.createTable({
      name: 'tasks',
      columns: [
        { name: 'team_id', type: 'text' },
        { name: 'title', type: 'text' },
        { name: 'due', type: 'timestamp' },
      ],
    });
  });

  const save = (where: unknown, table = 'tasks') =>
    project.cloudApi<SavedTableAnswer>(`/tables/${table}`, {
      method: 'PATCH',
      json: { rules: { read: { level: 'authenticated', where } } },
    });
  const alter = (table: string, json: object) =>
    project.cloudApi<SavedTableAnswer>(`/tables/${table}`, { method: 'PATCH', json });
  const ruleOf = async (table: string) =>
    (await project.cloudApi<Answer<TableShown>>(`/tables/${table}`)).body.data.rules['read'];

  it('are refused with 400 that names the invalid part', async () => {
    const five = Array(5).fill(MEMBER).join(',');
    const json = { exists: { table: 'members', where: { team_id: '$row.team_id' } } };
    const cases: readonly [unknown, number, string, string][] = [
      [MEMBER, 200, '', ''],
      [json, 200, '', ''],
      [`or(title:eq:a,not(${MEMBER}))`, 200, '', ''],
      [five, 200, '', ''],
      [`${five},${MEMBER}`, 400, 'invalid_filter', 'at most 5'],
      ['exists(nobody,team_id:eq:$row.team_id)', 400, 'invalid_filter', '"nobody"'],
      ['exists(members,nothing:eq:$row.team_id)', 400, 'unknown_column', 'exists(members'],
      ['exists(members,team_id:eq:$row.nothing)', 400, 'unknown_column', '"nothing"'],
      ['exists(members,role:eq:owner)', 400, 'invalid_filter', '$row'],
      ['exists(members)', 400, 'invalid_filter', ','],
      ['exists()', 400, 'invalid_filter', 'empty'],
      ['exists(members,exists(tasks,team_id:eq:$row.team_id))', 400, 'invalid_filter', 'inside another'],
      [`exists(members,${MEMBER},user_id:eq:$user.id)`, 400, 'invalid_filter', 'inside another'],
      ['exists(members,team_id:neq:$row.team_id)', 400, 'invalid_filter', 'compared with eq'],
      ['exists(members,team_id:in:($row.team_id),user_id:eq:$user.id)', 400, 'invalid_filter', 'compared with eq'],
      ['team_id:eq:$row.title', 400, 'invalid_filter', 'inside exists'],
      ['exists(members,age:eq:$row.title)', 400, 'invalid_filter', 'cannot be compared'],
      ['exists(members,extra:eq:$row.title)', 400, 'invalid_filter', 'cannot be compared'],
      ['exists(members,user_id:eq:$row.due)', 400, 'invalid_filter', 'cannot be compared'],
      ['exists(members,user_id:eq:$row.id,age:eq:old)', 400, 'invalid_filter', 'age'],
      [{ exists: { table: 'members', where: {} } }, 400, 'invalid_filter', 'empty'],
      [{ exists: { table: 'members' } }, 400, 'invalid_filter', 'exists'],
      [{ exists: { ...json.exists, more: 1 } }, 400, 'invalid_filter', 'more'],
      [{ exists: { table: 1, where: {} } }, 400, 'invalid_filter', 'table'],
    ];
    for (const [where, status, code, words] of cases) {
      const answer = await save(where);
      expect([where, answer.status, answer.body.code ?? '']).toEqual([where, status, code]);
      if (status === 400)
        expect([where, answer.body.error]).toEqual([where, expect.stringContaining('rules.read.where')]);
      if (status === 400) expect(answer.body.error).toContain(words);
    }
  });

  it('answer with advice when no index starts with the compared columns', async () => {
    expect((await save(MEMBER)).body.advice).toEqual([{ table: 'members', columns: ['team_id', 'user_id'] }]);
    expect((await alter('tasks', { rename: 'tasks' })).body.advice).toBeUndefined();
    expect((await save('exists(members,id:eq:$row.team_id,user_id:eq:$user.id)')).body.advice).toBeUndefined();
    const made = await project.cloudApi<SavedTableAnswer>('/tables', {
      json: {
        name: 'lists',
        columns: [],
        rules: { read: { level: 'authenticated', where: 'exists(members,user_id:eq:$user.id)' } },
      },
    });
    expect([made.status, made.body.advice]).toEqual([201, [{ table: 'members', columns: ['user_id'] }]]);
    await alter('members', { add_indexes: [{ columns: ['user_id', 'team_id', 'role'] }] });
    expect(
      (await save(`${MEMBER},exists(members,role:eq:owner,team_id:eq:$row.team_id,user_id:eq:$user.id)`)).body,
    ).not.toHaveProperty('advice');
    expect((await save('exists(members,team_id:eq:$row.team_id)')).body.advice).toEqual([
      { table: 'members', columns: ['team_id'] },
    ]);
  });

  it('follow renames of tables and columns, and prevent the tables and columns they name from being dropped', async () => {
    await save(`or(title:eq:"a, b",${MEMBER})`);
    const json = {
      or: [{ title: 'x' }, { exists: { table: 'members', where: { team_id: '$row.team_id', role: 'owner' } } }],
    };
    await alter('tasks', { rules: { delete: { level: 'public', where: json } } });
    await save('exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)', 'members');
    const inUse = { code: 'in_use', details: { table: 'tasks', action: 'read' } };
    expect((await project.cloudApi('/tables/members', { method: 'DELETE' })).body).toMatchObject(inUse);
    expect((await alter('members', { drop_columns: ['user_id'] })).body).toMatchObject({
      code: 'in_use',
      details: { table: 'members', action: 'read' },
    });
    await alter('members', { rules: { read: 'private' } });
    expect((await alter('members', { drop_columns: ['user_id'] })).body).toMatchObject(inUse);
    expect((await alter('members', { drop_columns: ['role'] })).body).toMatchObject({
      details: { table: 'tasks', action: 'delete' },
    });
    expect((await alter('tasks', { drop_columns: ['team_id'] })).body).toMatchObject(inUse);
    expect((await alter('members', { change_columns: [{ name: 'role', enum: ['editor'] }] })).status).toBe(200);
    await alter('members', { change_columns: [{ name: 'role', enum: null }] });
    const preview = await project.cloudApi<Answer<{ effects: unknown }>>('/tables/members?dry_run=true', {
      method: 'PATCH',
      json: { drop_columns: ['user_id'] },
    });
    expect(preview.body.data.effects).toMatchObject([{ column: 'user_id', problem: 'in_use' }]);

    await save(MEMBER.replaceAll('tasks', ''), 'members');
    const renamed = await alter('members', {
      rename: 'people',
      change_columns: [
        { name: 'team_id', rename: 'group_id' },
        { name: 'user_id', rename: 'who' },
      ],
    });
    expect(renamed.status).toBe(200);
    expect(await ruleOf('tasks')).toEqual({
      level: 'authenticated',
      where: 'or(title:eq:"a, b",exists(people,group_id:eq:$row.team_id,who:eq:$user.id))',
    });
    expect(await ruleOf('people')).toEqual({
      level: 'authenticated',
      where: 'exists(people,group_id:eq:$row.group_id,who:eq:$user.id)',
    });
    await alter('tasks', { change_columns: [{ name: 'team_id', rename: 'belongs_to' }] });
    const { data } = (await project.cloudApi<Answer<TableShown>>('/tables/tasks')).body;
    expect(data.rules['read']).toMatchObject({
      where: 'or(title:eq:"a, b",exists(people,group_id:eq:$row.belongs_to,who:eq:$user.id))',
    });
    expect(JSON.stringify(data.rules['delete'])).toContain('$row.belongs_to');
    const user = { id: ANN };
    await project.secretApi('/data/people', { json: { group_id: RED, who: ANN } });
    await project.secretApi('/data/tasks', { json: [{ belongs_to: RED, title: 'hers' }, { title: 'no one’s' }] });
    expect((await project.api<Answer>('/data/tasks', { user })).body.count).toBe(1);
    expect((await project.cloudApi('/tables/tasks', { method: 'DELETE' })).status).toBe(200);
    expect((await project.cloudApi('/tables/people', { method: 'DELETE' })).status).toBe(200);
  });

  it('are part of the schema document, in any order of tables', async () => {
    await save(MEMBER);
    await save('exists(tasks,team_id:eq:$row.team_id,title:eq:$user.id)', 'members');
    const { schema } = (await project.cloudApi<Answer<{ schema: object }>>('/schema')).body.data;
    const other = await server.createProject();
    const put = (json: unknown, at = other) =>
      at.cloudApi<Answer<{ applied: boolean }>>('/schema', { method: 'PUT', json });
    expect((await put(schema)).body).toMatchObject({ data: { applied: true } });
    expect((await other.cloudApi<Answer<{ schema: object }>>('/schema')).body.data.schema).toEqual(schema);
    const text = JSON.stringify(schema).replaceAll('exists(members', 'exists(nobody');
    expect((await put(JSON.parse(text))).body).toMatchObject({
      code: 'invalid_filter',
      error: expect.stringContaining('tables.tasks: rules.read.where'),
    });
  });

  it('are evaluated one by one by rules/test', async () => {
    const where = `or(${MEMBER},exists(members,user_id:eq:$user.id,role:eq:owner))`;
    await save(where);
    await project.secretApi('/data/members', { json: { team_id: 'red', user_id: ANN, role: 'editor' } });
    const made = await project.secretApi<Answer>('/data/tasks', { json: { team_id: 'red' } });
    const person = { email: 'ann@example.com', password: 'correct horse battery' };
    const ann = (await project.cloudApi<Answer>('/users', { json: person })).body.data['id'];
    const test = async (json: object) =>
      (await project.cloudApi<TestedRule>('/tables/tasks/rules/test', { json: { action: 'read', as: ann, ...json } }))
        .body.data;
    const lookups = (first: boolean | null, second: boolean | null) => [
      { table: 'members', where: 'team_id:eq:$row.team_id,user_id:eq:$user.id', held: first },
      { table: 'members', where: 'user_id:eq:$user.id,role:eq:owner', held: second },
    ];
    expect(await test({ row: { team_id: 'red' } })).toMatchObject({ allowed: false, exists: lookups(false, false) });
    await project.secretApi('/data/members', { json: { team_id: 'red', user_id: ann, role: 'editor' } });
    expect(await test({ row: { team_id: 'red' } })).toMatchObject({ allowed: true, exists: lookups(true, false) });
    expect(await test({ row: { team_id: 'blue' } })).toMatchObject({ allowed: false, status: 404 });
    expect(await test({ row_id: made.body.data['id'] })).toMatchObject({ allowed: true, exists: lookups(true, false) });
    expect(await test({})).toMatchObject({ exists: lookups(null, false) });
    await project.secretApi('/data/tasks', { json: [{ team_id: 'red' }, { team_id: 'blue' }] });
    expect(await test({ count: true })).toMatchObject({ rows: 2 });
    expect(await test({ count: true, action: 'delete' })).toMatchObject({ rows: 0 });
    expect(await test({ count: true, rules: { read: 'authenticated' } })).toMatchObject({ rows: 3 });
    expect(await test({})).not.toHaveProperty('rows');
    expect(await test({ as: null })).toMatchObject({ status: 401, exists: lookups(null, false) });
    expect(await test({ action: 'update' })).not.toHaveProperty('exists');
    const draft = { exists: { table: 'members', where: { user_id: '$user.id' } } };
    expect(await test({ rules: { read: { level: 'public', where: draft } } })).toMatchObject({
      exists: [{ table: 'members', where: draft.exists.where, held: true }],
    });
  });
});
