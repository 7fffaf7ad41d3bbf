import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { at, createApiClient, textAt } from './api-client.ts';
import { ADMIN_TOKEN } from './service-process.ts';

/** The answers of the project `shop` about its files while processes died. */
export interface FilesLedger {
  /** Ids and checksums of acknowledged uploads. */
  readonly stored: Map<string, string>;
  /** Ids whose deletion was requested. They must be gone if the service confirmed it, and may be either otherwise. */
  readonly asked: Set<string>;
  readonly deleted: Set<string>;
}

export function createFilesLedger(): FilesLedger {
  return { stored: new Map(), asked: new Set(), deleted: new Set() };
}

/** Uploads and deletes until the service at `url` no longer answers. */
export async function uploadAndDelete(url: string, key: string, ledger: FilesLedger, bytesMax: number): Promise<never> {
  const base = `${url}/api/baas/shop/storage`;
  const headers = { authorization: `Bearer ${key}` };
  for (;;) {
    const bytes = randomBytes(1000 + Math.floor(Math.random() * bytesMax));
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'random.bin');
    const answer = await fetch(`${base}/upload`, { method: 'POST', headers, body: form });
    const id = textAt(await answer.json(), 'data', 'id');
    ledger.stored.set(id, createHash('sha256').update(bytes).digest('hex'));
    if (Math.random() < 0.5) continue;
    ledger.asked.add(id);
    const removed = await fetch(`${base}/files/${id}`, { method: 'DELETE', headers });
    await removed.text();
    if (removed.status === 200) ledger.deleted.add(id);
  }
}

/** In the order of their ids. */
export async function listFileIds(url: string, key: string): Promise<string[]> {
  const files = createApiClient(`${url}/api/baas/shop`, key);
  const ids: string[] = [];
  for (;;) {
    const { body } = await files.get(`/storage/files?limit=1000&offset=${ids.length}`);
    const data = at(body, 'data');
    if (!Array.isArray(data) || data.length === 0) return ids.sort();
    ids.push(...data.map((file) => textAt(file, 'id')));
  }
}

/** Checks that stored files exist with their bytes, deleted ones do not, and the usage is the sum of all sizes. */
export async function expectWhole(url: string, key: string, { stored, asked, deleted }: FilesLedger): Promise<void> {
  const ids = await listFileIds(url, key);
  const there = new Set(ids);
  expect([...stored.keys()].filter((id) => !asked.has(id) && !there.has(id))).toEqual([]);
  expect([...deleted].filter((id) => there.has(id))).toEqual([]);
  let bytes = 0;
  for (const id of ids) {
    const answer = await fetch(`${url}/api/baas/shop/storage/files/${id}/download`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const content = new Uint8Array(await answer.arrayBuffer());
    bytes += content.byteLength;
    const known = stored.get(id);
    if (known !== undefined) expect(createHash('sha256').update(content).digest('hex')).toBe(known);
    expect(answer.status).toBe(200);
  }
  const usage = await createApiClient(`${url}/api/cloud`, ADMIN_TOKEN).get('/projects/shop/usage');
  expect(at(usage.body, 'data', 'storage')).toMatchObject({ files: ids.length, bytes });
}
