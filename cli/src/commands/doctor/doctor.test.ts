import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../../server/test/index.ts';
import { createFolder, type Folder } from '../../../test/run-command.ts';
import type { Check } from './check.ts';
import { judgeRoom } from './machine-checks.ts';
import { judgeClock, judgeMail, judgeProxy } from './server-checks.ts';

let server: TestServer;
let project: TestProject;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
  env = { SERVICE_URL: server.url, SERVICE_TOKEN: server.adminToken, SERVICE_PROJECT_ID: project.id };
});
afterAll(() => server.close());

async function checks(app: Folder, extra: Record<string, string | undefined> = {}) {
  const ran = await app.run(['doctor', '--json'], { env: extra });
  expect(ran.stderr).toBe('');
  const found = ran.json<{ data: { checks: readonly Check[] } }>().data.checks;
  return { exit: ran.exit, found, byName: new Map(found.map((one) => [one.name, one])) };
}

test('every check passes in a folder that is set up', async () => {
  await using app = await createFolder(env);
  await app.run(['init']);
  await app.run(['backup', 'create']);
  const { exit, found } = await checks(app);
  expect(found.filter(({ state }) => state === 'fail')).toEqual([]);
  expect(exit).toBe(0);
  const names = [
    'node',
    'files',
    'rights',
    'disk',
    'server',
    'clock',
    'token',
    'version',
    'server disk',
    'mail',
    'proxy',
  ];
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...names, 'project', 'role', '.env', 'types', 'builds', 'backup']),
  );
});

test('each failed check says what to do', async () => {
  await using app = await createFolder(env);
  await app.write('.env', `SERVICE_PROJECT_ID=${project.id}\nSERVICE_PUBLIC_KEY=pk_another\n`);
  await app.write('service-env.d.ts', 'export {};');
  await app.write('functions/greet.ts', "import 'missing';\nexport default () => 1;");
  const { exit, byName } = await checks(app);
  expect(exit).toBe(1);
  expect(byName.get('builds')).toMatchObject({ state: 'fail', message: expect.stringContaining('greet.ts:1:8') });
  expect(byName.get('.env')).toMatchObject({ state: 'warn', message: expect.stringContaining('servicectl init') });
  expect(byName.get('types')).toMatchObject({ state: 'warn', message: expect.stringContaining('servicectl types') });
  expect(byName.get('files')).toMatchObject({ state: 'warn', message: expect.stringContaining('service.json') });
});

test('doctor reports a wrong token, a missing project and an unreachable server', async () => {
  await using app = await createFolder(env);
  const wrong = await checks(app, { SERVICE_TOKEN: `ct_${'a'.repeat(43)}` });
  expect(wrong).toMatchObject({ exit: 1 });
  expect(wrong.byName.get('token')?.state).toBe('fail');
  expect(wrong.byName.has('project')).toBe(false);
  const other = await checks(app, { SERVICE_PROJECT_ID: 'not-there' });
  expect(other.byName.get('project')?.state).toBe('fail');
  const gone = await checks(app, { SERVICE_URL: 'http://127.0.0.1:1' });
  expect(gone).toMatchObject({ exit: 1 });
  expect(gone.byName.get('server')).toMatchObject({ state: 'fail', message: expect.stringContaining('not reached') });
  expect(gone.byName.has('token')).toBe(false);
});

test('a folder that the user cannot write to fails the check', async () => {
  await using app = await createFolder(env);
  await chmod(app.path, 0o500);
  const { byName } = await checks(app);
  await chmod(app.path, 0o700);
  // Root can write everywhere.
  expect(byName.get('rights')?.state).toBe(process.getuid?.() === 0 ? 'ok' : 'fail');
});

test('doctor reports a wrong clock and a system that cannot confine functions', async () => {
  const strange = createServer((_req, res) => {
    res.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
    res.end(JSON.stringify({ status: 'ok', details: { functions: { missing_features: ['user namespaces'] } } }));
  });
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
  await using app = await createFolder(env);
  const { byName } = await checks(app, { SERVICE_URL: `http://127.0.0.1:${(strange.address() as AddressInfo).port}` });
  strange.closeAllConnections();
  strange.close();
  expect(byName.get('clock')).toMatchObject({ state: 'fail', message: expect.stringContaining('ahead of') });
  expect(byName.get('sandbox')).toMatchObject({ state: 'warn', message: expect.stringContaining('user namespaces') });
});

test.each([
  [judgeClock(0), 'ok'],
  [judgeClock(-10_000), 'warn'],
  [judgeClock(90_000), 'fail'],
  [judgeRoom('It', 5_000_000_000), 'ok'],
  [judgeRoom('It', 500_000_000), 'warn'],
  [judgeRoom('It', 5_000_000), 'fail'],
  [judgeProxy({ version: '1', mode: 'production', backups: true, proxy: 'untrusted' }), 'fail'],
  [judgeProxy({ version: '1', mode: 'production', backups: true, proxy: 'trusted' }), 'ok'],
  [judgeMail({ version: '1', mode: 'production', backups: true, mail: 'none' }), 'warn'],
  [
    judgeMail({
      version: '1',
      mode: 'production',
      backups: true,
      mail: 'smtp',
      mail_failure: { at: 'then', error: 'no' },
    }),
    'fail',
  ],
  [judgeMail({ version: '1', mode: 'production', backups: true, mail: 'smtp', mail_failure: null }), 'ok'],
])('%j is %s', (verdict, state) => {
  expect(verdict?.state).toBe(state);
});
