import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OpenStore, storesOf } from './opened-store.ts';
import { bytesOf, inPieces, isSame, newKey, sampleBytes } from './sample-bytes.ts';

const MIB = 1024 * 1024;
/** Sizes around those at which implementations may switch their strategy. */
const SIZES = [0, 1, 65_536, 262_145, 8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 17 * MIB + 3];

export function putsAndReads(openStore: OpenStore): void {
  const inStore = storesOf(openStore);
  test.each(SIZES)(
    '%i bytes are read as they were put',
    inStore(async (opened, size) => {
      const [key, bytes] = [newKey(), sampleBytes(size)];
      expect(await opened.store.put(key, inPieces(bytes))).toEqual({ size, sha256: hash('sha256', bytes, 'hex') });
      const reading = await opened.store.read(key);
      expect(reading?.size).toBe(size);
      expect(isSame(await bytesOf(reading), bytes)).toBe(true);
      expect(isSame(await bytesOf(await opened.reopen().read(key)), bytes)).toBe(true);
    }),
  );

  test(
    'chunks of any length make one blob: empty chunks, single bytes, megabytes',
    inStore(async (opened) => {
      const [key, bytes] = [newKey(), sampleBytes(3 * MIB)];
      async function* unevenly(): AsyncGenerator<Uint8Array> {
        yield new Uint8Array();
        for (let at = 0; at < 200; at += 1) yield bytes.subarray(at, at + 1);
        yield new Uint8Array();
        yield bytes.subarray(200, 2 * MIB);
        yield bytes.subarray(2 * MIB);
      }
      await opened.store.put(key, unevenly());
      expect(isSame(await bytesOf(await opened.store.read(key)), bytes)).toBe(true);
    }),
  );

  test.each([
    ['the first byte', 0, 0],
    ['the last byte', 299_999, 299_999],
    ['a part in the middle', 131_071, 262_145],
    ['everything', 0, 299_999],
    ['more than there is', 200_000, 999_999],
  ])(
    'a range gives %s, and the size of the whole',
    inStore(async (opened, _, start, end) => {
      const [key, bytes] = [newKey(), sampleBytes(300_000)];
      await opened.store.put(key, inPieces(bytes));
      const reading = await opened.store.read(key, { start, end });
      expect(reading?.size).toBe(300_000);
      expect(isSame(await bytesOf(reading), bytes.subarray(start, end + 1))).toBe(true);
    }),
  );

  test(
    'a range of an empty blob is empty',
    inStore(async ({ store }) => {
      const key = newKey();
      await store.put(key, inPieces(new Uint8Array()));
      const reading = await store.read(key, { start: 0, end: 0 });
      expect(reading?.size).toBe(0);
      expect(await bytesOf(reading)).toHaveLength(0);
    }),
  );

  test(
    'a copy has all bytes; a blob that is too long or missing leaves no file',
    inStore(async ({ store }) => {
      const [key, bytes] = [newKey(), sampleBytes(300_000)];
      await store.put(key, inPieces(bytes));
      const folder = await mkdtemp(join(tmpdir(), 'copies-'));
      const path = join(folder, 'copy');
      expect(await store.copyTo(key, path, 299_999)).toBe(300_000);
      expect(await store.copyTo(newKey(), path, 300_000)).toBeUndefined();
      expect(await readdir(folder)).toEqual([]);
      expect(await store.copyTo(key, path, 300_000)).toBe(300_000);
      expect(isSame(await readFile(path), bytes)).toBe(true);
      // An existing file is never overwritten.
      await expect(store.copyTo(key, path, 300_000)).rejects.toMatchObject({ kind: 'unavailable' });
      await rm(folder, { recursive: true });
    }),
  );

  test(
    'groups keep their blobs apart, and a blob that was never put is undefined',
    inStore(async (opened) => {
      const key = newKey('p_one');
      await opened.store.put(key, inPieces(sampleBytes(10)));
      expect(await opened.store.read({ ...key, group: 'p_two' })).toBeUndefined();
      expect(await opened.store.read(newKey('p_one'))).toBeUndefined();
    }),
  );

  test(
    'forty concurrent puts are all stored',
    inStore(async (opened) => {
      const puts = Array.from({ length: 40 }, (_, seed) => ({ key: newKey(), bytes: sampleBytes(100_000, seed) }));
      await Promise.all(puts.map(({ key, bytes }) => opened.store.put(key, inPieces(bytes, 10_000))));
      const same = await Promise.all(
        puts.map(async ({ key, bytes }) => isSame(await bytesOf(await opened.store.read(key)), bytes)),
      );
      expect(same).toEqual(puts.map(() => true));
    }),
  );

  test(
    'a read that ends early or never starts releases its resources, and the blob stays',
    inStore(async (opened) => {
      const [key, bytes] = [newKey(), sampleBytes(3 * MIB)];
      await opened.store.put(key, inPieces(bytes));
      for await (const _ of (await opened.store.read(key))?.bytes ?? []) break;
      const unread = await opened.store.read(key);
      await unread?.close();
      await unread?.close();
      expect(isSame(await bytesOf(await opened.store.read(key)), bytes)).toBe(true);
    }),
  );
}
