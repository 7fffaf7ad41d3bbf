import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../server/test/index.ts';
import { createFolder } from '../../test/run-command.ts';
import { COMMANDS } from '../commands/index.ts';
import { EXIT } from '../outcome/exit-codes.ts';
import { Failure } from '../outcome/failure.ts';
import { listResult, recordResult } from '../outcome/result.ts';
import { Output } from '../output/output.ts';
import { GROUPS } from './groups.ts';

let server: TestServer;
let project: TestProject;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
  env = { SERVICE_URL: server.url, SERVICE_TOKEN: server.adminToken, SERVICE_PROJECT_ID: project.id };
});
afterAll(() => server.close());

/** A server that counts its requests. */
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

test('with --json, standard output is one document and standard error is empty, also after a failure', async () => {
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

test('an error names the problem, the request and the next step', async () => {
  await using folder = await createFolder(env);
  const { exit, stdout, stderr } = await folder.run(['tables', 'show', 'todo']);
  expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' });
  expect(stderr).toMatch(
    /^error: .*todo.* \(table_not_found\)\n {2}request [0-9a-f-]{36} · GET http.*\n {2}try: servicectl tables list\n$/,
  );
});

test('an error says each problem of a field once', async () => {
  await using folder = await createFolder(env);
  await using refusing = await listen((_req, res) => {
    const fields = { name: 'is required', a: 'is odd', b: 'is odd', d: 'is odd' };
    const error = 'name is required; a is odd; b is odd.';
    res.writeHead(400, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ error, code: 'validation_failed', details: { fields } }));
  });
  const several = await folder.run(['projects', 'show', '--url', refusing.url]);
  expect(several.stderr).toMatch(
    /^error: name is required; a is odd; b is odd\. \(validation_failed\)\n {2}d: is odd\n {2}GET .*\n$/,
  );
});

test.each([
  ['an empty file', ['restore', '']],
  ['an empty name in the path of a request', ['tables', 'show', '']],
  ['an empty name among others', ['functions', 'deploy', 'a', '']],
])('%s is wrong use and sends nothing', async (_what, args) => {
  await using folder = await createFolder(env);
  await using silent = await listen((_req, res) => res.end());
  const ran = await folder.run(args, { env: { SERVICE_URL: silent.url } });
  expect(ran).toMatchObject({ exit: 2, stderr: expect.stringMatching(/^error: .* is empty\./) });
  expect(silent.asked()).toBe(0);
});

test.each([
  [['tabels', 'list'], /tables/],
  [['whoami', '--jsno'], /--json/],
  [['projects', 'lst'], /list/],
])('an unknown word %j is answered with the nearest known one', async (args, meant) => {
  await using folder = await createFolder(env);
  const ran = await folder.run(args);
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toMatch(meant);
});

test('lists are tab-separated with a header for programs, and aligned for people', async () => {
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

test('an empty list is a header for programs and a sentence for people', async () => {
  await using folder = await createFolder(env);
  const plain = await folder.run(['webhooks', 'list']);
  expect([plain.stdout, plain.stderr]).toEqual([expect.stringMatching(/^id\ttable\t/), '']);
  expect(await folder.run(['webhooks', 'list'], { typed: '' })).toMatchObject({
    stdout: '',
    stderr: 'There are none.\n',
  });
  await project.createTable({ name: 'empty', columns: [{ name: 'title', type: 'text' }] });
  expect(await folder.run(['rows', 'list', 'empty'])).toMatchObject({ exit: 0, stdout: '', stderr: '' });
  await folder.write('rules.test.json', '{"cases": [{"as": null, "do": "read", "table": "empty", "expect": "no"}]}');
  const passed = '1 of 1 cases are as expected.\n';
  expect(await folder.run(['rules', 'test'], { typed: '' })).toMatchObject({ stdout: '', stderr: passed });
  expect(await folder.run(['rules', 'test'])).toMatchObject({ stderr: passed });
});

test('commands that destroy data require the project’s id; --yes is not enough', async () => {
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
])('answering a question with %s changes nothing', async (_how, typed, exit) => {
  await using folder = await createFolder(env);
  expect(await folder.run(['projects', 'delete', project.id], { typed })).toMatchObject({ exit, stdout: '' });
  expect(await folder.run(['projects', 'show', project.id])).toMatchObject({ exit: 0 });
});

test('a secret in the arguments is refused before anything is sent', async () => {
  await using folder = await createFolder(env);
  const ran = await folder.run(['projects', 'create', 'ct_abcdefghijklmnopqrstuvwxyz', '--json']);
  expect(ran).toMatchObject({ exit: 2 });
  expect(ran.stdout + ran.stderr).not.toContain('ct_abcdef');
});

test('a wrong token exits with 3, an unreachable server with 7', async () => {
  await using folder = await createFolder(env);
  expect(await folder.run(['whoami'], { env: { SERVICE_TOKEN: 'wrong' } })).toMatchObject({ exit: 3 });
  const gone = await folder.run(['projects', 'create', 'x', '--json', '--url', 'http://127.0.0.1:1']);
  expect(gone.json()).toMatchObject({ exit: 7, code: 'unreachable' });
});

test('reads are tried four times, changes once, and redirects are not followed', async () => {
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

test('an answer that is not from the service is recognised', async () => {
  await using folder = await createFolder(env);
  await using page = await listen((_req, res) => res.end('<html>'));
  expect((await folder.run(['projects', 'list', '--json', '--url', page.url])).json()).toMatchObject({
    code: 'strange_answer',
  });
});

test('text from strangers cannot move the cursor of a terminal', async () => {
  await using folder = await createFolder(env);
  await server.adminApi('/api/cloud/projects', {
    json: { name: 'evil\u001b]0;title\u0007\u202egnp.exe', id: 'evil-name' },
  });
  const shown = await folder.run(['projects', 'list'], { typed: '' });
  for (const character of ['\u001b]', '\u0007', '\u202e']) expect(shown.stdout).not.toContain(character);
});

const EVIL = 'evil\u001b[2J\u009b2J\u007f';

test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }, {}])(
  'text from strangers cannot control the terminal, with the environment %j',
  async (plain) => {
    await using folder = await createFolder(env);
    const table = await project.createTable({
      name: `evil_${Object.keys(plain).join('').toLowerCase()}`,
      columns: [{ name: 'title', type: 'text' }],
    });
    await project.secretApi(`/data/${table}`, { json: { title: EVIL } });
    for (const format of ['csv', 'ndjson']) {
      const args = ['rows', 'export', table, '--format', format, '--select', 'title'];
      const shown = await folder.run(args, { typed: '', env: plain });
      expect(shown.stdout).toMatch(/evil.{4,6}\[2J\\x9b2J\\x7f/);
      expect(shown.stdout).not.toContain('\u001b');
      // A program gets the unchanged bytes.
      expect((await folder.run(args, { env: plain })).stdout).toContain('\u009b2J');
    }
  },
);

test.each([true, false])(
  'a list shows control characters from strangers as text (dumb terminal: %s)',
  async (isDumb) => {
    let text = '';
    const stdout = Object.assign(new PassThrough(), { isTTY: true });
    stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    const streams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
    const output = new Output(streams, { isJson: false, isQuiet: false, hasColor: false, isDumb });
    await output.result(listResult({ data: [{ name: EVIL }] }, ['name']));
    await output.result(recordResult({ name: EVIL }));
    expect(text.split('evil\\x1b[2J\\x9b2J\\x7f')).toHaveLength(3);
    expect(text).not.toContain('\u001b');
  },
);

test('JSON output contains no terminal control characters and parses to the same document', async () => {
  await using folder = await createFolder(env);
  const table = await project.createTable({ name: 'evil_json', columns: [{ name: 'title', type: 'text' }] });
  const reversed = `${EVIL}\u202egpj.exe\u2066`;
  await project.secretApi(`/data/${table}`, { json: { title: reversed } });
  const shown = await folder.run(['rows', 'export', table, '--json', '--select', 'title']);
  expect(shown.stdout).not.toContain('\u009b');
  expect(shown.stdout).not.toContain('\u007f');
  expect(shown.stdout).not.toContain('\u202e');
  expect(JSON.parse(shown.stdout).data[0]['title']).toBe(reversed);
});

test('NO_COLOR removes only the colours', async () => {
  await using folder = await createFolder(env);
  await project.createTable({ name: 'calm', columns: [{ name: 'title', type: 'text' }] });
  const shown = await folder.run(['tables', 'list'], { typed: '', env: { NO_COLOR: '1' } });
  expect(shown.stdout).toMatch(/^NAME {2,}COLUMNS/);
  const { id } = await server.createProject();
  const asked = await folder.run(['projects', 'delete', id], { typed: `${id}\n`, env: { NO_COLOR: '1' } });
  expect(asked).toMatchObject({ exit: 0 });
});

test('no message shows a secret from service.json', async () => {
  await using folder = await createFolder(env);
  const secret = 'ct_abcdefghijklmnopqrstuvwxyz';
  for (const text of [
    JSON.stringify({ project: secret }),
    JSON.stringify({ dist: `/${secret}` }),
    JSON.stringify({ [secret]: 'x' }),
    JSON.stringify({ url: `https://u:${secret}@x.example` }),
    `{"token": "${secret}" oops`,
  ]) {
    await folder.write('service.json', text);
    const ran = await folder.run(['tables', 'list', '--json']);
    expect([text, ran.exit]).toEqual([text, 2]);
    expect(ran.stdout + ran.stderr).not.toContain('ct_abcdef');
  }
});

test('every group of commands has an example, and help fits a narrow terminal', async () => {
  await using folder = await createFolder();
  for (const name of [...COMMANDS.map((command) => command.name), ...Object.keys(GROUPS)]) {
    const shown = await folder.run([...name.split(' '), '--help'], { typed: '', columns: 40 });
    expect([name, shown.exit, shown.stdout]).toEqual([name, 0, expect.stringContaining('$ servicectl ')]);
    const wide = shown.stdout.split('\n').filter((line) => line.length > 40 && line.trim().includes(' '));
    expect([name, wide]).toEqual([name, []]);
  }
  await using narrow = await createFolder({ COLUMNS: '40' });
  const inPager = await narrow.run(['rows', '--help']);
  const wide = inPager.stdout.split('\n').filter((line) => line.length > 40 && line.trim().includes(' '));
  expect(wide).toEqual([]);
});

test('every group of commands says what it is for', () => {
  const names = new Set(COMMANDS.map(({ name }) => name));
  const groups = [...names].flatMap((name) => (name.includes(' ') ? [name.slice(0, name.lastIndexOf(' '))] : []));
  expect(groups.filter((group) => !names.has(group) && GROUPS[group] === undefined)).toEqual([]);
});

test('an import that Ctrl-C ends says how many rows came in and how to continue', async () => {
  const stop = new AbortController();
  const stored = [3, 5];
  await using scripted = await listen((req, res) => {
    if (req.method === 'GET') res.end(JSON.stringify({ data: { name: 'todos', row_count: stored.shift() }, count: 1 }));
    else stop.abort(new Failure('Ended by SIGINT.', { exit: EXIT.interrupted, code: 'interrupted' }));
  });
  await using folder = await createFolder({ ...env, SERVICE_URL: scripted.url });
  const file = await folder.write('todos.csv', 'title\na\n');
  const ran = await folder.run(['rows', 'import', 'todos', file], { signal: stop.signal });
  expect(ran.exit).toBe(EXIT.interrupted);
  expect(ran.stderr).toMatch(/^error: Ended by SIGINT\. .*'todos' has 2 rows more than before\. To go on, /);
});

test('an https: address of a server that speaks plain HTTP gets an error that says so', async () => {
  await using folder = await createFolder(env);
  const url = server.url.replace('http:', 'https:');
  const ran = await folder.run(['projects', 'create', 'x', '--url', url]);
  expect([ran.exit, ran.stderr]).toEqual([7, expect.stringContaining('it answers plain HTTP, not HTTPS')]);
});

test.each([
  ['[]', 'is a list'],
  ['1', 'is a single value'],
])('a schema.json that is %s is reported', async (text, problem) => {
  await using folder = await createFolder(env);
  await folder.write('schema.json', text);
  const ran = await folder.run(['push', '--project', project.id]);
  expect([ran.exit, ran.stderr]).toEqual([2, expect.stringContaining(`schema.json ${problem}`)]);
});

test('help and the version go to standard output, the version also as JSON', async () => {
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
  for (const word of ['projects', 'tables', 'whoami', 'completion', 'fish']) expect(stdout).toContain(word);
});

test('the completion of zsh answers the Tab that loads it from a file in fpath', async () => {
  await using folder = await createFolder();
  const { stdout } = await folder.run(['completion', 'zsh']);
  expect(stdout).toMatch(/^#compdef servicectl\n/);
  expect(stdout).toMatch(
    /\nif \[\[ "\$funcstack\[1\]" == _servicectl \]\]; then _servicectl "\$@"\nelif .*compdef.*; fi\n$/,
  );
});
