import type { BlobReading } from './blob-store.ts';

type Release = () => Promise<void>;

/** Releases readings that were dropped unread: garbage-collecting an open file ends the process. */
const dropped = new FinalizationRegistry((release: Release) => {
  release().catch(() => undefined);
});

/** Releases once: at the end, at a failure, when the consumer returns, at `close`, or when the reading is no longer reachable. */
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
  // Every consumer that can still read references `close`.
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
