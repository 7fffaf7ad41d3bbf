/** A value that is usually available at once: awaiting it would cost every request a turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` at once when the value is available, else when it arrives. */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
