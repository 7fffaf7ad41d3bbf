import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandApp, createCommandApp } from './harness/packed-command.ts';
import { ADMIN_TOKEN, type ServiceProcess, startService } from './harness/service-process.ts';

const SCHEMA = {
  version: 1,
  tables: { todos: { columns: [{ name: 'title', type: 'text' }], rules: { read: 'public', create: 'public' } } },
};
const GREET = `import { greeting } from 'greetings';
export const config = { access: 'public' };
export default (ctx) => { console.log('greeted', ctx.payload.name); return greeting + ctx.payload.name; };
`;

let service: ServiceProcess;
let app: CommandApp;

beforeAll(async () => {
  service = await startService();
  app = await createCommandApp({ SERVICE_URL: service.url, SERVICE_TOKEN: ADMIN_TOKEN });
  await app.write('node_modules/greetings/package.json', '{"name":"greetings","type":"module","main":"index.js"}');
  await app.write('node_modules/greetings/index.js', 'export const greeting = "Hello ";');
}, 120_000);
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await service?.stop();
});

test('the packed command takes an app from an empty folder to a backup and back', async () => {
  expect((await app.run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await app.data('init', '--create', 'My shop', '--id', 'my-shop')).toMatchObject({ project: 'my-shop' });
  expect(await readdir(app.folder)).toEqual(
    expect.arrayContaining(['.env', 'schema.json', 'service-env.d.ts', 'service.json']),
  );
  await app.write('schema.json', JSON.stringify(SCHEMA));
  expect((await app.run('diff')).exit).toBe(6);
  expect(await app.data('push', '--yes')).toMatchObject({ applied: true });
  expect((await app.run('types', '--check')).exit).toBe(6);
  await app.data('types');
  expect(await readFile(join(app.folder, 'service-env.d.ts'), 'utf8')).toContain('todos');
  await app.write('rows.ndjson', '{"title":"one"}\n{"title":"two"}\n');
  expect(await app.data('rows', 'import', 'todos', 'rows.ndjson')).toMatchObject({ inserted: 2, failed: 0 });

  await app.write('functions/greet.js', GREET);
  await app.write('dist/index.html', '<h1>My shop</h1>');
  expect(await app.data('deploy')).toMatchObject({
    deployment: { number: 1 },
    changes: { functions: { added: ['greet'] } },
  });
  const ran = await app.data<{ result: unknown }>('functions', 'run', 'greet', '--payload', '{"name":"Ann"}');
  expect(ran).toMatchObject({ status: 'succeeded' });
  const logged = await app.data<{ message: string }[]>('functions', 'logs', 'greet');
  expect(logged.map(({ message }) => message)).toContain('greeted Ann');

  const { path } = await app.data<{ path: string }>('backup', '--out', 'shop.service.tar');
  expect(await app.data('backup', 'verify', path)).toMatchObject({ project: { id: 'my-shop' }, counts: { rows: 2 } });
  const restored = await app.data('restore', path, '--new', 'Copy', '--id', 'my-copy');
  expect(restored).toMatchObject({ state: 'done', counts: { tables: 1, rows: 2, functions: 1, deployments: 1 } });
  const rows = (await app.run('rows', 'export', 'todos', '--project', 'my-copy')).stdout.trimEnd().split('\n');
  expect(rows.map((line) => JSON.parse(line).title)).toEqual(['one', 'two']);

  await app.write('functions/broken.js', "import 'not-installed';");
  const { data } = JSON.parse((await app.run('doctor', '--json')).stdout) as {
    data: { checks: { name: string; state: string }[] };
  };
  expect(data.checks.filter(({ state }) => state === 'fail').map(({ name }) => name)).toEqual(['builds']);
}, 60_000);

test('functions dev deploys the functions that a save changed, reports a mistake with its position, and ends with Ctrl-C', async () => {
  await app.data('projects', 'create', 'Dev', '--id', 'dev-one');
  await app.write('dev/service.json', JSON.stringify({ url: service.url, project: 'dev-one' }));
  await app.write('functions/hello.js', 'export default () => 1;');
  const following = app.follow('functions', 'dev', '--project', 'dev-one');
  await following.line('ready');
  await following.line('error');
  await app.write('functions/hello.js', 'export default () => { console.log("second"); return 2; };');
  let deployed = await following.line('deployed');
  while (deployed['ms'] === undefined || deployed['function'] !== 'hello') deployed = await following.line('deployed');
  await app.write('functions/hello.js', 'export default () => {');
  let mistake = await following.line('error');
  while (mistake['function'] !== 'hello') mistake = await following.line('error');
  expect(mistake['error']).toMatch(/^functions\/hello\.js:1:\d+: /);
  expect(await following.end('SIGINT')).toBe(130);
}, 60_000);
