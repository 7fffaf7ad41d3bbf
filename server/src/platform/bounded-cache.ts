import type { MaybePromise } from './when-ready.ts';

export interface BoundedCacheOptions<Value> {
  readonly bytesMax: number;
  readonly bytesOf: (value: Value) => number;
  /** Values older than this are loaded again, in case the notice of a change was lost. Unlimited when absent. */
  readonly keptMs?: number;
  readonly nowMs?: () => number;
}

export interface BoundedCache<Key, Value> {
  /** Concurrent callers share one load; a failure reaches all of them and is not cached. */
  get(key: Key, load: () => Promise<Value>): MaybePromise<Value>;
  /** Makes the next `get` load again. The result of a load in progress is not cached. */
  forget(key: Key): void;
}

interface Entry<Value> {
  value: MaybePromise<Value>;
  /** 0 while the value is loading. */
  bytes: number;
  readonly loadedAtMs: number;
}

export function createBoundedCache<Key, Value>(options: BoundedCacheOptions<Value>): BoundedCache<Key, Value> {
  const { bytesMax, bytesOf, keptMs = Number.POSITIVE_INFINITY, nowMs = performance.now.bind(performance) } = options;
  const entries = new Map<Key, Entry<Value>>();
  let bytes = 0;

  const forget = (key: Key): void => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  /** Keeps the newest value even when it alone exceeds the limit, because its caller will ask for it again. */
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

  // The absolute difference also expires values after the clock was set back.
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
