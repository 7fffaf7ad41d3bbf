import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../server/test/index.ts';
import { createFolder } from '../../test/run-command.ts';

let server: TestServer;
let project: TestProject;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
  env = { SERVICE_URL: server.url, SERVICE_TOKEN: server.adminToken, SERVICE_PROJECT_ID: project.id };
});
afterAll(() => server.close());

/** A server of our own that counts what it is asked. */
async function listen(answer: RequestListener) {
  let asked = 0;
  const scripted = createServer((req, res) => {
    asked += 1;
    answer(req, res);
  });
  await new Promise<void>((resolve) => scripted.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(scripted.address() as AddressInfo).port}`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      scripted.closeAllConnections();
      await new Promise((resolve) => scripted.close(resolve));
    },
  };
}

test('with --json standard output is one document and standard error is empty, also on failure', async () => {
  await using folder = await createFolder(env);
  const good = await folder.run(['projects', 'show', '--json']);
  expect(good).toMatchObject({ exit: 0, stderr: '' });
  expect(good.json()).toMatchObject({ data: { id: project.id }, count: 1 });
  const missing = await folder.run(['--json', 'tables', 'show', 'todo']);
  expect(missing).toMatchObject({ exit: 4, stderr: '' });
  expect(missing.json()).toEqual({
    error: expect.stringContaining('todo'),
    code: 'table_not_found',
    exit: 4,
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const wrong = await folder.run(['tables', 'shw', '--json']);
  expect(wrong).toMatchObject({ exit: 2, stderr: '' });
  expect(wrong.json()).toMatchObject({ code: 'wrong_use', exit: 2 });
});

test('a failure says what, with which request, and what to try', async () => {
  await using folder = await createFolder(env);
  const { exit, stdout, stderr } = await folder.run(['tables', 'show', 'todo']);
  expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' });
  expect(stderr).toMatch(
    /^error: .*todo.* \(table_not_found\)\n {2}request [0-9a-f-]{36} · GET http.*\n {2}try: servicectl tables list\n$/,
  );
});

test.each([
  [['tabels', 'list'], /tables/],
  [['whoami', '--jsno'], /--json/],
  [['projects', 'lst'], /list/],
])('an unknown word %j is answered with the nearest', async (args, meant) => {
  await using folder = await createFolder(env);
  const ran = await folder.run(args);
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toMatch(meant);
});

test('a list is tab-separated under a header for programs, and aligned for people', async () => {
  await using folder = await createFolder(env);
  await project.createTable({ name: 'aligned', columns: [{ name: 'title', type: 'text' }] });
  const plain = await folder.run(['tables', 'list']);
  expect(plain.stdout).toMatch(/^name\tcolumns\tread\tcreate\tupdate\tdelete\n/);
  expect(plain.stdout).toContain('aligned\t5\tprivate\tprivate\tprivate\tprivate\n');
  expect(plain.stdout).not.toContain('\u001b');
  const shown = await folder.run(['tables', 'list'], { typed: '' });
  expect(shown.stdout).toContain('\u001b[1mNAME     ');
  for (const args of [['--no-color'], []]) {
    const calm = await folder.run(['tables', 'list', ...args], {
      typed: '',
      env: args.length ? {} : { NO_COLOR: '1' },
    });
    expect(calm.stdout + calm.stderr).not.toContain('\u001b');
  }
});

test('what destroys data is not done without the id, and --yes is not enough', async () => {
  await using folder = await createFolder(env);
  const { id } = await server.createProject();
  const asked = ['projects', 'delete', id];
  expect(await folder.run([...asked, '--yes'])).toMatchObject({ exit: 5 });
  expect(await folder.run([...asked, '--confirm', 'another'])).toMatchObject({ exit: 5 });
  expect(await folder.run(asked, { typed: 'no\n' })).toMatchObject({ exit: 5 });
  expect(await folder.run(['projects', 'show', id])).toMatchObject({ exit: 0 });
  expect(await folder.run(asked, { typed: `${id}\n` })).toMatchObject({ exit: 0 });
  expect(await folder.run(['projects', 'show', id])).toMatchObject({ exit: 4 });
});

test.each([
  ['Ctrl-C', '\u0003', 130],
  ['the end of input', '\u0004', 5],
  ['nothing', '', 5],
])('a question that is answered by %s changes nothing', async (_how, typed, exit) => {
  await using folder = await createFolder(env);
  expect(await folder.run(['projects', 'delete', project.id], { typed })).toMatchObject({ exit, stdout: '' });
  expect(await folder.run(['projects', 'show', project.id])).toMatchObject({ exit: 0 });
});

test('a secret among the arguments is refused before anything is sent', async () => {
  await using folder = await createFolder(env);
  const ran = await folder.run(['projects', 'create', 'ct_abcdefghijklmnopqrstuvwxyz', '--json']);
  expect(ran).toMatchObject({ exit: 2 });
  expect(ran.stdout + ran.stderr).not.toContain('ct_abcdef');
});

test('a wrong token is exit 3, a server that is not there 7', async () => {
  await using folder = await createFolder(env);
  expect(await folder.run(['whoami'], { env: { SERVICE_TOKEN: 'wrong' } })).toMatchObject({ exit: 3 });
  const gone = await folder.run(['projects', 'create', 'x', '--json', '--url', 'http://127.0.0.1:1']);
  expect(gone.json()).toMatchObject({ exit: 7, code: 'unreachable' });
});

test('reads are tried four times, changes once, and no redirect is followed', async () => {
  await using folder = await createFolder(env);
  await using busy = await listen((_req, res) => res.writeHead(503, { 'retry-after': '0' }).end('{}'));
  expect(await folder.run(['projects', 'list', '--url', busy.url])).toMatchObject({ exit: 7 });
  expect(busy.asked()).toBe(4);
  expect(await folder.run(['projects', 'create', 'x', '--url', busy.url])).toMatchObject({ exit: 7 });
  expect(busy.asked()).toBe(5);
  await using away = await listen((_req, res) => res.writeHead(302, { location: busy.url }).end());
  const moved = await folder.run(['projects', 'list', '--json', '--url', away.url]);
  expect(moved.json()).toMatchObject({ exit: 1, code: 'redirected' });
  expect(busy.asked()).toBe(5);
});

test('an answer of something else is told apart from one of the service', async () => {
  await using folder = await createFolder(env);
  await using page = await listen((_req, res) => res.end('<html>'));
  expect((await folder.run(['projects', 'list', '--json', '--url', page.url])).json()).toMatchObject({
    code: 'strange_answer',
  });
});

test('what a stranger wrote cannot move the cursor of a terminal', async () => {
  await using folder = await createFolder(env);
  await server.adminApi('/api/cloud/projects', {
    json: { name: 'evil\u001b]0;title\u0007\u202egnp.exe', id: 'evil-name' },
  });
  const shown = await folder.run(['projects', 'list'], { typed: '' });
  for (const character of ['\u001b]', '\u0007', '\u202e']) expect(shown.stdout).not.toContain(character);
});

test('help and the version are documents too', async () => {
  await using folder = await createFolder();
  const words = await folder.run(['help', 'rows', 'export']);
  expect(words).toMatchObject({ exit: 0, stdout: expect.stringContaining('Usage: servicectl rows export') });
  expect((await folder.run(['--version', '--json'])).json().data['version']).toMatch(/^\d+\.\d+\.\d+$/);
  const help = await folder.run(['projects', '--help']);
  expect(help).toMatchObject({ exit: 0, stderr: '' });
  expect(help.stdout).toContain('Usage: servicectl projects');
});

test.each(['bash', 'zsh', 'fish'])('%s gets a completion that knows every command', async (shell) => {
  await using folder = await createFolder();
  const { exit, stdout } = await folder.run(['completion', shell]);
  expect(exit).toBe(0);
  for (const word of ['projects', 'tables', 'whoami', 'completion']) expect(stdout).toContain(word);
});
