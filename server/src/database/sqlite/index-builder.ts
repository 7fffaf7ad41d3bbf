import { setTimeout as pause } from 'node:timers/promises';
import type { Database, IndexBuild, IndexBuilder, StoreName } from '../database.ts';
import { LEFT_TABLES, leftTableOf, quoted, sideTableOf } from '../ddl/names.ts';
import { step } from '../ddl/step.ts';
import { APPENDED_ROWS_MIN, nextAppendedRows } from './bulk-pace.ts';
import { type SideTable, sideIndexName, sideTableFor, triggersOf } from './side-table.ts';

const COMPARED_ROWS = 5_000;
/** Long texts would make sorting `sortedRows` rows last longer than it does for ids and times. */
const SORTED_BYTES = 10_000_000;
const PAUSE_MS_MAX = 50;
/** Comes after every id. */
const LAST_ID = '\u{10ffff}';

const TABLE_OF = 'SELECT tbl_name AS "table" FROM sqlite_schema WHERE name = ?';
const LEFT = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?";
const INDEXES_OF = `SELECT name FROM sqlite_schema
  WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ? AND name <> ?`;
const IS_EMPTY = 'SELECT 1 FROM pragma_index_list(?) WHERE name = ? AND partial';
const ROWS = `SELECT table_rows AS "rows" FROM _table_stats WHERE '_x_' || replace(table_id, '-', '') = ?`;

export interface AdoptedIndex {
  readonly index: string;
  readonly table: string;
  readonly text: string;
  /** The name of the index in the side table. */
  readonly from: string;
  readonly triggers: readonly string[];
}

export interface SideTableOptions extends Pick<Database, 'query' | 'write' | 'bulkRows'> {
  /** Runs while nothing else writes to the store. */
  adopt(store: StoreName, adopted: AdoptedIndex): Promise<void>;
  /** How many rows a new index sorts in one transaction. */
  readonly sortedRows: number;
  readonly nowMs?: () => number;
}

interface RowCount {
  readonly rows: number;
  readonly bytes: number;
}

interface Walk {
  readonly rows: () => Promise<number>;
  readonly signal: AbortSignal;
  readonly onPortion: (range: readonly [after: string, upTo: string], rows: number) => Promise<void>;
}

/**
 * Builds an index beside reads and writes: in a side table, in portions, while triggers repeat all changes there. The
 * index then moves to its table (docs/decisions/0072-sqlite-builds-indexes-in-a-side-table.md).
 */
export class SideTableBuilder implements IndexBuilder {
  readonly #options: SideTableOptions;
  readonly #shares = new Map<string, number>();
  readonly #discards = new Map<string, Promise<void>>();

  constructor(options: SideTableOptions) {
    this.#options = options;
  }

  async build(store: StoreName, index: IndexBuild, signal: AbortSignal): Promise<void> {
    const side = sideTableFor(index);
    if ((await this.#tableOf(store, index.name)) === undefined) {
      await this.#begin(store, index, side, signal);
      await this.#fill(store, index, side, signal);
      await this.#compare(store, side, signal);
      const { name, table } = index;
      await this.#options.adopt(store, {
        index: name,
        table,
        text: side.indexText,
        from: side.index,
        triggers: side.triggers,
      });
    }
    this.#shares.set(keyOf(store, index.name), 1);
    await this.#setAside(store, index.name);
  }

  async drop(store: StoreName, name: string): Promise<void> {
    await this.abandon(store, name);
    await this.#run(store, [`DROP INDEX IF EXISTS ${quoted(name)}`]);
  }

  async abandon(store: StoreName, name: string): Promise<void> {
    this.#shares.delete(keyOf(store, name));
    if (!(await this.#isBuilding(store, sideTableOf(name), name))) await this.#setAside(store, name);
  }

  async clean(store: StoreName, signal: AbortSignal): Promise<void> {
    const left = await this.#options.query(store, { text: LEFT, values: [`${LEFT_TABLES}_*`] });
    for (const { name } of left) await this.#discard(store, String(name), signal);
  }

  /** Foreign keys of this engine are always valid. */
  validate(): Promise<void> {
    return Promise.resolve();
  }

  progress(store: StoreName, names: readonly string[]): Promise<readonly number[]> {
    return Promise.resolve(names.map((name) => this.#shares.get(keyOf(store, name)) ?? 0));
  }

  /**
   * Goes on with a side table that is whole. One without triggers has been left by a kill, and one whose build was
   * stopped may have got more rows since than can be sorted at once.
   */
  async #begin(store: StoreName, { name }: IndexBuild, side: SideTable, signal: AbortSignal): Promise<void> {
    const parts = [side.index, ...side.triggers];
    const found = await Promise.all(parts.map((part) => this.#exists(store, part)));
    if (!found.includes(false) && !(await this.#isOverfull(store, side))) return;
    await this.#discard(store, side.name, signal);
    // It may still have the name of the index.
    await this.#discard(store, leftTableOf(name), signal);
    await this.#run(store, side.create);
  }

  async #fill(store: StoreName, index: IndexBuild, side: SideTable, signal: AbortSignal): Promise<void> {
    const { query, write, nowMs = () => performance.now() } = this.#options;
    const [stats] = await query(store, { text: ROWS, values: [side.name] });
    const total = Number(stats?.['rows'] ?? 0);
    let done = 0;
    let behind: RowCount = { rows: 0, bytes: 0 };
    let appendedRows = APPENDED_ROWS_MIN;
    let isIndexed = await this.#isIndexed(store, side);
    const makeIndex = async (): Promise<void> => {
      isIndexed = true;
      await this.#makeIndex(store, side);
    };
    await this.#walk(store, side, {
      rows: () => (isIndexed ? this.#portion(store) : Promise.resolve(appendedRows)),
      signal,
      onPortion: async (range, rows) => {
        const startedMs = nowMs();
        await write(store, [step(side.fill, range)], { isBulk: true });
        appendedRows = nextAppendedRows(appendedRows, nowMs() - startedMs);
        done += rows;
        this.#shares.set(keyOf(store, index.name), total === 0 ? 0 : Math.min(0.95, done / total));
        if (isIndexed) return;
        behind = sumOf(behind, await this.#count(store, side, range));
        // Triggers have copied new rows there.
        const ahead = await this.#count(store, side, [range[1], LAST_ID]);
        if (this.#isEnough(sumOf(behind, ahead))) await makeIndex();
      },
    });
    if (!isIndexed) await makeIndex();
  }

  async #isIndexed(store: StoreName, side: SideTable): Promise<boolean> {
    const empty = await this.#options.query(store, { text: IS_EMPTY, values: [side.name, side.index] });
    return empty.length === 0;
  }

  /** Sorts all rows that the side table has by then, in one transaction. */
  async #makeIndex(store: StoreName, { createIndex = [] }: SideTable): Promise<void> {
    const steps = createIndex.map((text) => step(text));
    await this.#options.write(store, steps, { exclusive: true, isBulk: true });
  }

  async #isOverfull(store: StoreName, side: SideTable): Promise<boolean> {
    if (await this.#isIndexed(store, side)) return false;
    const { rows, bytes } = await this.#count(store, side, ['', LAST_ID]);
    return this.#isEnough({ rows: rows / 2, bytes: bytes / 2 });
  }

  #isEnough({ rows, bytes }: RowCount): boolean {
    return rows >= this.#options.sortedRows || bytes >= SORTED_BYTES;
  }

  /** Does not count rows beyond those that make a side table overfull. */
  async #count(store: StoreName, side: SideTable, range: readonly [string, string]): Promise<RowCount> {
    const values = [...range, 2 * this.#options.sortedRows];
    const [row] = await this.#options.query(store, { text: side.count, values });
    return { rows: Number(row?.['rows']), bytes: Number(row?.['bytes']) };
  }

  /** An index that misses a row would give wrong answers, so the whole side table is compared before. */
  async #compare(store: StoreName, side: SideTable, signal: AbortSignal): Promise<void> {
    await this.#walk(store, side, {
      rows: () => Promise.resolve(COMPARED_ROWS),
      signal,
      onPortion: async (range) => {
        const [row] = await this.#options.query(store, { text: side.countDifferences, values: range });
        if (Number(row?.['count']) === 0) return;
        await this.#discard(store, side.name);
        throw new Error(`the side table ${side.name} differs from its table, and is built again`);
      },
    });
  }

  /** Goes through the ids of the table in portions. */
  async #walk(store: StoreName, side: SideTable, { rows, signal, onPortion }: Walk): Promise<void> {
    for (let after = ''; after !== LAST_ID; ) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      const size = await rows();
      const [row] = await this.#options.query(store, { text: side.endOfPortion, values: [after, size - 1] });
      const upTo = row === undefined ? LAST_ID : String(row['id']);
      await onPortion([after, upTo], size);
      after = upTo;
      await pause(Math.min(performance.now() - startedAt, PAUSE_MS_MAX), undefined, { signal });
    }
  }

  /** Ends the triggers, and leaves the rows for `clean`. */
  async #setAside(store: StoreName, index: string): Promise<void> {
    const side = sideTableOf(index);
    if (!(await this.#exists(store, side))) return;
    const triggers = triggersOf(side).map((trigger) => `DROP TRIGGER IF EXISTS ${quoted(trigger)}`);
    await this.#run(store, [...triggers, `ALTER TABLE ${quoted(side)} RENAME TO ${quoted(leftTableOf(index))}`]);
  }

  /** One caller at a time deletes a table. The next one deletes what an aborted one has left. */
  async #discard(store: StoreName, name: string, signal?: AbortSignal): Promise<void> {
    const key = keyOf(store, name);
    for (let other = this.#discards.get(key); other !== undefined; other = this.#discards.get(key)) {
      await other.catch(() => undefined);
    }
    const discard = this.#discardRows(store, name, signal);
    this.#discards.set(key, discard);
    try {
      await discard;
    } finally {
      this.#discards.delete(key);
    }
  }

  /** Deletes the rows in portions, because writes wait while a table is dropped with its pages. */
  async #discardRows(store: StoreName, name: string, signal?: AbortSignal): Promise<void> {
    const { write } = this.#options;
    if (!(await this.#exists(store, name))) return;
    await this.#run(
      store,
      triggersOf(name).map((trigger) => `DROP TRIGGER IF EXISTS ${quoted(trigger)}`),
    );
    const from = quoted(name);
    for (let touched = 1; touched > 0; ) {
      signal?.throwIfAborted();
      const rows = await this.#portion(store);
      const text = `DELETE FROM ${from} WHERE "id" IN (SELECT "id" FROM ${from} ORDER BY "id" LIMIT ?)`;
      const { results } = await write(store, [step(text, [rows])], { isBulk: true });
      touched = results[0]?.kind === 'plain' ? results[0].touched : 0;
    }
    await this.#run(store, [`DROP TABLE IF EXISTS ${from}`]);
  }

  async #portion(store: StoreName): Promise<number> {
    return Math.max(APPENDED_ROWS_MIN, await this.#options.bulkRows(store));
  }

  async #tableOf(store: StoreName, name: string): Promise<string | undefined> {
    const [row] = await this.#options.query(store, { text: TABLE_OF, values: [name] });
    return row === undefined ? undefined : String(row['table']);
  }

  async #exists(store: StoreName, name: string): Promise<boolean> {
    return (await this.#tableOf(store, name)) !== undefined;
  }

  /** Whether the side table has another index than the named one, which a build needs. */
  async #isBuilding(store: StoreName, side: string, name: string): Promise<boolean> {
    const rows = await this.#options.query(store, { text: INDEXES_OF, values: [side, sideIndexName(name)] });
    return rows.length > 0;
  }

  async #run(store: StoreName, texts: readonly string[]): Promise<void> {
    const steps = texts.map((text) => step(text));
    await this.#options.write(store, steps, { exclusive: true });
  }
}

const keyOf = (store: StoreName, index: string): string => `${store} ${index}`;

const sumOf = (one: RowCount, other: RowCount): RowCount => ({
  rows: one.rows + other.rows,
  bytes: one.bytes + other.bytes,
});
