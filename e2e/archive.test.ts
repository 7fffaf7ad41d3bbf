import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolder } from '../cli/test/run-command.ts';
import { at, createApiClient, textAt } from './harness/api-client.ts';
import { createScene, createTable } from './harness/each-engine.ts';
import {
  ADMIN_TOKEN,
  type ProcessExit,
  runService,
  type ServiceProcess,
  startService,
} from './harness/service-process.ts';
import { upload } from './harness/upload.ts';

const ENTRIES = {
  name: 'entries',
  columns: [{ name: 'number', type: 'integer', required: true, unique: true }],
  rules: { read: 'public', create: 'public', update: 'public', delete: 'public' },
};
const PASSPHRASE = 'a passphrase of the tests';
const SECONDS = 1;
const TEST_MS = 300_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let root = '';
let env: Record<string, string> = {};
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'service-e2e-archive-'));
  env = { SERVICE_ARCHIVE_URL: `file://${root}/place`, SERVICE_ARCHIVE_SECONDS: String(SECONDS) };
});
afterEach(() => rm(root, { recursive: true, force: true }));

function start(folder: string, more: Record<string, string> = {}): Promise<ServiceProcess> {
  return startService({ dataDir: join(root, folder), env: { ...env, ...more } });
}

function recover(folder: string, ...more: readonly string[]): Promise<ProcessExit> {
  return runService(['recover', '--data', join(root, folder), ...more], env);
}

async function numbers({ url }: ServiceProcess, key: string): Promise<readonly number[]> {
  const { body } = await createApiClient(`${url}/api/baas/shop`, key).get('/data/entries?order=number&limit=1000');
  const rows = at(body, 'data');
  return Array.isArray(rows) ? rows.map((row) => Number(at(row, 'number'))) : [];
}

async function untilArchived({ url }: ServiceProcess): Promise<void> {
  const health = createApiClient(url, ADMIN_TOKEN);
  await pause(SECONDS * 1000);
  await expect
    .poll(async () => at((await health.get('/health')).body, 'details', 'archive'), { timeout: 20_000, interval: 100 })
    .toMatchObject({
      ...{ state: 'ok', lag_seconds: 0, error: null, last_success_at: expect.any(String) },
      ...{ stored_bytes: expect.any(Number), oldest_moment: expect.any(String) },
    });
}

test(
  'after kill -9 and the loss of the folder, a recovery has everything that was acknowledged before the last seconds',
  async () => {
    env['SERVICE_ARCHIVE_PASSPHRASE'] = PASSPHRASE;
    const service = await start('data');
    const scene = await createScene(service);
    await createTable(scene, ENTRIES);
    const base = `${service.url}/api/baas/shop`;
    const files = [
      await upload(base, scene.secretKey, { name: 'small.txt', bytes: 'a small file' }),
      await upload(base, scene.secretKey, { name: 'large.bin', bytes: new Uint8Array(9_000_000).fill(7) }),
    ];
    const ledger: { readonly number: number; readonly atMs: number }[] = [];
    let isDead = false;
    const write = async (worker: number): Promise<void> => {
      for (let index = 0; !isDead; index += 1) {
        const number = worker * 100_000 + index;
        const status = await scene.anyone.post('/data/entries', { number }).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 201) ledger.push({ number, atMs: Date.now() });
        await pause(40);
      }
    };
    const writing = [0, 1, 2].map(write);
    await pause(6_000);
    const killedMs = Date.now();
    await service.end('SIGKILL');
    isDead = true;
    await Promise.all(writing);
    await rm(join(root, 'data'), { recursive: true });

    const exit = await recover('data');
    expect(exit.code, exit.output).toBe(0);
    expect(exit.output).toMatch(/2 projects, \d+ rows, 2 files/);
    await using again = await start('data');
    const found = new Set(await numbers(again, scene.publicKey));
    const promised = ledger.filter(({ atMs }) => atMs < killedMs - SECONDS * 1000);
    expect(promised.length).toBeGreaterThan(50);
    expect(promised.filter(({ number }) => !found.has(number))).toEqual([]);
    const known = new Set(ledger.map(({ number }) => number));
    expect([...found].filter((number) => !known.has(number)).length).toBeLessThanOrEqual(writing.length);
    for (const { id } of files) {
      const { status } = await fetch(`${again.url}/api/baas/shop/storage/files/${id}/download`, {
        headers: { authorization: `Bearer ${scene.secretKey}` },
      });
      expect(status).toBe(200);
    }
    const names = await readFile(join(root, 'data', 'master.key'), 'utf8');
    expect(names).toMatch(/^[\w+/=]{44}\n$/);
  },
  TEST_MS,
);

test(
  'a recovery can choose any moment: each store is as it was after its last commit before that moment',
  async () => {
    const service = await start('data');
    const scene = await createScene(service);
    await createTable(scene, ENTRIES);
    await untilArchived(service);
    const moments: { readonly atMs: number; readonly numbers: readonly number[] }[] = [];
    for (let number = 1; number <= 12; number += 1) {
      await scene.anyone.post('/data/entries', { number });
      await pause(15);
      moments.push({ atMs: Date.now(), numbers: Array.from({ length: number }, (_, index) => index + 1) });
      await pause(number % 4 === 0 ? 700 : 15);
    }
    await scene.secret.delete('/data/entries?filter=number:gte:1');
    expect(await numbers(service, scene.publicKey)).toEqual([]);
    await service.stop();
    for (const [index, moment] of [moments[0], moments[5], moments[11]].entries()) {
      const folder = `at-${index}`;
      const exit = await recover(folder, '--at', new Date(moment?.atMs ?? 0).toISOString());
      expect(exit.code, exit.output).toBe(0);
      await copyKey(folder);
      await using again = await start(folder, { SERVICE_ARCHIVE_URL: '' });
      expect(await numbers(again, scene.publicKey)).toEqual(moment?.numbers);
    }
    const last = await recover('last');
    expect(last.output).toMatch(/master key is not in the archive/);
    const early = await recover('early', '--at', '2020-01-01T00:00:00Z');
    expect([early.code, early.output]).toEqual([2, expect.stringMatching(/first moment is \d{4}-/)]);
  },
  TEST_MS,
);

test(
  'projects can be recovered one at a time: the others answer 503 until then, and an unfinished recovery must be repeated',
  async () => {
    const service = await start('data');
    const scene = await createScene(service);
    await createTable(scene, ENTRIES);
    await scene.anyone.post('/data/entries', { number: 1 });
    await createScene(service, 'other');
    await service.stop();
    const first = await recover('new', '--project', 'other');
    expect(first.code, first.output).toBe(0);
    expect(first.output).toMatch(/Not recovered, and answered with 503: .*shop/);
    const keyless = await runService([], { SERVICE_DATA_DIR: join(root, 'new') });
    expect([keyless.code, keyless.output]).toEqual([
      1,
      expect.stringMatching(/does not match the data.*master\.key.*SERVICE_MASTER_KEY/),
    ]);
    await copyKey('new');
    const partial = await start('new', { SERVICE_ARCHIVE_URL: '' });
    const shop = createApiClient(`${partial.url}/api/baas/shop`, scene.publicKey);
    expect((await shop.get('/data/entries')).status).toBe(503);
    expect((await fetch(`${partial.url}/health`)).status).toBe(200);
    await partial.stop();
    const second = await recover('new');
    expect(second.code, second.output).toBe(0);
    const whole = await start('new', { SERVICE_ARCHIVE_URL: '' });
    expect(await numbers(whole, scene.publicKey)).toEqual([1]);
    await whole.stop();

    await writeFile(join(root, 'new', 'recovery.json'), '{"state":"running"}');
    const refused = await runService([], { SERVICE_DATA_DIR: join(root, 'new') });
    expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/recovery.*unfinished/)]);
    const again = await recover('new');
    expect(again.code, again.output).toBe(0);
    const taken = await recover('new');
    expect([taken.code, taken.output]).toEqual([2, expect.stringMatching(/not empty/)]);
    const secret = await runService([
      'recover',
      '--data',
      join(root, 'x'),
      '--from',
      's3://key:secret@host/bucket/archive',
    ]);
    expect([secret.code, secret.output]).toEqual([2, expect.stringMatching(/SERVICE_ARCHIVE_URL/)]);
  },
  TEST_MS,
);

test(
  'a recovery names missing and changed parts and restores everything else, and two copies of a folder never mix',
  async () => {
    const service = await start('data');
    const scene = await createScene(service);
    await createTable(scene, ENTRIES);
    await untilArchived(service);
    for (const number of [1, 2, 3]) {
      await scene.anyone.post('/data/entries', { number });
      await untilArchived(service);
    }
    await service.end('SIGKILL');
    await cp(join(root, 'data'), join(root, 'copy'), { recursive: true });
    const [one, two] = [await start('data'), await start('copy')];
    await createApiClient(`${one.url}/api/baas/shop`, scene.publicKey).post('/data/entries', { number: 4 });
    await createApiClient(`${two.url}/api/baas/shop`, scene.publicKey).post('/data/entries', { number: 5 });
    await Promise.all([one.stop(), two.stop()]);
    const list = await runService(['recover', '--list'], env);
    const generations = list.output.match(/\d{8}T\d{6}Z-[0-9a-f]{8}/g) ?? [];
    expect(generations).toHaveLength(2);
    for (const [index, expected] of [
      [1, 2, 3, 5],
      [1, 2, 3, 4],
    ].entries()) {
      const folder = `generation-${index}`;
      const exit = await recover(folder, '--generation', generations[index] ?? '');
      expect(exit.code, exit.output).toBe(0);
      await copyKey(folder);
      await using again = await start(folder, { SERVICE_ARCHIVE_URL: '' });
      expect(await numbers(again, scene.publicKey)).toEqual(expected);
    }

    const packs = join(root, 'place', 'generations', generations[1] ?? '', 'packs');
    const names = (await readdir(packs)).sort();
    const damaged = names[names.length - 3] ?? '';
    const bytes = await readFile(join(packs, damaged));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(join(packs, damaged), bytes);
    const exit = await recover('damaged', '--generation', generations[1] ?? '');
    expect([exit.code, exit.output]).toEqual([9, expect.stringContaining(damaged)]);
    await rm(join(packs, damaged));
    const without = await recover('without', '--generation', generations[1] ?? '');
    expect([without.code, without.output]).toEqual([9, expect.stringContaining(damaged)]);
  },
  TEST_MS,
);

test(
  'a project is restored to a moment before an accident, beside the current one or in its place, with its files and settings',
  async () => {
    await using service = await start('data');
    const scene = await createScene(service);
    const base = `${service.url}/api/baas/shop`;
    await createTable(scene, ENTRIES);
    for (const number of [1, 2, 3]) await scene.anyone.post('/data/entries', { number });
    const file = await upload(base, scene.secretKey, { name: 'a.txt', bytes: 'what was in it' });
    await scene.cloud.patch('/projects/shop', { name: 'Before' });
    await untilArchived(service);
    const before = new Date().toISOString();
    await pause(50);
    expect((await scene.cloud.delete('/projects/shop/tables/entries')).status).toBe(200);
    await scene.secret.delete(`/storage/files/${file.id}`);
    await scene.cloud.patch('/projects/shop', { name: 'After' });
    const restore = async (query: string): Promise<{ readonly status: number; readonly body: unknown }> => {
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      const answer = await fetch(`${service.url}/api/cloud/projects/shop/restore?${query}`, {
        method: 'POST',
        headers,
      });
      return { status: answer.status, body: await answer.json() };
    };

    const aside = await restore(`at=${before}&as=rescued&wait=60`);
    expect(aside, JSON.stringify(aside.body)).toMatchObject({
      status: 200,
      body: { data: { state: 'done', counts: { tables: 1, rows: 3, files: 1 }, error: null } },
    });
    const rescued = await scene.cloud.get('/projects/rescued');
    const key = textAt(rescued.body, 'data', 'public_key');
    const { body } = await createApiClient(`${service.url}/api/baas/rescued`, key).get('/data/entries?order=number');
    expect(body).toMatchObject({ data: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    expect((await scene.anyone.get('/data/entries')).status).toBe(404);

    await createTable(scene, { name: 'later', columns: [{ name: 'text', type: 'text' }] });
    const refused = await restore(`at=${before}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_empty' } });
    const replaced = await restore(`at=${before}&replace=shop&wait=60`);
    expect(replaced, JSON.stringify(replaced.body)).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
    expect(await numbers(service, scene.publicKey)).toEqual([1, 2, 3]);
    const bytes = await fetch(`${base}/storage/files/${file.id}/download`, {
      headers: { authorization: `Bearer ${scene.secretKey}` },
    });
    expect(await bytes.text()).toBe('what was in it');

    const moments = await scene.cloud.get('/projects/shop/restore/moments');
    expect(moments.body).toMatchObject({ data: { from: expect.any(String), to: expect.any(String) }, count: 1 });
    expect(textAt(moments.body, 'data', 'from') < before).toBe(true);
    expect(textAt(moments.body, 'data', 'to') > before).toBe(true);
    for (const at of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
      const outside = await restore(`at=${at}&replace=shop`);
      expect(outside).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', details: { from: expect.any(String), to: expect.any(String) } },
      });
    }
    const both = await restore(`at=${before}&as=again&replace=shop`);
    expect(both).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const taken = await restore(`at=${before}&as=rescued`);
    expect(taken).toMatchObject({ status: 409, body: { code: 'duplicate', details: { fields: { as: 'is taken' } } } });
    const unfit = await restore(`at=${before}&as=Unfit_`);
    expect(unfit).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^as must have 3 to 40/) } });
    const begun = await restore(`at=${before}&as=polled&wait=0`);
    const restoreId = textAt(begun.body, 'data', 'id');
    const shown = async (project: string) => (await scene.cloud.get(`/projects/${project}/restores/${restoreId}`)).body;
    await expect
      .poll(async () => at(await shown('shop'), 'data', 'state'), { timeout: 60_000, interval: 100 })
      .toBe('done');
    expect(await shown('polled')).toEqual(await shown('shop'));
    expect(at(await shown('shop'), 'data')).not.toHaveProperty('source');
    expect((await scene.cloud.get(`/projects/rescued/restores/${restoreId}`)).status).toBe(404);
    expect((await restore(`at=${before}&replace=shop&wait=60`)).status).toBe(200);
    expect(await shown('shop')).toEqual(await shown('polled'));

    // The project's earlier store was deleted when it was replaced; its moments can still be restored.
    await using app = await createFolder({
      SERVICE_URL: service.url,
      SERVICE_TOKEN: ADMIN_TOKEN,
      SERVICE_PROJECT_ID: 'shop',
    });
    expect((await app.run(['restore', 'moments', '--json'])).json().data).toMatchObject({ from: expect.any(String) });
    const ran = await app.run(['restore', '--at', before, '--as', 'by-command', '--json']);
    expect(ran.json().data, ran.stdout).toMatchObject({ state: 'done', counts: { rows: 3 } });
  },
  TEST_MS,
);

test(
  'SIGTERM archives everything that was answered, and the next start archives what a missing place did not take',
  async () => {
    env['SERVICE_ARCHIVE_SECONDS'] = '300';
    const place = join(root, 'place');
    const service = await start('data');
    const scene = await createScene(service);
    await createTable(scene, ENTRIES);
    for (const number of [1, 2, 3]) await scene.anyone.post('/data/entries', { number });
    const file = await upload(`${service.url}/api/baas/shop`, scene.secretKey, { name: 'a.txt', bytes: 'some bytes' });
    await service.stop();
    expect(await recovered('stopped', scene.publicKey)).toEqual([1, 2, 3]);
    expect(await findFile(join(root, 'stopped', 'blobs'), file.id)).toBe('some bytes');

    const away = await start('data');
    await rename(place, `${place}-away`);
    await writeFile(place, 'no folder');
    await createApiClient(`${away.url}/api/baas/shop`, scene.publicKey).post('/data/entries', { number: 4 });
    await away.stop();
    await rm(place);
    await rename(`${place}-away`, place);
    const back = await start('data');
    await back.stop();
    expect(await recovered('back', scene.publicKey)).toEqual([1, 2, 3, 4]);
  },
  TEST_MS,
);

/** Recovers into a new folder, and reads the numbers from a service on it. */
async function recovered(folder: string, key: string): Promise<readonly number[]> {
  const exit = await recover(folder);
  expect(exit.code, exit.output).toBe(0);
  await copyKey(folder);
  await using again = await start(folder, { SERVICE_ARCHIVE_URL: '' });
  return await numbers(again, key);
}

async function findFile(folder: string, id: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const path = names.find((name) => name.endsWith(id));
  if (path === undefined) throw new Error(`no file ${id} below ${folder}`);
  return await readFile(join(folder, path), 'utf8');
}

async function copyKey(folder: string): Promise<void> {
  await writeFile(join(root, folder, 'master.key'), await readFile(join(root, 'data', 'master.key')), { mode: 0o600 });
}
