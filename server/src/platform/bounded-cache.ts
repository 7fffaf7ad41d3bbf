import type { MaybePromise } from './when-ready.ts';

export interface BoundedCacheOptions<Value> {
  /** Bytes that all values in memory may cost together, as an estimate. */
  readonly bytesMax: number;
  readonly bytesOf: (value: Value) => number;
  /**
   * A value that was loaded longer ago is loaded anew: it bounds how long a change counts for nothing of which nobody was told, as
   * when its process died between the change and the word of it. For ever when not said.
   */
  readonly keptMs?: number;
  readonly nowMs?: () => number;
}

export interface BoundedCache<Key, Value> {
  /**
   * Without a promise when the value is in memory. Callers who ask while it is being loaded wait for the same one; a
   * failure reaches all of them and is not kept.
   */
  get(key: Key, load: () => Promise<Value>): MaybePromise<Value>;
  /** The next `get` loads anew, and what is being loaded now is not kept. */
  forget(key: Key): void;
}

interface Entry<Value> {
  value: MaybePromise<Value>;
  /** 0 while it is being loaded. */
  bytes: number;
  readonly loadedAtMs: number;
}

/** Values in memory up to a size: the least recently used are forgotten first. */
export function createBoundedCache<Key, Value>(options: BoundedCacheOptions<Value>): BoundedCache<Key, Value> {
  const { bytesMax, bytesOf, keptMs = Number.POSITIVE_INFINITY, nowMs = performance.now.bind(performance) } = options;
  // In the order of their last use.
  const entries = new Map<Key, Entry<Value>>();
  let bytes = 0;

  const forget = (key: Key): void => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  /** The newest value stays even when it is larger than all may be together: its caller asks for it again. */
  const makeRoom = (newest: Key): void => {
    for (const [key, entry] of entries) {
      if (bytes <= bytesMax) return;
      if (key !== newest && !(entry.value instanceof Promise)) forget(key);
    }
  };

  const keep = (key: Key, entry: Entry<Value>, value: Value): void => {
    if (entries.get(key) !== entry) return;
    entry.value = value;
    entry.bytes = bytesOf(value);
    bytes += entry.bytes;
    makeRoom(key);
  };

  // A clock that was set back keeps nothing longer.
  const isOld = ({ loadedAtMs }: Entry<Value>): boolean =>
    keptMs !== Number.POSITIVE_INFINITY && Math.abs(nowMs() - loadedAtMs) > keptMs;

  return {
    get(key, load) {
      const known = entries.get(key);
      if (known !== undefined && isOld(known)) forget(key);
      else if (known !== undefined) {
        entries.delete(key);
        entries.set(key, known);
        return known.value;
      }
      const loading = load();
      const entry: Entry<Value> = { value: loading, bytes: 0, loadedAtMs: nowMs() };
      entries.set(key, entry);
      loading.then(
        (value) => keep(key, entry, value),
        () => entries.get(key) === entry && forget(key),
      );
      return loading;
    },
    forget,
  };
}
