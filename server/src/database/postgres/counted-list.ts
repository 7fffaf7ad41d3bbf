import type { CountCache, KnownCount } from '../counts/count-cache.ts';
import type { CountRead, ListResult, StoreName } from '../database.ts';
import type { Statement } from '../statement.ts';
import { countedText, countedValues, toCounted, toListResult, versionedText, versionedValues } from './list-read.ts';
import type { QueryAnswer } from './query-answer.ts';
import type { CountedRows } from './table-stats.ts';

export interface SettledList {
  readonly result: ListResult;
  readonly hasCounted: boolean;
  readonly tookMs: number;
  readonly found: CountedRows | undefined;
}

interface Rows {
  readonly rows: Statement;
  readonly count: CountRead;
}

/** A list that uses a cached count if the snapshot of its rows shows that the count is still valid. */
export class CountedList {
  readonly #store: StoreName;
  readonly #rows: Statement;
  readonly #count: CountRead;
  readonly #counts: CountCache;
  #known: KnownCount | undefined;

  constructor(counts: CountCache, store: StoreName, { rows, count }: Rows) {
    this.#counts = counts;
    this.#store = store;
    this.#rows = rows;
    this.#count = count;
    this.#known = counts.find(store, count);
  }

  /** The cached count was valid before, so it is enough to check whether it still is. */
  get isSteady(): boolean {
    return this.#known?.hasHeld === true;
  }

  get versionedText(): string {
    return versionedText(this.#rows, this.#count);
  }

  readonly versionedValues = (): Statement['values'] => versionedValues(this.#rows, this.#count);

  get countedText(): string {
    return countedText(this.#rows, this.#count);
  }

  /** Computed when the statement is sent: of many requests that waited to count the same rows, only one counts. */
  readonly countedValues = (): Statement['values'] => {
    this.#known = this.#counts.find(this.#store, this.#count);
    return countedValues(this.#rows, this.#count, this.#known?.version);
  };

  /** Undefined when the rows would have to be counted but were not. */
  settle({ rows }: QueryAnswer, costMs: number): SettledList | undefined {
    const { total, version, rows: all } = toCounted(rows);
    const { whole, tableId } = this.#count;
    const known = version !== undefined && this.#known?.version === version ? this.#known : undefined;
    const kept = whole ? all : undefined;
    const count = kept ?? total ?? known?.count;
    if (count === undefined) return undefined;
    const hasCounted = total !== undefined && kept === undefined;
    const isNews = hasCounted && version !== undefined;
    if (isNews) this.#counts.keep(this.#store, this.#count, { version, count, costMs, hasHeld: false });
    else if (known?.hasHeld === false) this.#counts.keep(this.#store, this.#count, { ...known, hasHeld: true });
    return {
      result: { ...toListResult(rows), count },
      hasCounted,
      tookMs: costMs,
      found: isNews && whole ? { tableId, rows: count, version } : undefined,
    };
  }
}
