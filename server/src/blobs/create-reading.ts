import type { BlobReading } from './blob-store.ts';

/** Frees what a reading holds open. */
type Release = () => Promise<void>;

/**
 * A reading somebody drops unread would keep what it holds for ever; and an open file that is collected ends the process.
 */
const dropped = new FinalizationRegistry((release: Release) => {
  release().catch(() => undefined);
});

/** Releases once: at the end, at a failure, when the consumer returns, at `close`, and when nobody can read any more. */
export function createReading(
  size: number,
  { pieces, release }: { readonly pieces: () => AsyncIterator<Uint8Array>; readonly release: Release },
): BlobReading {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    dropped.unregister(release);
    closing ??= release().catch(() => undefined);
    return closing;
  };
  // Every consumer that can still read holds `close`.
  dropped.register(close, release, release);
  const iterate = (): AsyncIterator<Uint8Array> => {
    const iterator = pieces();
    return {
      async next() {
        const result = await iterator.next().catch(async (error: unknown) => {
          await close();
          throw error;
        });
        if (result.done === true) await close();
        return result;
      },
      async return() {
        await close();
        return { done: true, value: undefined };
      },
    };
  };
  return { size, bytes: { [Symbol.asyncIterator]: iterate }, close };
}
