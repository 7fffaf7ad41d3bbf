/** A value that is usually available at once: awaiting it would cost every request a turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
