import type { StoreName } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';

/** A list slower than this that no index serves is worth an index. */
export const SLOW_LIST_MS = 20;
const ENTRIES_MAX = 1_000;
const LOG_AGAIN_MS = 600_000;

export interface SlowList {
  readonly table: Table;
  /** The columns of an index that would serve the list; undefined when none would. */
  readonly suggestedIndex: readonly string[] | undefined;
  /** The columns that are compared with a pattern which no index serves. */
  readonly patterns: readonly string[];
  /** How long the rows took; undefined when they were not measured alone. */
  readonly tookMs: number | undefined;
  /** How long the count took; undefined when it was known. */
  readonly countMs: number | undefined;
}

interface Entry {
  readonly columns: readonly string[];
  lists: number;
  totalMs: number;
  slowestMs: number;
  lastMs: number;
  loggedMs: number;
}

/** Lists that were slow because no index serves them, in this process since its start. */
export class SlowLists {
  readonly #logger: Logger | undefined;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  #total = 0;

  constructor(logger: Logger | undefined, now: () => number) {
    this.#logger = logger;
    this.#now = now;
  }

  get total(): number {
    return this.#total;
  }

  note(store: StoreName, { table, suggestedIndex, patterns, tookMs = 0, countMs = 0 }: SlowList): void {
    // The suggested index gives the rows in order, but a count under other conditions may read as much as before.
    const index = tookMs < SLOW_LIST_MS ? undefined : suggestedIndex;
    const allMs = tookMs + countMs;
    const searchable = allMs < SLOW_LIST_MS ? [] : patterns;
    if (index === undefined && searchable.length === 0) return;
    this.#total += 1;
    const at = { store, table: table.name, tookMs: Math.round(allMs) };
    if (index !== undefined) {
      const entry = this.#entry(`${prefixOf(store, table)}${index.join(',')}`, index);
      const isNews = this.#count(entry, tookMs);
      const told = { ...at, index, lists: entry.lists };
      if (isNews) this.#logger?.warn(told, 'lists are slow because they lack an index');
    }
    if (searchable.length > 0) {
      const entry = this.#entry(`${store}\0patterns\0${table.id}\0${searchable.join(',')}`, searchable);
      const isNews = this.#count(entry, allMs);
      const told = { ...at, searchable, lists: entry.lists };
      if (isNews) {
        const reason = 'lists are slow because a pattern that starts with * reads every row';
        this.#logger?.warn(told, `${reason}: make these columns searchable and use search`);
      }
    }
  }

  #count(entry: Entry, tookMs: number): boolean {
    entry.lists += 1;
    entry.totalMs += tookMs;
    entry.slowestMs = Math.max(entry.slowestMs, tookMs);
    entry.lastMs = this.#now();
    if (entry.lastMs - entry.loggedMs < LOG_AGAIN_MS) return false;
    entry.loggedMs = entry.lastMs;
    return true;
  }

  of(store: StoreName, table: Table): readonly object[] {
    const prefix = prefixOf(store, table);
    return [...this.#entries]
      .filter(([key, { columns }]) => key.startsWith(prefix) && !isServed(table, columns))
      .sort(([, a], [, b]) => b.totalMs - a.totalMs)
      .map(([, { columns, lists, totalMs, slowestMs, lastMs }]) => ({
        table: table.name,
        index: { columns },
        lists,
        mean_ms: Math.round(totalMs / lists),
        slowest_ms: Math.round(slowestMs),
        last_at: isoTime(lastMs),
      }));
  }

  #entry(key: string, columns: readonly string[]): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= ENTRIES_MAX && oldest !== undefined) this.#entries.delete(oldest);
    const entry = { columns, lists: 0, totalMs: 0, slowestMs: 0, lastMs: 0, loggedMs: Number.NEGATIVE_INFINITY };
    this.#entries.set(key, entry);
    return entry;
  }
}

function prefixOf(store: StoreName, { id }: Table): string {
  return `${store}\0${id}\0`;
}

function isServed({ indexes }: Table, suggestedIndex: readonly string[]): boolean {
  return indexes.some(({ columns }) => suggestedIndex.every((name, at) => columns[at]?.name === name));
}
