import { expect, test } from 'vitest';
import { DamagedArchive } from './damage.ts';
import { judgeHead } from './judge-head.ts';
import { encodeTarHeader } from './tar/tar-header.ts';

const PIECE = 64 * 1024;

/** Counts the bytes read from an endless body. */
async function readOf(first: Uint8Array): Promise<{ readonly taken: number; readonly error: unknown }> {
  let taken = 0;
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    yield first;
    for (;;) {
      taken += PIECE;
      yield new Uint8Array(PIECE);
    }
  };
  try {
    for await (const _piece of judgeHead(endless())) if (taken > 4 * 1024 * 1024) return { taken, error: undefined };
    throw new Error('The body ended.');
  } catch (error) {
    return { taken, error };
  }
}

test.each([
  ['something else', Buffer.alloc(600, 'x')],
  ['another entry', encodeTarHeader('end.json', 10)],
  ['a manifest that is too large', encodeTarHeader('manifest.json', 100 * 1024 * 1024)],
  ['an empty tar', Buffer.alloc(512)],
])('%s is refused before more of it is read', async (_what, first) => {
  const { taken, error } = await readOf(first);
  expect(error).toBeInstanceOf(DamagedArchive);
  expect(taken).toBeLessThan(1024 * 1024);
});

test('an archive passes through, even when its header arrives byte by byte', async () => {
  const head = encodeTarHeader('manifest.json', 1000);
  expect((await readOf(head)).error).toBeUndefined();
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for (const byte of head) yield Uint8Array.of(byte);
    yield Uint8Array.of(1, 2, 3);
  };
  const passed: Uint8Array[] = [];
  for await (const piece of judgeHead(bytes())) passed.push(piece);
  expect(Buffer.concat(passed)).toEqual(Buffer.concat([head, Uint8Array.of(1, 2, 3)]));
});
