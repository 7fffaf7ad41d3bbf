/** A signal for one work, which aborts with another signal, after a time, or when it is told to. */
export interface WorkSignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** The work is done: nothing is kept waiting. */
  end(): void;
}

/** Made of a controller and a timer, which nothing collects before their time, as has happened to `AbortSignal.any`. */
export function workSignal(outer: AbortSignal | undefined, timeoutMs?: number): WorkSignal {
  const controller = new AbortController();
  const follow = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) follow();
  outer?.addEventListener('abort', follow, { once: true });
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(new Error(`It took longer than ${timeoutMs} ms.`)), timeoutMs);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}

/** The outcome of a work, or the signal's reason as soon as it aborts, whether or not the work heeds it. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
