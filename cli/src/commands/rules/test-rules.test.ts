import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../server/test/index.ts';
import { createFolder } from '../../../test/run-command.ts';

const MEMBER = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function openApp() {
  const project = await server.createProject();
  const folder = await createFolder({
    SERVICE_URL: server.url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
  });
  const text = (name: string) => ({ name, type: 'text' });
  await project.createTable({ name: 'members', columns: [text('team_id'), text('user_id')] });
  const rules = { read: { level: 'authenticated', where: MEMBER } };
  await project.createTable({ name: 'tasks', columns: [text('team_id')], rules });
  const person = { email: 'ann@example.com', password: 'correct horse battery' };
  const ann = (await project.cloudApi<{ data: { id: string } }>('/users', { json: person })).body.data.id;
  await project.secretApi('/data/members', { json: { team_id: 'red', user_id: ann } });
  return { ...folder, project };
}

const ask = (team_id: string, expected: unknown, as: unknown = 'ann@example.com') => ({
  as,
  do: 'read',
  table: 'tasks',
  row: { team_id },
  expect: expected,
});

test('cases that pass exit with 0; cases that fail are reported with their reason and exit with 1', async () => {
  await using app = await openApp();
  const good = [
    ask('red', 'yes'),
    ask('blue', 'no'),
    ask('blue', 404),
    ask('red', 401, null),
    ask('red', 'no', { role: 'x' }),
  ];
  await app.write('rules.test.json', JSON.stringify({ cases: good }));
  const passed = await app.run(['rules', 'test', '--json']);
  expect([passed.exit, passed.json().data]).toEqual([0, { cases: 5, differing: [] }]);
  await app.write('bad.json', JSON.stringify({ cases: [...good, ask('blue', 'yes')] }));
  const differs = await app.run(['rules', 'test', 'bad.json', '--json']);
  expect([differs.exit, differs.json().data]).toEqual([
    1,
    {
      cases: 6,
      differing: [
        {
          case: 'ann@example.com · read · tasks {"team_id":"blue"}',
          expected: 'yes',
          got: 'no',
          reason: `The row does not match the rule. ${MEMBER} does not hold.`,
        },
      ],
    },
  ]);
  expect((await app.run(['rules', 'test', 'bad.json'])).stdout).toContain('does not hold');
});

test('--draft tests the rules of schema.json without pushing them', async () => {
  await using app = await openApp();
  const tables = { tasks: { columns: [], rules: { read: 'public' } } };
  await app.write('schema.json', JSON.stringify({ version: 1, tables }));
  await app.write('rules.test.json', JSON.stringify({ cases: [ask('blue', 'yes', null)] }));
  expect(await app.run(['rules', 'test', '--draft'])).toMatchObject({ exit: 0 });
  expect(await app.run(['rules', 'test'])).toMatchObject({ exit: 1 });
});

test.each([
  ['{}', 'cases'],
  ['{"cases":[]}', 'cases'],
  [JSON.stringify({ cases: [{ ...ask('red', 'yes'), more: 1 }] }), 'more'],
  [JSON.stringify({ cases: [ask('red', 'maybe')] }), 'cases[0].expect'],
  [JSON.stringify({ cases: [ask('red', 'yes', 7)] }), 'cases[0].as'],
  [JSON.stringify({ cases: [{ ...ask('red', 'yes'), do: 'drop' }] }), 'cases[0].do'],
  [JSON.stringify({ cases: [{ ...ask('red', 'yes'), row: 'red' }] }), 'cases[0].row'],
])('%s is wrong use', async (document, words) => {
  await using app = await openApp();
  await app.write('rules.test.json', document);
  const { exit, stderr } = await app.run(['rules', 'test']);
  expect([exit, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test('a missing file is wrong use; an unknown user or table is 404', async () => {
  await using app = await openApp();
  expect(await app.run(['rules', 'test'])).toMatchObject({ exit: 2 });
  for (const one of [ask('red', 'yes', 'eve@example.com'), { ...ask('red', 'yes'), table: 'nothing' }]) {
    await app.write('rules.test.json', JSON.stringify({ cases: [one] }));
    expect(await app.run(['rules', 'test'])).toMatchObject({ exit: 4 });
  }
});
