import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApi } from '../../server/test/api-client.ts';
import { createPostgresDatabase } from '../../server/test/engines/postgres-database.ts';
import { deploy } from '../../server/test/functions.ts';
import { ADMIN_TOKEN, createProject, ENGINES, type Engine } from '../../server/test/start-test-server.ts';
import { createTestMachine, type TestMachine } from './test-releases.ts';

const FAST = ['--health-seconds', '60'];

let machine: TestMachine;
let archives: Readonly<Record<'old' | 'next' | 'broken', string>>;

beforeAll(async () => {
  machine = await createTestMachine();
  archives = {
    old: await machine.pack('0.9.0'),
    next: await machine.pack('0.9.1'),
    broken: await machine.pack('0.9.2', { 'main.mjs': BROKEN }),
  };
  await machine.install(archives.old, '0.9.0');
}, 180_000);

afterAll(async () => {
  await machine[Symbol.asyncDispose]();
});

/** Prints its formats, and exits when it is started to serve. */
const BROKEN = `import { execFileSync } from 'node:child_process';
if (process.argv[2] !== '--formats') { console.error('This release is broken.'); process.exit(1); }
const good = new URL('../../../../../service-0.9.1/bin/service-server', import.meta.url).pathname;
console.log(execFileSync(good, ['--formats'], { encoding: 'utf8' }).replace('0.9.1', '0.9.2'));
`;

describe.each(ENGINES)('service-server on %s', (engine) => {
  const cleanUp = new AsyncDisposableStack();
  let scene: Scene;

  beforeAll(async () => {
    scene = await startOld(engine, cleanUp);
  }, 120_000);

  afterAll(() => cleanUp.disposeAsync());

  test('upgrade switches to a release that it installs beside the running one, and functions run and deploy meanwhile', async () => {
    const { project, env } = scene;
    const before = await filesBelow(`${machine.link}-0.9.0`);
    let isOver = false;
    const answers: Record<string, number> = {};
    const note = (what: string): void => {
      answers[what] = (answers[what] ?? 0) + 1;
    };
    const calling = (async () => {
      for (let round = 0; !isOver; round += 1) {
        const name = `later_${round % 3}`;
        const done = deploy(project, name, `export default () => ${round}`).then(() => callFunction(scene, name));
        note(await done.then(String, () => 'not reached'));
      }
    })();
    const { code, text } = await machine.command(
      ['upgrade', '--to', archives.next, '--restart', machine.restart, ...FAST],
      env,
    );
    isOver = true;
    await calling;
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringContaining('The service is healthy; projects read: 1.'),
    });
    expect(await readlink(machine.link)).toBe(`${machine.link}-0.9.1`);
    expect(await versionOf(scene)).toBe('0.9.1');
    expect(answers['200']).toBeGreaterThan(3);
    expect(Object.keys(answers).filter((what) => what !== '200' && what !== 'not reached')).toEqual([]);
    expect(await filesBelow(`${machine.link}-0.9.0`)).toEqual(before);
    expect(await savedProjects(scene, engine)).toEqual(['shop']);
  }, 120_000);

  test('a release that does not start is taken back by itself', async () => {
    const { env } = scene;
    const parameters = ['upgrade', '--to', archives.broken, '--restart', machine.restart, '--health-seconds', '3'];
    const { code, text } = await machine.command(parameters, env);
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining(`The service runs from ${machine.link}-0.9.1 again.`),
    });
    expect(await readlink(machine.link)).toBe(`${machine.link}-0.9.1`);
    expect([await versionOf(scene), await callFunction(scene, 'greet')]).toEqual(['0.9.1', 200]);
  }, 120_000);

  test('rollback returns to the release before, with everything written since, and only once', async () => {
    const { env, project } = scene;
    expect((await machine.command(['upgrade', '--to', archives.next], env)).code).toBe(2);
    await project.secretApi('/data/notes', { json: { text: 'after the upgrade' } });
    const { code, text } = await machine.command(['rollback', '--restart', machine.restart, ...FAST], env);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('nothing written since is lost') });
    expect(await readlink(machine.link)).toBe(`${machine.link}-0.9.0`);
    const notes = await project.secretApi('/data/notes?select=text');
    expect([await versionOf(scene), notes.body]).toMatchObject(['0.9.0', { data: [{ text: 'after the upgrade' }] }]);
    const again = await machine.command(['rollback', '--restart', machine.restart, ...FAST], env);
    expect(again).toMatchObject({ code: 2, text: expect.stringContaining('There is no upgrade to take back') });
  }, 120_000);
});

describe('service-server upgrade', () => {
  test('goes back when a project cannot be read, unless the project is named', async () => {
    await using cleanUp = new AsyncDisposableStack();
    const scene = await startOld('sqlite', cleanUp);
    await createProject(scene.url, createApi(scene.url, ADMIN_TOKEN), { id: 'sound' });
    await promisify(execFile)(machine.restart, ['stop']);
    const { store } = storeOf(scene, 'shop');
    for (const suffix of ['-wal', '-shm'])
      await rm(join(scene.dataDir, `projects/${store}.db${suffix}`), { force: true });
    await writeFile(join(scene.dataDir, `projects/${store}.db`), 'no database '.repeat(1000));
    await start(scene);
    const parameters = ['upgrade', '--to', archives.next, '--restart', machine.restart, ...FAST];
    const { code, text } = await machine.command(parameters, scene.env);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('project shop cannot be read') });
    expect(await versionOf(scene)).toBe('0.9.0');
    const named = await machine.command([...parameters, '--except', 'shop'], scene.env);
    expect(named).toMatchObject({ code: 0, text: expect.stringContaining('projects read: 2') });
    const back = await machine.command(
      ['rollback', '--restart', machine.restart, '--except', 'shop', ...FAST],
      scene.env,
    );
    expect(back.code).toBe(0);
  }, 120_000);

  test('refuses a package whose hash is not the one in SHA256SUMS', async () => {
    await writeFile(join(machine.folder, 'SHA256SUMS'), `${'0'.repeat(64)}  service-0.9.1.tgz\n`);
    const refused = await machine.command(['upgrade', '--to', archives.next], process.env);
    expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('is damaged') });
  });
});

interface Scene {
  readonly url: string;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly databaseUrl: string | undefined;
  readonly project: Awaited<ReturnType<typeof createProject>>;
}

/** Starts release 0.9.0 with a project of its own. */
async function startOld(engine: Engine, cleanUp: AsyncDisposableStack): Promise<Scene> {
  const postgres = engine === 'postgres' ? cleanUp.use(await createPostgresDatabase()) : undefined;
  cleanUp.defer(async () => {
    await promisify(execFile)(machine.restart, ['stop']);
  });
  const port = await freePort();
  const dataDir = join(machine.folder, `data-${port}`);
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: process.env['HOME'],
    PORT: String(port),
    SERVICE_MODE: 'production',
    SERVICE_DATA_DIR: dataDir,
    SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
    SERVICE_RATE_LIMITS: 'off',
    ...(postgres && { SERVICE_DATABASE_URL: postgres.url, SERVICE_SINGLE_PROCESS: 'on' }),
  };
  const url = `http://127.0.0.1:${port}`;
  await start({ url, env });
  const project = await createProject(url, createApi(url, ADMIN_TOKEN), { id: 'shop' });
  const scene = { url, dataDir, env, databaseUrl: postgres?.url, project };
  await project.createTable({ name: 'notes', columns: [{ name: 'text', type: 'text' }] });
  await deploy(project, 'greet', 'export default () => "hello"');
  return scene;
}

async function start({ url, env }: Pick<Scene, 'url' | 'env'>): Promise<void> {
  await promisify(execFile)(machine.restart, { env });
  await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), {
    timeout: 60_000,
    interval: 100,
  });
}

async function callFunction({ project }: Scene, name: string): Promise<number> {
  return (await project.secretApi(`/functions/${name}/invoke`, { json: {} })).status;
}

async function versionOf({ url }: Scene): Promise<string> {
  const answer = await createApi(url, ADMIN_TOKEN)<{ data: { version: string } }>('/api/cloud/info');
  return answer.body.data.version;
}

/** The projects in the copy of the control plane that the upgrade has made. */
async function savedProjects({ dataDir }: Scene, engine: Engine): Promise<readonly string[]> {
  const folder = `${dataDir}.before-0.9.1`;
  if (engine === 'postgres') {
    const script = await readFile(join(folder, 'control.sql'), 'utf8');
    return [...script.matchAll(/INSERT INTO "control"\.projects .* VALUES \('([^']*)'/g)].map(([, id]) => id ?? '');
  }
  return projectsIn(join(folder, 'control.db')).map(({ id }) => id);
}

function storeOf({ dataDir }: Scene, project: string): { readonly store: string } {
  const found = projectsIn(join(dataDir, 'control.db')).find(({ id }) => id === project);
  if (found === undefined) throw new Error(`there is no project ${project}`);
  return found;
}

function projectsIn(path: string): readonly { readonly id: string; readonly store: string }[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db
      .prepare('SELECT id, store FROM projects')
      .all()
      .map(({ id, store }) => ({ id: String(id), store: String(store) }));
  } finally {
    db.close();
  }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('/compiled'));
  return await Promise.all(
    files.map(async ({ parentPath, name }) => `${name} ${(await readFile(join(parentPath, name))).length}`),
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  return await new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
