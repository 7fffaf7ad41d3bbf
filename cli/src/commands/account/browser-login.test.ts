import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../server/test/index.ts';
import { createOwner, type TestOperator } from '../../../../server/test/operators.ts';
import { createFolder, type Folder } from '../../../test/run-command.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure } from '../../outcome/failure.ts';

let server: TestServer;
let owner: TestOperator;

beforeAll(async () => {
  server = await startTestServer();
  owner = await createOwner(server);
});
afterAll(() => server?.close());

/** Allows or refuses the sign-in as soon as the command has shown its code. */
function deciding(allow: boolean) {
  const decided = Promise.withResolvers<number>();
  const onNote = (text: string): void => {
    const { user_code: code } = JSON.parse(text) as { user_code: string };
    const answer = owner.api(`/oauth/devices/${code}`, { json: { allow } });
    answer.then(({ status }) => decided.resolve(status), decided.reject);
  };
  return { onNote, decided: decided.promise };
}

/** Logs in by the browser; resolves to the token. */
async function logIn(folder: Folder): Promise<string> {
  const { onNote, decided } = deciding(true);
  expect(await folder.run(['login', '--url', server.url, '--browser', '--json'], { onNote })).toMatchObject({
    exit: 0,
  });
  expect(await decided).toBe(200);
  const text = await readFile(join(folder.path, '../config/credentials.json'), 'utf8');
  const { logins } = JSON.parse(text) as { logins: Record<string, { token: string }> };
  return logins[server.url]?.token ?? '';
}

const statusOf = async (token: string): Promise<number> =>
  (await server.api('/api/cloud/auth/me', { key: token })).status;

test('login in the browser stores a token of the account that allowed it; its code leaves standard output to one document', async () => {
  await using folder = await createFolder();
  const { onNote, decided } = deciding(true);
  const args = ['login', '--url', server.url, '--browser', '--json'];
  const ran = await folder.run(args, { onNote });
  expect(await decided).toBe(200);
  expect(ran, ran.stderr).toMatchObject({ exit: 0 });
  expect(JSON.parse(ran.stderr)).toEqual({
    type: 'code',
    user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    url: `${server.url}/console/device`,
    address: expect.stringContaining('/console/device?code='),
  });
  expect(ran.json()).toEqual({ data: { url: server.url, account: owner.email }, count: 1 });
  expect(ran.stdout).not.toContain('ct_');
  const whoami = await folder.run(['whoami', '--url', server.url, '--json']);
  expect(whoami.json().data).toMatchObject({ account: { email: owner.email }, source: 'login' });
  const tokens = await owner.api('/tokens');
  expect(tokens.body).toMatchObject({
    data: [{ name: expect.stringMatching(/^servicectl( on .+)?$/), projects: null }],
  });
});

test('logout ends the token of a login by the browser on the server', async () => {
  await using folder = await createFolder();
  const token = await logIn(folder);
  expect(await statusOf(token)).toBe(200);
  const ran = await folder.run(['logout', '--json']);
  expect(ran.json()).toEqual({ data: { url: server.url }, count: 1 });
  expect(await statusOf(token)).toBe(401);
  expect((await folder.run(['logout', '--url', server.url, '--json'])).json()).toMatchObject({ count: 0 });
});

test('logout leaves a token that the user handed in', async () => {
  await using folder = await createFolder();
  const made = await owner.api<{ data: { token: string } }>('/tokens', { json: { name: 'shared with CI' } });
  const { token } = made.body.data;
  expect(await folder.run(['login', '--url', server.url], { stdin: token })).toMatchObject({ exit: 0 });
  expect(await folder.run(['logout'])).toMatchObject({ exit: 0 });
  expect(await statusOf(token)).toBe(200);
});

test('logout without the server forgets the login, and says that the token still works', async () => {
  await using folder = await createFolder();
  const gone = 'http://127.0.0.1:1';
  const stored = { token: `ct_${'a'.repeat(43)}`, account: 'ann@example.com', browser: true };
  await folder.write('../config/credentials.json', JSON.stringify({ version: 1, logins: { [gone]: stored } }));
  const ran = await folder.run(['logout', '--json']);
  expect(ran).toMatchObject({ exit: 7 });
  expect(ran.json<{ error: string }>().error).toMatch(/forgotten here, but its token still works: .* Delete it in/);
  expect((await folder.run(['logout', '--url', gone, '--json'])).json()).toMatchObject({ count: 0 });
});

test('a sign-in that is refused in the browser is exit 3, and nothing is stored', async () => {
  await using folder = await createFolder();
  const { onNote, decided } = deciding(false);
  const ran = await folder.run(['login', '--url', server.url, '--browser', '--json'], { onNote });
  expect(await decided).toBe(200);
  expect(ran.json()).toMatchObject({ exit: 3, code: 'access_denied' });
  expect(await folder.run(['whoami', '--url', server.url])).toMatchObject({ exit: 3 });
});

test('Enter at the token prompt shows a code to the user, and Ctrl-C ends the wait', async () => {
  await using folder = await createFolder();
  const stop = new AbortController();
  const ran = await folder.run(['login', '--url', server.url], {
    typed: '\r',
    signal: stop.signal,
    onNote(text) {
      if (!text.includes('or open')) return;
      stop.abort(new Failure('Ended.', { exit: EXIT.interrupted, code: 'interrupted' }));
    },
  });
  expect(ran.exit).toBe(130);
  expect(ran.stderr).toMatch(/Enter: sign in with the browser/);
  expect(ran.stderr).toMatch(/console\/device and type the code [A-Z]{4}-[A-Z]{4}/);
});

test('an unreachable server exits with 7, and two sources of a token are wrong use', async () => {
  await using folder = await createFolder();
  expect(await folder.run(['login', '--url', 'http://127.0.0.1:1', '--browser'])).toMatchObject({ exit: 7 });
  const both = ['login', '--url', server.url, '--browser', '--token-file', '-'];
  expect(await folder.run(both)).toMatchObject({ exit: 2 });
});
