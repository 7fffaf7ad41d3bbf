export interface WorkSignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Call when the task is done: removes the timer and the listener. */
  end(): void;
}

/** Uses a controller and a timer, which are not garbage-collected too early, as has happened with `AbortSignal.any`. */
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

/** The result of a task, or the signal's reason as soon as it aborts, even if the task ignores the signal. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
