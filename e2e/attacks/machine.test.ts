import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../harness/api-client.ts';
import { createScene, createTable, type Scene } from '../harness/each-engine.ts';
import { type ServiceProcess, startService } from '../harness/service-process.ts';
import { upload } from '../harness/upload.ts';

/** Threat: another user of the machine, a compromised decoder, a disk that loses data. */

let folder: string;
let dataDir: string;
let service: ServiceProcess;
let scene: Scene;
const start = (port?: number) =>
  startService({ dataDir, env: { TMPDIR: join(folder, 'tmp') }, ...(port !== undefined && { port }) });

beforeAll(async () => {
  // Only root may enter the folder and the temporary directory, as with libpam-tmpdir.
  folder = await mkdtemp(join(tmpdir(), 'attacks-'));
  await mkdir(join(folder, 'tmp'), { mode: 0o700 });
  dataDir = join(folder, 'data');
  service = await start();
  scene = await createScene(service);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Folders of processes are exempt: they belong to separate users. */
async function entriesOf(path: string) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => ({ isFile: entry.isFile(), path: join(entry.parentPath, entry.name) }))
    .filter((entry) => !entry.path.startsWith(join(dataDir, 'fn-')));
}

const foldersOfProcesses = async () => (await readdir(dataDir)).filter((name) => name.startsWith('fn-'));

async function openToOthers(): Promise<string[]> {
  const open: string[] = [];
  for (const path of [dataDir, ...(await entriesOf(dataDir)).map((entry) => entry.path)]) {
    const mode = await stat(path).then(
      (found) => found.mode,
      () => 0,
    );
    if ((mode & 0o077) !== 0) open.push(path);
  }
  return open;
}

/** 1 x 1, black. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function uploadPicture(): Promise<string> {
  const base = `${service.url}/api/baas/shop`;
  return (await upload(base, scene.secretKey, { name: 'dot.png', bytes: PNG, visibility: 'public' })).id;
}

test('only the service’s user can read databases, their logs, files, keys and caches', async () => {
  await createTable(scene, { name: 'things', columns: [{ name: 'title', type: 'text' }] });
  const id = await uploadPicture();
  expect((await scene.anyone.get(`/storage/files/${id}/download?w=1&format=webp`)).status).toBe(200);
  const names = (await entriesOf(dataDir)).map(({ path }) => path);
  expect(names.some((name) => name.endsWith('-wal'))).toBe(true);
  expect(names.some((name) => name.includes('webp'))).toBe(true);
  expect(await openToOthers()).toEqual([]);
});

interface SeenChild {
  readonly status: string;
  /** The names that the program sees in /etc. */
  readonly etc: readonly string[];
}

/** Reads the status of the service's child that runs a program, and the names that it sees in /etc. */
async function seeChild(program: string): Promise<SeenChild> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const line = stdout.split('\n').find((one) => one.includes(program) && one.includes(` ${service.pid} `));
  const pid = /^\s*(\d+)/.exec(line ?? '')?.[1];
  return { status: await readFile(`/proc/${pid}/status`, 'utf8'), etc: await readdir(`/proc/${pid}/root/etc`) };
}

test.runIf(process.platform === 'linux')(
  'processes that open images and sources run as separate users without privileges, as far as the machine allows',
  async () => {
    const id = await uploadPicture();
    await scene.anyone.get(`/storage/files/${id}/download?w=1&format=jpeg`);
    await scene.cloud.call('PUT', '/projects/shop/functions/one', {
      body: { trigger: 'http', source: 'export default () => 1' },
    });
    const health = await scene.cloud.call('GET', '/../../health');
    const missing = JSON.stringify(at(health.body, 'details', 'missing_features'));
    const users = new Set<string | undefined>();
    for (const program of ['image-renderer', 'function-bundler']) {
      const { status, etc } = await seeChild(program);
      users.add(/Uid:\s+(\d+)/.exec(status)?.[1]);
      const holds = {
        'own-user': !/Uid:\s+0\b/.test(status) && /CapEff:\s+0+\n/.test(status),
        'no-new-privileges': /NoNewPrivs:\s+1/.test(status),
        'own-files': !etc.includes('passwd'),
      };
      for (const [feature, isHeld] of Object.entries(holds))
        expect({ program, feature, held: isHeld || missing.includes(feature) }).toEqual({
          program,
          feature,
          held: true,
        });
    }
    expect(users.size).toBe(missing.includes('own-user') ? 1 : 2);
  },
);

test('a file that was truncated on disk is refused, never sent as if it were complete', async () => {
  const id = await uploadPicture();
  const blob = (await entriesOf(join(dataDir, 'blobs'))).find(({ path }) => path.endsWith(`/${id}`));
  await truncate(blob?.path ?? '', 10);
  const answer = await scene.anyone.get(`/storage/files/${id}/download`);
  expect([answer.status, at(answer.body, 'code')]).toEqual([500, 'damaged']);
});

test('the next start after a kill closes open uploads and removes leftover files', async () => {
  await scene.cloud.call('PUT', '/projects/shop/functions/one', {
    body: { trigger: 'http', source: 'export default () => 1' },
  });
  await scene.secret.post('/functions/one/invoke', {});
  const [left] = await foldersOfProcesses();
  expect(left).toBeDefined();
  await service.end('SIGKILL');
  for (const { isFile, path } of await entriesOf(dataDir)) await chmod(path, isFile ? 0o644 : 0o755);
  await chmod(dataDir, 0o755);
  service = await start(service.port);
  scene = { ...scene, service };
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  await expect.poll(openToOthers, { timeout: 20_000 }).toEqual([]);
  const base = `${service.url}/api/baas/shop`;
  const headers = { authorization: `Bearer ${scene.secretKey}`, 'content-type': 'application/json' };
  const ran = await fetch(`${base}/functions/one/invoke`, { method: 'POST', headers, body: '{}' });
  expect(ran.status).toBe(200);
  expect(await foldersOfProcesses()).not.toContain(left);
});

test('functions, deployments and images continue to work after the folders of processes were deleted', async () => {
  const id = await uploadPicture();
  const put = () =>
    scene.cloud.call('PUT', '/projects/shop/functions/one', {
      body: { trigger: 'http', source: 'export default () => 1' },
    });
  await put();
  const ask = async () => [
    (await scene.secret.post('/functions/one/invoke', {})).status,
    (await scene.anyone.get(`/storage/files/${id}/download?w=1&format=${nextFormat()}`)).status,
    (await put()).status,
  ];
  expect(await ask()).toEqual([200, 200, 200]);
  for (const name of await foldersOfProcesses()) await rm(join(dataDir, name), { recursive: true });
  // Waits, because the service keeps its channel to a running process for a second.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(await ask()).toEqual([200, 200, 200]);
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
});

let formats = 0;
function nextFormat(): string {
  formats += 1;
  return ['webp', 'png', 'jpeg', 'avif'][formats % 4] ?? 'webp';
}
