import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Api, createApi } from '../../test/api-client.ts';
import { type FaultyObjectStore, startFaultyObjectStore } from '../../test/faulty-object-store.ts';
import { createConfig } from '../config/index.ts';
import { silentLogger } from '../platform/logger.ts';
import { createServer, type Server } from '../server.ts';
import { runRecover } from './index.ts';

const TOKEN = 'test-admin-token-0123456789abcdef0123456789abcdef';
const PASSPHRASE = 'a passphrase of the tests';
const TABLE = { name: 'notes', columns: [{ name: 'text', type: 'text' }] };

let root = '';
let store: FaultyObjectStore;
let running: Server | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'archive-faults-'));
  store = await startFaultyObjectStore();
});
afterEach(async () => {
  await running?.close(0);
  running = undefined;
  await store[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

function placeUrl(): string {
  const { host } = new URL(store.config.endpoint);
  const { accessKey, secretKey, bucket } = store.config;
  return `s3://${accessKey}:${secretKey}@${host}/${bucket}/an/archive?tls=off`;
}

async function start(folder: string, archive: Record<string, string> = {}): Promise<Api> {
  const env = { mode: 'production', dataDir: join(root, folder), adminToken: TOKEN, rateLimits: 'off', port: '0' };
  running = await createServer(createConfig({ ...env, ...archive }), { logger: silentLogger });
  return createApi(running.url, TOKEN);
}

function startArchived(folder: string): Promise<Api> {
  return start(folder, { archiveUrl: placeUrl(), archiveSeconds: '1', archivePassphrase: PASSPHRASE });
}

async function stop(): Promise<void> {
  await running?.close(0);
  running = undefined;
}

async function status(api: Api): Promise<{ state: string; lag_seconds: number; error: string | null }> {
  const { body } = await api<{ details: { archive: { state: string; lag_seconds: number; error: string | null } } }>(
    '/health',
  );
  return body.details.archive;
}

async function untilArchived(api: Api): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  await expect
    .poll(() => status(api), { timeout: 40_000, interval: 200 })
    .toMatchObject({ lag_seconds: 0, error: null });
}

async function recover(folder: string): Promise<{ code: number; text: string }> {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const environment = { archiveUrl: placeUrl(), passphrase: PASSPHRASE, out: write, error: write };
  return { code: await runRecover(['--data', join(root, folder)], environment), text };
}

async function texts(api: Api): Promise<readonly string[]> {
  const { body } = await api<{ data: { text: string }[] }>('/api/baas/shop/data/notes?order=text&limit=1000');
  return body.data.map(({ text }) => text);
}

test('an archive target that refuses, disconnects and loses answers delays the archive, and no commit is lost or doubled', async () => {
  const api = await startArchived('data');
  await api('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } });
  await api('/api/cloud/projects/shop/tables', { json: TABLE });
  let calls = 0;
  store.script((line) => {
    if (!line.startsWith('PUT')) return undefined;
    calls += 1;
    if (calls % 5 === 0) return { kind: 'lose-answer' };
    return calls % 2 === 0 ? { kind: 'answer', status: 503, code: 'SlowDown' } : undefined;
  });
  const expected: string[] = [];
  for (let index = 100; index < 160; index += 1) {
    const answer = await api('/api/baas/shop/data/notes', { json: { text: `note ${index}` } });
    expect(answer.status, answer.text).toBe(201);
    expected.push(`note ${index}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  store.script(() => undefined);
  await untilArchived(api);
  await stop();
  const recovered = await recover('again');
  expect(recovered.code, recovered.text).toBe(0);
  expect(await texts(await start('again'))).toEqual(expected);
}, 120_000);

test('an unreachable target blocks nothing: the reported lag grows, pending commits survive a restart, and archiving resumes by itself', async () => {
  let api = await startArchived('data');
  await api('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } });
  await api('/api/cloud/projects/shop/tables', { json: TABLE });
  await untilArchived(api);
  store.script(() => ({ kind: 'answer', status: 500, code: 'InternalError' }));
  await api('/api/baas/shop/data/notes', { json: { text: 'a' } });
  await expect.poll(() => status(api), { timeout: 30_000, interval: 200 }).toMatchObject({ state: 'failing' });
  expect((await status(api)).lag_seconds).toBeGreaterThan(0);
  const metrics = await api('/metrics');
  expect(metrics.text).toMatch(/^archive_errors_total [1-9]/m);
  await stop();
  api = await startArchived('data');
  await api('/api/baas/shop/data/notes', { json: { text: 'b' } });
  store.script(() => undefined);
  await untilArchived(api);
  await stop();
  const recovered = await recover('again');
  expect(recovered.code, recovered.text).toBe(0);
  expect(await texts(await start('again'))).toEqual(['a', 'b']);
}, 120_000);

test('an idle instance makes no calls to the target', async () => {
  const api = await startArchived('data');
  await api('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } });
  await api('/api/cloud/projects/shop/tables', { json: TABLE });
  // Answers once everything is archived.
  const moments = '/api/cloud/projects/shop/restore/moments';
  await expect.poll(async () => (await api(moments)).status, { timeout: 60_000 }).toBe(200);
  const before = store.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(store.requests.slice(before)).toEqual([]);
}, 120_000);

test('a wrong passphrase and a target without an archive are usage errors, and a silent target is unreachable', async () => {
  const nothing = await recover('none');
  expect([nothing.code, nothing.text]).toEqual([2, 'There is no archive at this place.\n']);
  const api = await startArchived('data');
  await untilArchived(api);
  await stop();
  const environment = { archiveUrl: placeUrl(), out: () => undefined, error: () => undefined };
  const parameters = ['--data', join(root, 'wrong')];
  expect(await runRecover(parameters, { ...environment, passphrase: 'another passphrase' })).toBe(2);
  store.script(() => ({ kind: 'answer', status: 500, code: 'InternalError' }));
  expect(await runRecover(parameters, { ...environment, passphrase: PASSPHRASE })).toBe(7);
}, 120_000);
