import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../server/test/index.ts';
import { createOwner, type TestOperator } from '../../../../server/test/operators.ts';
import { createFolder } from '../../../test/run-command.ts';
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
  const onOutput = (text: string): void => {
    const { user_code: code } = JSON.parse(text.split('\n')[0] ?? '{}') as { user_code?: string };
    if (code === undefined) return;
    const answer = owner.api(`/oauth/devices/${code}`, { json: { allow } });
    answer.then(({ status }) => decided.resolve(status), decided.reject);
  };
  return { onOutput, decided: decided.promise };
}

test('login in the browser stores a token of the account that allowed it', async () => {
  await using folder = await createFolder();
  const { onOutput, decided } = deciding(true);
  const args = ['login', '--url', server.url, '--browser', '--json'];
  const ran = await folder.run(args, { onOutput });
  expect(await decided).toBe(200);
  expect(ran, ran.stdout).toMatchObject({ exit: 0, stderr: '' });
  const [code = '', done = ''] = ran.stdout.trim().split('\n');
  expect(JSON.parse(code)).toEqual({
    type: 'code',
    user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    url: `${server.url}/console/device`,
    address: expect.stringContaining('/console/device?code='),
  });
  expect(JSON.parse(done)).toEqual({ data: { url: server.url, account: owner.email }, count: 1 });
  expect(ran.stdout).not.toContain('ct_');
  const whoami = await folder.run(['whoami', '--url', server.url, '--json']);
  expect(whoami.json().data).toMatchObject({ account: { email: owner.email }, source: 'login' });
  const tokens = await owner.api('/tokens');
  expect(tokens.body).toMatchObject({
    data: [{ name: expect.stringMatching(/^servicectl( on .+)?$/), projects: null }],
  });
});

test('a sign-in that the user refuses in the browser exits with 3 and stores nothing', async () => {
  await using folder = await createFolder();
  const { onOutput, decided } = deciding(false);
  const ran = await folder.run(['login', '--url', server.url, '--browser', '--json'], { onOutput });
  expect(await decided).toBe(200);
  expect(JSON.parse(ran.stdout.trim().split('\n')[1] ?? '')).toMatchObject({ exit: 3, code: 'access_denied' });
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
