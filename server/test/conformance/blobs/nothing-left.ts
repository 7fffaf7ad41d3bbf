import { expect, test } from 'vitest';
import type { BlobKey, BlobStore } from '../../../src/blobs/blob-store.ts';
import { type OpenStore, storesOf } from './opened-store.ts';
import { bytesOf, inPieces, isSame, newKey, sampleBytes } from './sample-bytes.ts';

const MIB = 1024 * 1024;

export function nothingLeft(openStore: OpenStore): void {
  const inStore = storesOf(openStore);
  test.each([0, 100_000, 9 * MIB])(
    'a stream that fails after %i bytes leaves nothing, and put rejects with the error of the stream',
    inStore(async (opened, size) => {
      const failure = new Error('the client went away');
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield* inPieces(sampleBytes(size));
        throw failure;
      }
      const key = newKey();
      await expect(opened.store.put(key, failing())).rejects.toBe(failure);
      expect(await opened.store.read(key)).toBeUndefined();
      expect(await opened.leftovers()).toEqual([]);
    }),
  );

  test.each([0, 100_000, 9 * MIB])(
    'a put that is aborted while its stream is silent after %i bytes ends at once and leaves nothing',
    inStore(async (opened, size) => {
      const abort = new AbortController();
      async function* stuck(): AsyncGenerator<Uint8Array> {
        yield* inPieces(sampleBytes(size));
        abort.abort(new Error('no longer wanted'));
        await new Promise(() => undefined);
      }
      const key = newKey();
      await expect(opened.store.put(key, stuck(), abort.signal)).rejects.toThrow('no longer wanted');
      expect(await opened.store.read(key)).toBeUndefined();
      expect(await opened.leftovers()).toEqual([]);
    }),
  );

  test(
    'a put whose signal is already aborted reads nothing from the stream',
    inStore(async (opened) => {
      let isAsked = false;
      async function* asked(): AsyncGenerator<Uint8Array> {
        isAsked = true;
        yield new Uint8Array(1);
      }
      const signal = AbortSignal.abort(new Error('too late'));
      await expect(opened.store.put(newKey(), asked(), signal)).rejects.toThrow('too late');
      expect(isAsked).toBe(false);
      expect(await opened.leftovers()).toEqual([]);
    }),
  );

  test(
    'a deleted blob leaves nothing behind, and deleting a missing one is no error',
    inStore(async (opened) => {
      const keys = [newKey(), newKey(), newKey('p_other')];
      for (const key of keys) await put(opened.store, key);
      await opened.store.delete([...keys, newKey()]);
      await opened.store.delete([]);
      for (const key of keys) expect(await opened.store.read(key)).toBeUndefined();
      expect(await opened.leftovers()).toEqual([]);
    }),
  );

  test(
    'one call deletes more than a thousand blobs',
    inStore(async (opened) => {
      const key = newKey();
      await put(opened.store, key);
      await opened.store.delete([...Array.from({ length: 1100 }, () => newKey()), key]);
      expect(await opened.leftovers()).toEqual([]);
    }),
  );

  test(
    'deleting a group deletes all of its blobs, confirmed or not, and no other group',
    inStore(async (opened) => {
      const other = newKey('p_gone_not');
      const keys = [newKey('p_gone'), newKey('p_gone'), other];
      for (const key of keys) await put(opened.store, key);
      await opened.store.deleteGroup('p_gone');
      await opened.store.deleteGroup('p_never');
      expect(await bytesOf(await opened.store.read(other))).toBeDefined();
      await opened.store.delete([other]);
      expect(await opened.leftovers()).toEqual([]);
    }),
  );

  test(
    'an open read continues after its blob is deleted, and the next read finds none',
    inStore(async (opened) => {
      const [key, bytes] = [newKey(), sampleBytes(4 * MIB)];
      await opened.store.put(key, inPieces(bytes));
      const reading = await opened.store.read(key);
      const iterator = reading?.bytes[Symbol.asyncIterator]();
      const pieces = [(await iterator?.next())?.value ?? new Uint8Array()];
      await opened.store.delete([key]);
      for (let next = await iterator?.next(); next?.done === false; next = await iterator?.next())
        pieces.push(next.value);
      expect(isSame(Buffer.concat(pieces), bytes)).toBe(true);
      expect(await opened.store.read(key)).toBeUndefined();
    }),
  );
}

async function put(store: BlobStore, key: BlobKey): Promise<void> {
  await store.put(key, inPieces(sampleBytes(1000)));
}
