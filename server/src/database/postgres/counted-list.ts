import type { CountCache, KnownCount } from '../counts/count-cache.ts';
import type { CountRead, ListRead, ListResult, StoreName } from '../database.ts';
import type { Statement } from '../statement.ts';
import type { Answer } from './connection.ts';
import { countedValues, listText, toCounted, toListResult } from './list-read.ts';
import type { CountedRows } from './table-stats.ts';

export interface SettledList {
  readonly result: ListResult;
  /** Rows were counted for it. */
  readonly hasCounted: boolean;
  readonly tookMs: number;
  /** All rows of the table, which nobody knew. */
  readonly found: CountedRows | undefined;
}

/** A list whose count is taken from those that are known, if its snapshot says that it still holds. */
export class CountedList {
  readonly text: string;
  readonly #store: StoreName;
  readonly #read: ListRead;
  readonly #count: CountRead;
  readonly #counts: CountCache;
  #known: KnownCount | undefined;

  constructor(counts: CountCache, store: StoreName, read: ListRead & { readonly count: CountRead }) {
    this.text = listText(read);
    this.#counts = counts;
    this.#store = store;
    this.#read = read;
    this.#count = read.count;
  }

  /** Made when it is sent: of many that waited for their turn to count the same, one does. */
  values(mayCount: boolean): Statement['values'] {
    this.#known = this.#counts.find(this.#store, this.#count);
    return countedValues(this.#read, this.#count, { known: this.#known, mayCount });
  }

  /** Undefined when rows must be counted and there was no leave to. */
  settle({ rows }: Answer, costMs: number): SettledList | undefined {
    const { total, version, rows: all } = toCounted(rows);
    const known = version !== undefined && this.#known?.version === version ? this.#known.count : undefined;
    const count = total ?? known;
    if (count === undefined) return undefined;
    const { whole, tableId } = this.#count;
    const hasCounted = total !== undefined && !(whole && all !== undefined);
    const isNews = hasCounted && version !== undefined;
    if (isNews) this.#counts.keep(this.#store, this.#count, { version, count, costMs });
    return {
      result: { ...toListResult(rows), count },
      hasCounted,
      tookMs: costMs,
      found: isNews && whole ? { tableId, rows: count, version } : undefined,
    };
  }
}
