import { orAborted } from './abort.ts';

/** Yields the items of a stream. Throws the signal's reason as soon as it aborts, even while the stream is silent. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let isAtEnd = false;
  try {
    for (;;) {
      const result = await nextOrAborted(iterator, signal);
      if (result.done === true) {
        isAtEnd = true;
        return;
      }
      yield result.value;
    }
  } finally {
    // Not awaited, because a hanging generator would block the caller. Its late errors do not matter.
    if (!isAtEnd) Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

function nextOrAborted<T>(iterator: AsyncIterator<T>, signal: AbortSignal | undefined): Promise<IteratorResult<T>> {
  if (signal === undefined) return iterator.next();
  return signal.aborted ? Promise.reject(signal.reason) : orAborted(iterator.next(), signal);
}
