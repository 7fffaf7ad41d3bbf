import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../server/test/index.ts';
import { createFolder } from '../../test/run-command.ts';

let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  [server, other] = await Promise.all([startTestServer(), startTestServer()]);
});
afterAll(() => Promise.all([server.close(), other.close()]));

const JSON_FLAG = '--json';

async function loggedIn() {
  const folder = await createFolder();
  const login = await folder.run(['login', '--url', server.url], { stdin: `${server.adminToken}\n` });
  expect(login).toMatchObject({ exit: 0, stdout: '' });
  return folder;
}

test('a flag overrides the environment, which overrides service.json, which overrides a login', async () => {
  await using folder = await loggedIn();
  const urlOf = async (args: readonly string[], env = {}): Promise<unknown> =>
    (await folder.run(['open', 'docs', JSON_FLAG, ...args], { env })).json().data['url'];
  expect(await urlOf([])).toBe(`${server.url}/docs/`);
  await folder.write('service.json', '{"url": "http://127.0.0.1:3"}');
  expect(await urlOf([])).toBe('http://127.0.0.1:3/docs/');
  expect(await urlOf([], { SERVICE_URL: 'http://127.0.0.1:2' })).toBe('http://127.0.0.1:2/docs/');
  expect(await urlOf(['--url', 'http://127.0.0.1:1'], { SERVICE_URL: 'http://127.0.0.1:2' })).toBe(
    'http://127.0.0.1:1/docs/',
  );
});

test('a stored token is sent only to the server that it was stored for', async () => {
  await using folder = await loggedIn();
  expect(await folder.run(['whoami', JSON_FLAG])).toMatchObject({ exit: 0 });
  await folder.write('service.json', JSON.stringify({ url: other.url }));
  const strange = await folder.run(['whoami', JSON_FLAG]);
  expect(strange).toMatchObject({ exit: 3, stderr: '' });
  expect(strange.json()).toMatchObject({ code: 'no_token', exit: 3 });
});

test('SERVICE_TOKEN and --token-file are not sent to a server that only service.json names', async () => {
  await using folder = await createFolder();
  await folder.write('service.json', JSON.stringify({ url: server.url }));
  const file = await folder.write('../token', server.adminToken);
  const env = { SERVICE_TOKEN: server.adminToken };
  expect(await folder.run(['whoami'], { env })).toMatchObject({ exit: 2 });
  expect(await folder.run(['whoami', '--token-file', file])).toMatchObject({ exit: 2 });
  const named = await folder.run(['whoami', JSON_FLAG, '--url', server.url], { env });
  expect(named.json().data).toMatchObject({ kind: 'admin', url: server.url, project: null, source: 'environment' });
  const piped = await folder.run(['whoami', '--url', server.url, '--token-file', '-', JSON_FLAG], {
    stdin: server.adminToken,
  });
  expect(piped.json().data).toMatchObject({ source: 'flag' });
});

test('only their owner can read credentials, and wider modes are corrected with a warning', async () => {
  await using folder = await loggedIn();
  const file = join(folder.path, '../config/credentials.json');
  const modes = async (): Promise<number[]> =>
    Promise.all([dirname(file), file].map(async (path) => (await stat(path)).mode & 0o777));
  expect(await modes()).toEqual([0o700, 0o600]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    version: 1,
    logins: { [server.url]: { token: server.adminToken, account: 'admin' } },
  });
  await chmod(file, 0o644);
  await chmod(dirname(file), 0o755);
  expect((await folder.run(['whoami'])).stderr).toMatch(/warning: .*credentials\.json had mode 644/);
  expect(await modes()).toEqual([0o700, 0o600]);
  expect((await folder.run(['whoami'])).stderr).toBe('');
  expect((await folder.run(['logout', JSON_FLAG])).json()).toEqual({ data: { url: server.url }, count: 1 });
  expect(await folder.run(['whoami', '--url', server.url])).toMatchObject({ exit: 3 });
});

test('a refused token is not stored', async () => {
  await using folder = await createFolder();
  expect(await folder.run(['login', '--url', server.url], { stdin: 'ct_wrong' })).toMatchObject({ exit: 3 });
  expect(await folder.run(['whoami', '--url', server.url])).toMatchObject({ exit: 3 });
});

test('a token typed at a terminal is not shown', async () => {
  await using folder = await createFolder();
  const login = await folder.run(['login', '--url', server.url], { typed: `${server.adminToken}\r` });
  expect(login).toMatchObject({ exit: 0 });
  expect(login.stdout + login.stderr).not.toContain(server.adminToken);
});

test.each([
  ['an unknown key', '{"databse": "x"}', /unknown key "databse"/],
  ['a key that is nearly right', '{"projct": "x"}', /Did you mean "project"/],
  ['a token', '{"token": "ct_x"}', /must not hold "token"/],
  ['a list', '[]', /must hold an object/],
  ['a number', '{"project": 3}', /"project" .* must be a text/],
  ['a folder outside', '{"dist": "../../etc"}', /below its folder/],
  ['an absolute folder', '{"schema": "/etc/passwd"}', /below its folder/],
  ['a project that leaves its path', '{"url": "http://127.0.0.1:1", "project": "../../x"}', /project id/],
  ['an address with a password', '{"url": "http://u:p@127.0.0.1", "project": "abc"}', /must not hold a user/],
  ['broken JSON', '{\n  "url": "http://127.0.0.1:1",\n  "project" "x"\n}', /service\.json:3:13/],
])('service.json with %s is wrong use, and nothing is sent', async (_what, text, message) => {
  await using folder = await createFolder();
  await folder.write('service.json', text);
  const ran = await folder.run(['tables', 'list', JSON_FLAG]);
  expect(ran).toMatchObject({ exit: 2, stderr: '' });
  expect(ran.json<{ error: string }>().error).toMatch(message);
});

test('service.json is also found in parent folders', async () => {
  await using folder = await createFolder();
  await folder.write('service.json', '{"url": "http://127.0.0.1:9"}');
  await mkdir(join(folder.path, 'a/b'), { recursive: true });
  await writeFile(join(folder.path, 'a/b/x'), '');
  const ran = await folder.run(['open', JSON_FLAG], { cwd: join(folder.path, 'a/b') });
  expect(ran.json().data['url']).toBe('http://127.0.0.1:9/console/');
});

test('without TLS, only a server on this machine gets a token, unless --allow-http is given', async () => {
  await using folder = await createFolder();
  const args = ['open', 'docs', '--url', 'http://192.0.2.1'];
  expect(await folder.run(args)).toMatchObject({ exit: 2 });
  expect(await folder.run([...args, '--allow-http'])).toMatchObject({ exit: 0 });
  for (const url of ['http://localhost:1', 'http://[::1]:1', 'http://127.8.8.8:1']) {
    expect(await folder.run(['open', 'docs', '--url', url])).toMatchObject({ exit: 0 });
  }
  for (const url of ['http://127.0.0.1.example.com', 'http://localhost.example.com']) {
    expect(await folder.run(['open', 'docs', '--url', url])).toMatchObject({ exit: 2 });
  }
});
