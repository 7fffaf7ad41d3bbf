import { expect, test } from 'vitest';
import type { BlobKey, BlobStore } from '../../../src/blobs/blob-store.ts';
import { type OpenStore, storesOf } from './opened-store.ts';
import { bytesOf, inPieces, newKey, sampleBytes } from './sample-bytes.ts';

const NEVER_OLD_MS = 3_600_000;

export function sweeps(openStore: OpenStore): void {
  const inStore = storesOf(openStore);
  test.each(['recent', 'all'] as const)(
    'a sweep of %s ones by the next process deletes what nothing refers to, and keeps the rest',
    inStore(async (opened, scope) => {
      const [kept, confirmed, lost] = [newKey(), newKey('p_other'), newKey()];
      for (const key of [kept, confirmed, lost]) await put(opened.store, key);
      opened.store.confirm(confirmed);
      const next = opened.reopen();
      const isKept = keeping(kept, confirmed);
      expect(await next.sweep({ isKept, graceMs: 0, scope })).toEqual({ deleted: 1 });
      expect(await next.read(lost)).toBeUndefined();
      expect(await bytesOf(await next.read(kept))).toHaveLength(1000);
      expect(await bytesOf(await next.read(confirmed))).toHaveLength(1000);
      expect(await next.sweep({ isKept, graceMs: 0, scope })).toEqual({ deleted: 0 });
    }),
  );

  test(
    'blobs younger than the grace period stay, because another process may be about to reference them',
    inStore(async (opened) => {
      const key = newKey();
      await put(opened.store, key);
      const sweep = { isKept: keeping(), graceMs: NEVER_OLD_MS, scope: 'all' } as const;
      expect(await opened.reopen().sweep(sweep)).toEqual({ deleted: 0 });
      expect(await opened.store.read(key).then(bytesOf)).toBeDefined();
    }),
  );

  test(
    'unconfirmed blobs of the same process stay for any grace period',
    inStore(async ({ store, leftovers }) => {
      const key = newKey();
      await put(store, key);
      const sweep = { isKept: keeping(), graceMs: 0, scope: 'all' } as const;
      expect(await store.sweep(sweep)).toEqual({ deleted: 0 });
      store.confirm(key);
      expect(await store.sweep(sweep)).toEqual({ deleted: 1 });
      expect(await leftovers()).toEqual([]);
    }),
  );

  test(
    'a sweep checks many keys in portions, each key once',
    inStore(async (opened) => {
      const keys = Array.from({ length: 520 }, () => newKey());
      await Promise.all(keys.map((key) => opened.store.put(key, inPieces(new Uint8Array(1)))));
      const asked: string[] = [];
      const isKept = async (portion: readonly BlobKey[]) => {
        expect(portion.length).toBeLessThanOrEqual(500);
        asked.push(...portion.map(({ id }) => id));
        return new Set(portion.map(({ id }) => id));
      };
      const next = opened.reopen();
      await next.sweep({ isKept, graceMs: 0, scope: 'recent' });
      expect(asked.toSorted()).toEqual(keys.map(({ id }) => id).toSorted());
      await next.sweep({ isKept: keeping(), graceMs: 0, scope: 'all' });
      expect(await opened.leftovers()).toEqual([]);
    }),
  );

  test(
    'a sweep of nothing is no error',
    inStore(async (opened) => {
      for (const scope of ['recent', 'all'] as const) {
        expect(await opened.store.sweep({ isKept: keeping(), graceMs: 0, scope })).toEqual({ deleted: 0 });
      }
    }),
  );
}

function keeping(...keys: readonly BlobKey[]) {
  return async () => new Set(keys.map(({ id }) => id));
}

async function put(store: BlobStore, key: BlobKey): Promise<void> {
  await store.put(key, inPieces(sampleBytes(1000)));
}
