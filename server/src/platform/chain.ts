/** A value that is usually there at once: waiting for it would cost a turn of the event loop per request. */
export type Maybe<T> = T | Promise<T>;

/** `next(value)` at once when the value is there, else when it comes. */
export function chain<T, R>(value: Maybe<T>, next: (value: T) => Maybe<R>): Maybe<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
