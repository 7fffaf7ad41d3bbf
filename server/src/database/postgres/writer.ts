import { cascadesOf } from '../counts/table-changes.ts';
import type { RowStep, Step, StepResult, StoreName, WriteOptions, WriteResult } from '../database.ts';
import { quoted } from '../sql/names.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import { isInsert, reachOf } from './apart-writes.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { countStatements, GroupWriter } from './group-writer.ts';
import { forgetExpired, runIdempotently, runRequests, type WriteRequest } from './idempotency.ts';
import { failureOfShortWrite, isConnectionLoss, isWorthAnotherTry, LOCK_TIMEOUT, sqlStateOf } from './map-failure.ts';
import { KEEP_VERSION, LOCK_VERSION, type SchemaVersions, staleSchema, writeVersion } from './schema-versions.ts';
import { createStoreLocks } from './store-locks.ts';
import { type CountedRows, LOCK_STATS, noteRows, OUTDATE_COUNTS } from './table-stats.ts';
import { OutcomeUnknown, type SpellText, Transaction } from './transaction.ts';

const TRIES = 6;
const PAUSE_MS = 20;
/** How long a schema change is retried while its table is locked, and the longest pause between tries. */
const LOCKED_MS = { most: 30_000, pause: 400 };
/** Maximum statements of a write that may share a transaction. Larger writes of new rows run concurrently. */
const SMALL_MAX = 32;
/** After this many writes with an idempotency key, a portion of the expired keys is deleted. */
const EXPIRE_EVERY = 50;

export interface WriterOptions {
  readonly writes: ConnectionPool;
  readonly exclusive: ConnectionPool;
  readonly versions: SchemaVersions;
  readonly spell: SpellText;
  readonly queuedMax: number;
  readonly waitMs: number;
}

/** Runs writes in one of three ways: in a group, in their own transaction, or exclusively in their store. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #withLock: ReturnType<typeof createStoreLocks>;
  readonly #groups = new Map<string, GroupWriter>();
  #idempotent = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#withLock = createStoreLocks(options.waitMs);
  }

  write(store: StoreName, steps: readonly Step[], options: WriteOptions): Promise<WriteResult> {
    if (options.exclusive !== true) return this.#write(store, steps, options);
    return repeatWhileLocked(() => this.#write(store, steps, options));
  }

  #write(store: StoreName, asked: readonly Step[], options: WriteOptions): Promise<WriteResult> {
    const isLarge = isRowChange(asked, options);
    return this.#withLock(store, options.exclusive === true && !isLarge, async () => {
      this.#options.versions.require(store, options.schemaVersion);
      const steps = asked.map(readBeforeUpsert);
      if (options.exclusive === true && !isLarge) return await this.#writeExclusively(store, steps, options);
      const { idempotency, schemaVersion, isBulk = false } = options;
      if (idempotency !== undefined) await this.#forgetExpired(store, idempotency.nowMs);
      const request = { steps, idempotency };
      if (!isBulk && isSmall(steps)) return await this.#groupOf(store).write(request, schemaVersion);
      const run = () =>
        isLarge ? this.#writeMany(store, request, schemaVersion) : this.#writeInOwn(store, request, schemaVersion);
      if (steps.every(isInsert) && this.#groups.get(store)?.isBlocking(steps) !== true) return await run();
      return await this.#groupOf(store).writeAlone(run, reachOf(steps));
    });
  }

  async noteRows(store: StoreName, counted: CountedRows): Promise<void> {
    await this.#inTransaction(this.#options.writes, store, (transaction) => transaction.ask(noteRows(counted)));
  }

  #groupOf(store: StoreName): GroupWriter {
    let group = this.#groups.get(store);
    if (group === undefined) {
      const { queuedMax, waitMs } = this.#options;
      group = new GroupWriter({
        run: (requests, version) => this.#writeGroup(store, requests, version),
        onIdle: () => this.#groups.delete(store),
        queuedMax,
        waitMs,
      });
      this.#groups.set(store, group);
    }
    return group;
  }

  async #writeGroup(
    store: StoreName,
    requests: readonly WriteRequest[],
    version: number | undefined,
  ): Promise<readonly WriteResult[]> {
    try {
      return await this.#inTransaction(this.#options.writes, store, (transaction) =>
        runRequests(transaction, requests, version),
      );
    } catch (error) {
      throw requests.every(({ steps }) => steps.every(isShort)) ? failureOfShortWrite(error) : error;
    }
  }

  async #writeInOwn(store: StoreName, request: WriteRequest, version: number | undefined): Promise<WriteResult> {
    const [written] = await this.#inTransaction(this.#options.writes, store, (transaction) =>
      runRequests(transaction, [request], version),
    );
    return written ?? { results: [], replayed: false };
  }

  #writeMany(
    store: StoreName,
    { steps, idempotency }: WriteRequest,
    version: number | undefined,
  ): Promise<WriteResult> {
    const run = async (transaction: Transaction): Promise<readonly StepResult[]> => {
      await requireVersion(transaction, KEEP_VERSION, version);
      const [results = []] = await transaction.runRequests([steps]);
      // The counts, which it changes last, wait for commits of new rows as long as a small write does.
      transaction.tell({ text: `SET LOCAL lock_timeout TO ${this.#options.waitMs}`, values: [] });
      return results;
    };
    return this.#inTransaction(this.#options.exclusive, store, (transaction) =>
      runIdempotently(transaction, idempotency, () => run(transaction)),
    );
  }

  async #writeExclusively(
    store: StoreName,
    steps: readonly Step[],
    { schemaVersion, nextSchemaVersion, idempotency }: WriteOptions,
  ): Promise<WriteResult> {
    const { exclusive, versions } = this.#options;
    const run = async (transaction: Transaction): Promise<readonly StepResult[]> => {
      await requireVersion(transaction, LOCK_VERSION, schemaVersion);
      const [results = []] = await transaction.runRequests([steps]);
      if (nextSchemaVersion !== undefined) {
        for (const change of [writeVersion(nextSchemaVersion), LOCK_STATS, OUTDATE_COUNTS])
          await transaction.ask(change);
      }
      return results;
    };
    const written = await this.#inTransaction(exclusive, store, (transaction) =>
      runIdempotently(transaction, idempotency, () => run(transaction)),
    );
    if (nextSchemaVersion !== undefined && !written.replayed) versions.set(store, nextSchemaVersion);
    return written;
  }

  async #forgetExpired(store: StoreName, nowMs: number): Promise<void> {
    this.#idempotent += 1;
    if (this.#idempotent % EXPIRE_EVERY !== 0) return;
    await this.#inTransaction(this.#options.writes, store, (transaction) => transaction.ask(forgetExpired(nowMs)));
  }

  #inTransaction<Result>(
    pool: ConnectionPool,
    store: StoreName,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return repeat(() =>
      pool.use(store, (connection) => {
        const transaction = new Transaction(connection, store, this.#options.spell);
        return transaction.run(() => work(transaction));
      }),
    );
  }
}

async function requireVersion(transaction: Transaction, text: string, version: number | undefined): Promise<void> {
  const { rows } = await transaction.ask({ text, values: [] });
  const actual = rows.find((row) => row['name'] === 'schema_version')?.['value'];
  if (version !== undefined && actual !== version) throw staleSchema(version, actual);
}

/** Callers may choose the ids of new rows, so an existing id must not count as a created row. */
function readBeforeUpsert(step: Step): Step {
  if (step.kind === 'attempt') return { kind: 'attempt', step: withExistingRead(step.step) };
  return step.kind === 'rows' ? withExistingRead(step) : step;
}

function withExistingRead(step: RowStep): RowStep {
  if (step.action !== 'upsert' || step.existing !== undefined || step.newIds === undefined) return step;
  const text = `SELECT id FROM ${STORE_MARKER}.${quoted(step.table.physical)} WHERE id = ANY($1)`;
  return { ...step, existing: { text, values: [step.newIds] } };
}

/** A write whose statements are known beforehand and short: one change, or a limited number of inserts. */
function isSmall(steps: readonly Step[]): boolean {
  const [step] = steps;
  if (step === undefined) return false;
  if (steps.length === 1 && step.kind === 'plain') return true;
  if (steps.some(({ kind }) => kind !== 'rows') || countStatements(steps) > SMALL_MAX) return false;
  const isOne = steps.length === 1 && step.kind === 'rows' && step.bulk === undefined && step.statements.length === 1;
  return isOne || steps.every(isInsert);
}

/** Whether a step of a small write has little work: foreign keys may pass a delete on to any number of rows. */
function isShort(step: Step): boolean {
  return cascadesOf(step).length === 0;
}

/** A change of many rows. It needs only the locks of these rows, unlike a change of tables. */
function isRowChange(steps: readonly Step[], { exclusive, nextSchemaVersion }: WriteOptions): boolean {
  return exclusive === true && nextSchemaVersion === undefined && steps.every(({ kind }) => kind === 'rows');
}

/** Requests queue behind a schema change that waits for a lock, so it soon gives up, and holds nothing meanwhile. */
async function repeatWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (sqlStateOf(error) !== LOCK_TIMEOUT || performance.now() - startedAt > LOCKED_MS.most) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCKED_MS.pause * (0.5 + Math.random() / 2)));
    }
  }
}

/** Retries after a deadlock or conflict, and once after a connection was lost before anything could be written. */
async function repeat<Result>(work: () => Promise<Result>): Promise<Result> {
  let wasCut = false;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isCut = !wasCut && !(error instanceof OutcomeUnknown) && isConnectionLoss(error);
      if (isCut) wasCut = true;
      else if (tries === TRIES || !isWorthAnotherTry(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * Math.random() * tries));
    }
  }
}
