import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../server/test/index.ts';
import { startCuttingProxy } from '../../../test/cutting-proxy.ts';
import { openApp } from '../../../test/open-app.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure } from '../../outcome/failure.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

describe('functions', () => {
  const packages = {
    'node_modules/esm-one/package.json': '{"name":"esm-one","type":"module","exports":"./i.js"}',
    'node_modules/esm-one/i.js': 'import { deep } from "deep"; export const one = () => deep("one"); export default 1;',
    'node_modules/cjs-two/package.json': '{"name":"cjs-two","main":"./i.js"}',
    'node_modules/cjs-two/i.js':
      'const path = require("path"); exports.two = () => path.posix.join("two", require("deep").deep("x"));',
    'node_modules/deep/package.json': '{"name":"deep","exports":{"workerd":"./w.mjs","default":"./d.js"}}',
    'node_modules/deep/w.mjs': 'export const deep = (x) => "workerd " + x;',
    'node_modules/deep/d.js': 'throw new Error("not for functions");',
  };

  test('that come with an integration have no date of a deployment', async () => {
    await using app = await openApp(server);
    const json = { provider: 'stripe', secret_key: 'sk_test_x', webhook_secret: 'whsec_x' };
    await app.project.cloudApi('/integrations/payments', { method: 'PUT', json });
    const { stdout } = await app.run(['functions', 'list']);
    expect(stdout).toContain('process_payment\thttp\tauthenticated\t\ttrue\ttemplate\t0\t\n');
  });

  test('deploy with their packages, run, and appear in lists and logs', async () => {
    await using app = await openApp(server);
    for (const [file, text] of Object.entries(packages)) await app.write(file, text);
    await app.write('functions/lib/word.ts', 'export const word: string = "hello";');
    await app.write(
      'functions/greet.ts',
      `import { one } from 'esm-one';
      import { two } from 'cjs-two';
      import { word } from './lib/word.ts';
      export const config = { access: 'private' };
      export default (ctx: { payload: { name: string } }) => [word, one(), two(), ctx.payload.name];`,
    );
    const deployed = await app.run(['functions', 'deploy', '--json']);
    expect(deployed.json(), deployed.stdout).toMatchObject({
      data: [{ name: 'greet', access: 'private', version: 1 }],
      count: 1,
    });
    const shown = await app.project.cloudApi<{ data: { files: object } }>('/functions/greet');
    expect(Object.keys(shown.body.data.files)).toEqual(
      expect.arrayContaining([
        'index.ts',
        'lib/word.ts',
        'node_modules/esm-one/index.js',
        'node_modules/cjs-two/index.js',
      ]),
    );
    const ran = await app.run(['functions', 'run', 'greet', '--payload', '-', '--json'], { stdin: '{"name":"Ann"}' });
    expect(ran.json().data).toMatchObject({ status: 'succeeded' });
    expect((await app.run(['functions', 'deploy', 'gret'])).stderr).toContain('Did you mean "greet"?');
    await app.write('functions/bad.ts', 'export default () => { throw new Error("no"); };');
    await app.run(['functions', 'deploy', 'bad']);
    const failing = await app.run(['functions', 'run', 'bad', '--quiet']);
    expect(failing).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringMatching(/^error: no\n/) });
    expect((await app.run(['functions', 'logs', 'bad'])).stdout).toMatch(/^\S+Z bad error Error: no\n/);
    const asJson = await app.run(['functions', 'run', 'bad', '--json']);
    expect([asJson.exit, asJson.json()]).toMatchObject([
      1,
      { data: { status: 'failed', error: expect.stringMatching(/^Error: no\n/) }, count: 1 },
    ]);
    await app.run(['functions', 'secrets', 'set', 'API_KEY'], { stdin: 'secret value\n' });
    expect((await app.run(['functions', 'secrets', 'list'])).stdout).toContain('API_KEY');
    for (const payload of ['{bad', '@gone.json']) {
      expect(await app.run(['functions', 'run', 'greet', '--payload', payload])).toMatchObject({ exit: 2 });
    }
  });

  test.each([
    [
      'a package that is not installed',
      "import 'missing';",
      'functions/greet.ts:2:8: The package "missing" is not installed.',
    ],
    ['a missing file', "import './gone.ts';", 'functions/greet.ts:2:8: There is no file "./gone.ts".'],
    ['a file outside of the folder', "import '../secret.ts';", 'stands outside of the folder'],
    ['a native package', "import 'native';", 'is native'],
    ['a mistake', 'export default () => {', 'functions/greet.ts:2:23'],
  ])('with %s fail with the position before anything is sent', async (_what, line, message) => {
    await using app = await openApp(server);
    await app.write('secret.ts', 'export const secret = 1;');
    await app.write('node_modules/native/package.json', '{"name":"native","main":"./x.node"}');
    await app.write('node_modules/native/x.node', 'ELF');
    await app.write('functions/greet.ts', `// first line\n${line}`);
    await app.write('functions/good.ts', 'export default () => 1;');
    const ran = await app.run(['functions', 'deploy', '--json']);
    expect(ran.json<{ error: string }>()).toMatchObject({
      code: 'invalid_source',
      error: expect.stringContaining(message),
    });
    expect((await app.run(['functions', 'list', '--json'])).json()).toEqual({ data: [], count: 0 });
  });
});

test('logs shows entries since a time, and follows them until the command ends', async () => {
  await using app = await openApp(server);
  await app.write('functions/talk.ts', 'export default (ctx: { payload: string }) => { console.warn(ctx.payload); };');
  await app.run(['functions', 'deploy']);
  const talk = (payload: string) => app.run(['functions', 'run', 'talk', '--payload', JSON.stringify(payload)]);
  await talk('one');
  const shown = await app.run(['functions', 'logs', 'talk', '--since', '1h', '--json']);
  expect(shown.json(), shown.stdout).toMatchObject({ data: [{ level: 'warn', message: 'one' }], count: 1 });
  const later = await app.run(['functions', 'logs', '--since', '2100-01-01T00:00:00Z', '--json']);
  expect(later.json()).toEqual({ data: [], count: 0 });
  const stop = new AbortController();
  const messages: string[] = [];
  const following = app.run(['functions', 'logs', '--follow', '--json'], {
    signal: stop.signal,
    onOutput(text) {
      const { message } = JSON.parse(text);
      // The end of the log is a separate document.
      if (message === undefined) return;
      messages.push(message);
      if (messages.length === 1) void talk('two');
      else stop.abort(new Failure('Ended.', { exit: EXIT.interrupted, code: 'interrupted' }));
    },
  });
  expect((await following).exit).toBe(130);
  expect(messages).toEqual(['one', 'two']);
});

test('logs --follow survives a restart of the server without losing or repeating a line', async () => {
  // More cuts than the retries of one read.
  const cuts = { path: /\/logs\?.*after=/, afterBytes: 0, times: 5 };
  await using proxy = await startCuttingProxy(server.url, cuts);
  await using app = await openApp(server);
  await app.write('functions/talk.ts', 'export default (ctx: { payload: string }) => { console.log(ctx.payload); };');
  await app.run(['functions', 'deploy']);
  const talk = (payload: string) => app.run(['functions', 'run', 'talk', '--payload', JSON.stringify(payload)]);
  await talk('before');
  const stop = new AbortController();
  const messages: string[] = [];
  const following = app.run(['functions', 'logs', '--follow'], {
    env: { SERVICE_URL: proxy.url },
    signal: stop.signal,
    onOutput(text) {
      messages.push(
        ...text
          .trim()
          .split('\n')
          .map((line) => line.split(' ').at(-1) ?? ''),
      );
      if (messages.length === 1) void talk('meanwhile');
      if (messages.length === 2) void talk('afterwards');
      if (messages.length === 3) stop.abort(new Failure('Ended.', { exit: EXIT.interrupted, code: 'interrupted' }));
    },
  });
  const { exit, stderr } = await following;
  expect({ exit, messages }).toEqual({ exit: 130, messages: ['before', 'meanwhile', 'afterwards'] });
  expect(stderr).toMatch(/was not reached.*Waiting for it\.\nThe server is there again\./);
});

test('secrets are read from standard input and never shown', async () => {
  await using app = await openApp(server);
  expect((await app.run(['functions', 'secrets', 'set', 'API_KEY'], { stdin: '' })).exit).toBe(2);
  const set = await app.run(['functions', 'secrets', 'set', 'API_KEY', '--json'], { stdin: 'a secret value' });
  expect(set.json()).toEqual({ data: { name: 'API_KEY' }, count: 1 });
  const listed = await app.run(['functions', 'secrets', 'list', '--json']);
  expect(listed.stdout).toContain('API_KEY');
  expect(listed.stdout).not.toContain('a secret value');
  expect(await app.run(['functions', 'secrets', 'unset', 'API_KEY'])).toMatchObject({ exit: 5 });
  expect(await app.run(['functions', 'secrets', 'unset', 'API_KEY', '--yes'])).toMatchObject({ exit: 0 });
  expect((await app.run(['functions', 'secrets', 'list', '--json'])).json()).toEqual({ data: [], count: 0 });
});
