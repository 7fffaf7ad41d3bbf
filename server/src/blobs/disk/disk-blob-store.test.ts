import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { nothingLeft } from '../../../test/conformance/blobs/nothing-left.ts';
import type { OpenedStore } from '../../../test/conformance/blobs/opened-store.ts';
import { putsAndReads } from '../../../test/conformance/blobs/puts-and-reads.ts';
import { inPieces, newKey, sampleBytes } from '../../../test/conformance/blobs/sample-bytes.ts';
import { sweeps } from '../../../test/conformance/blobs/sweeps.ts';
import { createDiskBlobStore } from './disk-blob-store.ts';

putsAndReads(openStore);
nothingLeft(openStore);
sweeps(openStore);

test('deleting the last file deletes its folders, and the next file recreates them', async () => {
  await using opened = await openStore();
  const id = newKey().id;
  for (let round = 0; round < 3; round += 1) {
    const key = { group: `p_round_${round}`, id };
    await opened.store.put(key, inPieces(sampleBytes(10)));
    await opened.store.delete([key]);
  }
  expect(await readdir(opened.root)).toEqual(['.incoming']);
});

test('concurrent puts and deletes in one folder never remove the folder under each other', async () => {
  await using opened = await openStore();
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      const { id } = newKey();
      for (let round = 0; round < 5; round += 1) {
        await opened.store.put({ group: 'p_busy', id }, inPieces(sampleBytes(10)));
        await opened.store.delete([{ group: 'p_busy', id }]);
      }
    }),
  );
  expect(await opened.leftovers()).toEqual([]);
});

test('a confirmed blob has only one name, so the sweep of recent blobs has nothing to check', async () => {
  await using opened = await openStore();
  const key = newKey();
  await opened.store.put(key, inPieces(sampleBytes(10)));
  expect(await opened.leftovers()).toHaveLength(2);
  opened.store.confirm(key);
  await opened.store.close();
  expect(await opened.leftovers()).toEqual([key.id]);
});

test('an abandoned read keeps no file open', async () => {
  await using opened = await openStore();
  const key = newKey();
  await opened.store.put(key, inPieces(sampleBytes(10)));
  for (let count = 0; count < 20; count += 1) await opened.store.read(key);
  const isOpen = async (): Promise<boolean> => {
    const files = await readdir('/proc/self/fd');
    const targets = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
    return targets.some((target) => target.endsWith(key.id));
  };
  expect(await isOpen()).toBe(true);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const isOpenYet = (): Promise<boolean> => {
    collect();
    return isOpen();
  };
  await expect.poll(isOpenYet).toBe(false);
});

test('invalid names never become a path', async () => {
  await using opened = await openStore();
  const { id } = newKey();
  for (const key of [
    { group: '..', id },
    { group: '.incoming', id },
    { group: 'p_a/b', id },
    { group: 'p_a', id: '../../etc/passwd' },
    { group: 'p_a', id: `${id}/..` },
  ]) {
    await expect(opened.store.put(key, inPieces(sampleBytes(1)))).rejects.toThrow(TypeError);
    await expect(opened.store.read(key)).rejects.toThrow(TypeError);
    await expect(opened.store.delete([key])).rejects.toThrow(TypeError);
  }
  await expect(opened.store.deleteGroup('..')).rejects.toThrow(TypeError);
});

async function openStore(): Promise<OpenedStore & { readonly root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'blobs-'));
  return {
    root,
    store: createDiskBlobStore(root),
    reopen: () => createDiskBlobStore(root),
    leftovers: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
