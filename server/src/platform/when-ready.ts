/** A value that is usually there at once: waiting for it would cost a turn of the event loop per request. */
export type MaybePromise<T> = T | Promise<T>;

/** `next(value)` at once when the value is there, else when it comes. */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
