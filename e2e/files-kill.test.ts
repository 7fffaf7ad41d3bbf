import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, createApiClient, textAt } from './harness/api-client.ts';
import { createScene } from './harness/each-engine.ts';
import { ADMIN_TOKEN, type ServiceProcess, startService } from './harness/service-process.ts';

const KILLS = 3;
const AT_ONCE = 6;
/** How soon the bytes of deleted files are off the disk, and what dead processes left. */
const CLEAN_MS = 15_000;

interface Ledger {
  /** Ids and checksums of uploads that were answered. */
  readonly stored: Map<string, string>;
  /** Ids whose delete was asked for: gone when it was answered, either when not. */
  readonly asked: Set<string>;
  readonly deleted: Set<string>;
}

/** Uploads and deletes until the service no longer answers. */
async function work(base: string, key: string, ledger: Ledger): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (;;) {
    const bytes = randomBytes(1000 + Math.floor(Math.random() * 400_000));
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'random.bin');
    const answer = await fetch(`${base}/storage/upload`, { method: 'POST', headers, body: form });
    const id = textAt(await answer.json(), 'data', 'id');
    ledger.stored.set(id, createHash('sha256').update(bytes).digest('hex'));
    if (Math.random() < 0.5) continue;
    ledger.asked.add(id);
    const removed = await fetch(`${base}/storage/files/${id}`, { method: 'DELETE', headers });
    await removed.text();
    if (removed.status === 200) ledger.deleted.add(id);
  }
}

async function filesOnDisk(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

async function listIds(service: ServiceProcess, key: string): Promise<string[]> {
  const files = createApiClient(`${service.url}/api/baas/shop`, key);
  const ids: string[] = [];
  for (;;) {
    const { body } = await files.get(`/storage/files?limit=1000&offset=${ids.length}`);
    const data = at(body, 'data');
    if (!Array.isArray(data) || data.length === 0) return ids.sort();
    ids.push(...data.map((file) => textAt(file, 'id')));
  }
}

test('a process killed during uploads and deletes leaves no file without its bytes and no bytes without a file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'files-kill-'));
  let service = await startService({ dataDir });
  try {
    const { secretKey } = await createScene(service);
    const ledger: Ledger = { stored: new Map(), asked: new Set(), deleted: new Set() };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = ledger.stored.size;
      const base = `${service.url}/api/baas/shop`;
      const workers = Array.from({ length: AT_ONCE }, () => work(base, secretKey, ledger));
      const ended = Promise.allSettled(workers);
      await expect
        .poll(() => ledger.stored.size, { timeout: 20_000, interval: 1 })
        .toBeGreaterThan(before + AT_ONCE * 3);
      await service.end('SIGKILL');
      for (const end of await ended)
        expect(String(end.status === 'rejected' && end.reason)).toMatch(/fetch failed|terminated/);
      service = await startService({ dataDir });
      await expect
        .poll(async () => (await filesOnDisk(dataDir)).join(), { timeout: CLEAN_MS })
        .toBe((await listIds(service, secretKey)).join());
      await expectWhole(service, secretKey, ledger);
    }
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);

async function expectWhole(service: ServiceProcess, key: string, { stored, asked, deleted }: Ledger): Promise<void> {
  const ids = await listIds(service, key);
  const there = new Set(ids);
  expect([...stored.keys()].filter((id) => !asked.has(id) && !there.has(id))).toEqual([]);
  expect([...deleted].filter((id) => there.has(id))).toEqual([]);
  let bytes = 0;
  for (const id of ids) {
    const answer = await fetch(`${service.url}/api/baas/shop/storage/files/${id}/download`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const content = new Uint8Array(await answer.arrayBuffer());
    bytes += content.byteLength;
    const known = stored.get(id);
    if (known !== undefined) expect(createHash('sha256').update(content).digest('hex')).toBe(known);
    expect(answer.status).toBe(200);
  }
  const usage = await createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN).get('/projects/shop/usage');
  expect(at(usage.body, 'data', 'storage')).toMatchObject({ files: ids.length, bytes });
}
