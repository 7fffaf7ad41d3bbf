import { expect, test } from 'vitest';
import { type Answer, startTestServer, type TestProject } from '../../../test/index.ts';
import { createVisitor, signUp, USER_PASSWORD, type Visitor } from '../../../test/visitor.ts';
import { backUp, restore } from '../../../test/whole-project.ts';

const MEMBER = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)';
const OF_OWNER = {
  exists: { table: 'members', where: { team_id: '$row.team_id', user_id: '$user.id', role: 'owner' } },
};

/** `a_tasks` sorts before the table that its rules look into, and the rules of `members` look into both. */
async function createTeam(project: TestProject, userId: string): Promise<void> {
  const text = (name: string) => ({ name, type: 'text' });
  await project.createTable({ name: 'a_tasks', columns: [text('team_id')] });
  await project.createTable({
    name: 'members',
    columns: [text('team_id'), text('user_id'), { ...text('role'), enum: ['owner', 'editor'] }],
    indexes: [{ columns: ['user_id', 'team_id'], unique: true }],
    rules: {
      read: { level: 'authenticated', where: MEMBER },
      create: { level: 'authenticated', where: 'exists(a_tasks,team_id:eq:$row.team_id,owner_id:eq:$user.id)' },
    },
  });
  const read = { level: 'public', where: `or(${MEMBER},not(exists(members,team_id:eq:$row.team_id)))` };
  const json = { rules: { read, delete: { level: 'authenticated', where: OF_OWNER } } };
  expect((await project.cloudApi('/tables/a_tasks', { method: 'PATCH', json })).status).toBe(200);
  await project.secretApi('/data/members', { json: { team_id: 'red', user_id: userId, role: 'editor' } });
  await project.secretApi('/data/a_tasks', { json: [{ team_id: 'red' }, { team_id: 'blue' }] });
}

async function teamsSeen({ api }: Pick<Visitor, 'api'>): Promise<readonly unknown[]> {
  const { body } = await api<Answer<readonly Record<string, unknown>[]>>('/data/a_tasks?order=team_id');
  return body.data.map(({ team_id }) => team_id);
}

async function expectSameRules(project: TestProject, email: string, rules: readonly unknown[]): Promise<void> {
  const member = createVisitor(project.api);
  expect((await member.api('/auth/login', { json: { email, password: USER_PASSWORD } })).status).toBe(200);
  expect(await teamsSeen(member)).toEqual(['blue', 'red']);
  expect(await teamsSeen(await signUp(project.api))).toEqual(['blue']);
  expect(await rulesOf(project)).toEqual(rules);
  expect((await member.api('/data/a_tasks?filter=team_id:eq:red', { method: 'DELETE' })).body).toMatchObject({
    count: 0,
  });
  const dropped = await project.cloudApi('/tables/members', { method: 'DELETE' });
  expect(dropped.body).toMatchObject({ code: 'in_use', details: { table: 'a_tasks' } });
}

async function rulesOf({ cloudApi }: TestProject): Promise<readonly unknown[]> {
  const shown = ['a_tasks', 'members'].map((name) => cloudApi<Answer>(`/tables/${name}`));
  return (await Promise.all(shown)).map(({ body }) => body.data['rules']);
}

test('rules with exists(…) still work after an archive is restored on the other engine and back', async () => {
  await using sqlite = await startTestServer({ engine: 'sqlite' });
  await using postgres = await startTestServer({ engine: 'postgres' });
  const source = await sqlite.createProject();
  const { user, email } = await signUp(source.api);
  await createTeam(source, user.id);
  const rules = await rulesOf(source);
  await expectSameRules(source, email, rules);
  let [from, at] = [sqlite, source];
  for (const to of [postgres, sqlite]) {
    const archive = await backUp(from, at);
    const target = await to.createProject();
    const restored = await restore(to, target, archive);
    expect(restored).toMatchObject({ status: 200, body: { data: { state: 'done', left_out: [], error: null } } });
    await expectSameRules(target, email, rules);
    [from, at] = [to, target];
  }
}, 120_000);
