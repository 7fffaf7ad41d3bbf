import { orAborted } from './abort.ts';

/** Pieces of a stream, with the reason of the signal thrown as soon as it aborts, also while the stream is silent. */
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
    // Not awaited: a generator that hangs would hold up everything. What it still throws interests nobody.
    if (!isAtEnd) Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

function nextOrAborted<T>(iterator: AsyncIterator<T>, signal: AbortSignal | undefined): Promise<IteratorResult<T>> {
  if (signal === undefined) return iterator.next();
  return signal.aborted ? Promise.reject(signal.reason) : orAborted(iterator.next(), signal);
}
