import type { CountCache, KnownCount, SettledCount } from '../counts/count-cache.ts';
import type { CountRead, ListResult, StoreName } from '../database.ts';
import type { Statement } from '../statement.ts';
import {
  type CountResult,
  countedText,
  countedValues,
  grownText,
  grownValues,
  toCounted,
  toListResult,
  versionedText,
  versionedValues,
} from './list-read.ts';
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
  readonly #tail: Statement | undefined;
  #known: KnownCount | undefined;

  constructor(counts: CountCache, store: StoreName, { rows, count }: Rows) {
    this.#counts = counts;
    this.#store = store;
    this.#rows = rows;
    this.#count = count;
    this.#tail = count.tail?.();
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

  /** With a count that continues from settled rows; undefined when none are known. */
  get grownText(): string | undefined {
    if (this.#tail === undefined || this.#known?.settled === undefined) return undefined;
    return grownText(this.#rows, this.#tail);
  }

  get countedText(): string {
    return countedText(this.#rows, this.#count, this.#tail);
  }

  /** Computed when the statement is sent: of many requests that waited to count the same rows, only one counts. */
  readonly grownValues = (): Statement['values'] => {
    if (this.#tail === undefined) throw new Error('this count does not go on from settled rows');
    this.#known = this.#counts.find(this.#store, this.#count);
    return grownValues(this.#rows, this.#tail, this.#count, this.#known);
  };

  readonly countedValues = (): Statement['values'] => {
    this.#known = this.#counts.find(this.#store, this.#count);
    return countedValues(this.#rows, this.#tail, this.#count, this.#known);
  };

  /** Undefined when the rows would have to be counted but were not. */
  settle({ rows, tookMs: costMs }: QueryAnswer): SettledList | undefined {
    const read = toCounted(rows);
    const { total, version, rows: all } = read;
    const { whole, tableId } = this.#count;
    const known = version !== undefined && this.#known?.version === version ? this.#known : undefined;
    const kept = whole ? all : undefined;
    const grown = this.#grow(read);
    const count = kept ?? grown?.count ?? total ?? known?.count;
    if (count === undefined) return undefined;
    const hasCounted = total !== undefined && kept === undefined;
    const isNews = hasCounted && version !== undefined;
    if (isNews) this.#keep({ version, count, costMs, settled: settledOf(read, total), hasHeld: false });
    else if (grown !== undefined) this.#keep(grown);
    else if (known?.hasHeld === false) this.#keep({ ...known, hasHeld: true });
    return {
      result: { ...toListResult(rows), count },
      hasCounted,
      tookMs: costMs,
      found: isNews && whole ? { tableId, rows: count, version } : undefined,
    };
  }
  #keep(known: KnownCount): void {
    this.#counts.keep(this.#store, this.#count, known);
  }

  #grow({ grown, version, settledId: upTo }: CountResult): KnownCount | undefined {
    const { settled, costMs } = this.#known ?? {};
    if (grown === undefined || version === undefined || upTo === undefined) return undefined;
    if (settled === undefined || costMs === undefined) return undefined;
    const part = settled.count + grown.settled;
    return {
      version,
      count: settled.count + grown.all,
      costMs,
      settled: { version, upTo, count: part },
      hasHeld: false,
    };
  }
}

function settledOf({ unsettled, version, settledId: upTo }: CountResult, total: number): SettledCount | undefined {
  if (unsettled === undefined || version === undefined || upTo === undefined) return undefined;
  return { version, upTo, count: total - unsettled.all };
}
