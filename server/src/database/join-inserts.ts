import type { Database, InsertBatching, RowStep, Step, StoreName, WriteOptions, WriteResult } from './database.ts';
import { DatabaseFailure, isDatabaseFailure } from './errors.ts';
import type { Statement } from './statement.ts';
import { withWrite } from './with-write.ts';

/** A batch of this size does not wait for running writes. */
const ROWS_ENOUGH = 24;
/** The number of writes of one store, running or queued, from which on new rows wait to form a batch. */
const UNDER_WAY_ENOUGH = 3;
/** After a row failed, this many rows are written one by one, because a client may be sending more invalid ones. */
const ROWS_APART = 200;

interface NewRow {
  readonly step: RowStep;
  readonly batching: InsertBatching;
  readonly schemaVersion: number | undefined;
  readonly resolve: (written: WriteResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches new rows that arrive together (docs/decisions/0025-new-rows-together.md); on failure writes each alone. */
export function joinInserts(database: Database): Database {
  const lanes = new Map<StoreName, InsertQueue>();
  return withWrite(database, (store, steps, options) => {
    const row = findNewRow(steps, options);
    if (row === undefined) return database.write(store, steps, options);
    const lane = lanes.get(store) ?? new InsertQueue(database, store, () => lanes.delete(store));
    lanes.set(store, lane);
    return new Promise((resolve, reject) => lane.add({ ...row, resolve, reject }));
  });
}

function findNewRow(
  steps: readonly Step[],
  { schemaVersion, exclusive, idempotency }: WriteOptions = {},
): Omit<NewRow, 'resolve' | 'reject'> | undefined {
  const [step] = steps;
  if (steps.length !== 1 || step?.kind !== 'rows' || step.batching === undefined) return undefined;
  if (exclusive === true || idempotency !== undefined) return undefined;
  return { step, batching: step.batching, schemaVersion };
}

class InsertQueue {
  readonly #database: Database;
  readonly #store: StoreName;
  readonly #onIdle: () => void;
  #waiting: NewRow[] = [];
  #underWay = 0;
  #apart = 0;
  #isFlushing = false;

  constructor(database: Database, store: StoreName, onIdle: () => void) {
    this.#database = database;
    this.#store = store;
    this.#onIdle = onIdle;
  }

  add(row: NewRow): void {
    this.#waiting.push(row);
    if (this.#underWay === 0 || this.#waiting.length >= ROWS_ENOUGH) this.#flush();
    else this.#flushLater();
  }

  #flushLater(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      if (this.#waiting.length > 0 && this.#underWay < UNDER_WAY_ENOUGH) this.#flush();
    });
  }

  #flush(): void {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#underWay += 1;
    void this.#writeAll(rows).finally(() => {
      this.#underWay -= 1;
      if (this.#waiting.length > 0) this.#flush();
      else if (this.#underWay === 0) this.#onIdle();
    });
  }

  #writeAll(rows: readonly NewRow[]): Promise<unknown> {
    if (this.#apart > 0) return this.#writeApart(rows);
    if (rows.every((row) => isLike(row, rows[0]))) return this.#writeTogether(rows);
    const kinds: NewRow[][] = [];
    for (const row of rows) {
      const kind = kinds.find(([first]) => isLike(row, first));
      if (kind === undefined) kinds.push([row]);
      else kind.push(row);
    }
    return Promise.all(kinds.map((kind) => this.#writeTogether(kind)));
  }

  async #writeTogether(rows: readonly NewRow[]): Promise<void> {
    const [first] = rows;
    if (first === undefined || rows.length === 1) return await this.#writeApart(rows);
    try {
      const statements = statementsOf(first.batching, rows);
      const firstId = firstIdOf(rows);
      const step: RowStep = { ...first.step, statements, firstId, knownRows: undefined, isRetried: true };
      await this.#database.write(this.#store, [step], optionsOf(first));
    } catch (error) {
      if (failsWholeBatch(error)) for (const { reject } of rows) reject(error);
      else {
        this.#apart = ROWS_APART;
        await this.#writeApart(rows);
      }
      return;
    }
    for (const { step: asked, resolve } of rows) resolve(resultOf(asked));
  }

  async #writeApart(rows: readonly NewRow[]): Promise<void> {
    this.#apart = Math.max(0, this.#apart - rows.length);
    await Promise.all(
      rows.map((row) => this.#database.write(this.#store, [row.step], optionsOf(row)).then(row.resolve, row.reject)),
    );
  }
}

function isLike(row: NewRow, other: NewRow | undefined): boolean {
  return row.batching === other?.batching && row.schemaVersion === other.schemaVersion;
}

function optionsOf({ schemaVersion }: NewRow): WriteOptions {
  return schemaVersion === undefined ? {} : { schemaVersion };
}

/** The result that the row's own statement would have returned. */
function resultOf({ knownRows: known = [] }: RowStep): WriteResult {
  return { results: [{ kind: 'rows', rows: known, touched: 1, created: 1 }], replayed: false };
}

function firstIdOf(rows: readonly NewRow[]): string | undefined {
  let first = rows[0]?.step.firstId;
  for (const { step } of rows) {
    if (first === undefined || step.firstId === undefined) return undefined;
    if (step.firstId < first) first = step.firstId;
  }
  return first;
}

function statementsOf({ sizes, textOf }: InsertBatching, rows: readonly NewRow[]): readonly Statement[] {
  const single = rows.flatMap(({ step }) => step.statements);
  if (sizes.length === 1) return single;
  const statements: Statement[] = [];
  let size = 1;
  for (let at = 0; at < single.length; at += size) {
    size = sizes.find((fit) => fit <= single.length - at) ?? 1;
    statements.push({ text: textOf(size), values: single.slice(at, at + size).flatMap(({ values }) => values) });
  }
  return statements;
}

/** No row would succeed alone, or the rows may already have been written. */
function failsWholeBatch(error: unknown): boolean {
  return !(error instanceof DatabaseFailure) || OF_ALL.some((kind) => isDatabaseFailure(error, kind));
}

const OF_ALL = ['unavailable', 'storage_full', 'overloaded', 'timeout', 'dropped', 'stale_schema'] as const;
