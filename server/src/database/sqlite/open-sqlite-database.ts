import type { Clock } from '../../platform/clock.ts';
import type {
  Database,
  ExportPage,
  ExportRead,
  ListRead,
  ListResult,
  PoolFigures,
  Row,
  Snapshot,
  Step,
  StoreName,
  WriteOptions,
  WriteResult,
} from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { LogArchive } from '../log-archive/index.ts';
import { type StoreMigrations, storeMigrations } from '../migrations/index.ts';
import type { Statement } from '../statement.ts';
import { BulkPace } from './bulk-pace.ts';
import { Checkpoints } from './checkpoints.ts';
import { clearExports, listStores, prepareDirectory } from './data-directory.ts';
import { sqliteDialect } from './dialect.ts';
import { exportPages } from './export-reads.ts';
import { type AdoptedIndex, SideTableBuilder } from './index-builder.ts';
import { showKnown, withoutKnown } from './known-rows.ts';
import { defaultLimits, type SqliteLimits } from './limits.ts';
import { ListReader } from './list-reader.ts';
import { sqliteSyntax } from './migrate-store.ts';
import type { ListReply, ThreadRole } from './protocol.ts';
import { replayJournals } from './replay-journals.ts';
import { ScanQueue } from './scan-queue.ts';
import { Snapshots } from './snapshots.ts';
import { StoreLocks } from './store-locks.ts';
import type { EngineLogger, MakeRequest, Thread } from './thread.ts';
import { ThreadPool } from './thread-pool.ts';
import { encodeSteps } from './wire-steps.ts';

const EXPIRY_CHECK_MS = 100;

export interface SqliteOptions {
  /** Directory of the stores. Only one process at a time may use it; a second one is refused. */
  readonly directory: string;
  readonly clock: Clock;
  readonly logger?: EngineLogger;
  readonly limits?: Partial<SqliteLimits>;
  readonly archive?: LogArchive | undefined;
  readonly migrations?: StoreMigrations;
}

export async function openSqliteDatabase(options: SqliteOptions): Promise<Database> {
  prepareDirectory(options.directory);
  const database = new SqliteDatabase(options);
  try {
    await database.start();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  readonly indexBuilder: SideTableBuilder;
  readonly #directory: string;
  readonly #limits: SqliteLimits;
  readonly #writers: ThreadPool;
  readonly #readers: ThreadPool;
  readonly #scanners: ThreadPool;
  readonly #scans: ScanQueue;
  readonly #bulkWriters: ThreadPool;
  readonly #bulkWrites: ScanQueue;
  readonly #locks: StoreLocks;
  readonly #lists: ListReader;
  readonly #bulkPace = new BulkPace<Thread>();
  readonly #dropped = new Set<string>();
  readonly #checkpoints: Checkpoints;
  readonly #snapshots: Snapshots;
  readonly #expiry: NodeJS.Timeout;
  readonly #archive: LogArchive | undefined;
  #isClosing = false;

  constructor({ directory, logger, limits, archive, migrations = storeMigrations(sqliteSyntax) }: SqliteOptions) {
    this.#directory = directory;
    this.#archive = archive;
    this.#limits = { ...defaultLimits(), ...limits };
    this.indexBuilder = this.#createIndexBuilder();
    const {
      writeThreads,
      readThreads,
      scanThreads,
      queueMax,
      queueTimeoutMs,
      openStoresMax,
      idleCloseMs,
      journalFileBytes,
    } = this.#limits;
    const dataOf = (role: ThreadRole) => {
      return {
        directory,
        role,
        migrations,
        holdsDirectory: false,
        openStoresMax: openStoresMax[role],
        idleCloseMs,
        journalFileBytes,
        isArchived: archive !== undefined,
      };
    };
    const onCommits = (stores: readonly string[]): void => archive?.noteCommits(stores);
    const pool = (role: ThreadRole, size: number, holdsDirectory = false): ThreadPool =>
      new ThreadPool({ size, queueMax, data: { ...dataOf(role), holdsDirectory }, logger, onCommits });
    this.#writers = pool('write', writeThreads, true);
    this.#readers = pool('read', readThreads);
    this.#scanners = pool('scan', scanThreads);
    this.#scans = new ScanQueue(this.#scanners, this.#limits);
    this.#bulkWriters = pool('write', writeThreads);
    this.#bulkWrites = new ScanQueue(this.#bulkWriters, this.#limits);
    this.#locks = new StoreLocks({ heldMax: queueMax, timeoutMs: queueTimeoutMs });
    this.#lists = new ListReader({
      quick: (store, make) => this.#readOn(store, make),
      scan: (store, make) => this.#scanOn(store, make),
      noteCount: (store, tableId, reply) => this.#noteCount(store, tableId, reply),
    });
    this.#checkpoints = new Checkpoints({
      pagesToCopy: (store) => this.#pagesToCopy(store),
      beside: (store) => this.#scans.run<number>(store, (id) => ({ id, op: 'checkpoint', store }), { isPatient: true }),
      atWriter: (store) => this.#copyRest(store),
      hold: async (store) => archive?.hold(store),
    });
    this.#snapshots = new Snapshots(dataOf('scan'), logger);
    this.#expiry = setInterval(() => this.#expire(), EXPIRY_CHECK_MS).unref();
  }

  /** Locks the directory, so that a second process is refused before it touches anything. */
  async start(): Promise<void> {
    const writer = this.#writers.first();
    this.#readers.first();
    await writer.started;
    replayJournals(this.#directory);
    clearExports(this.#directory);
    await this.#archive?.serve({ closed: (store, work) => this.#whileClosed(store, work) });
    await this.#writeOn('control', (id) => ({ id, op: 'ping', store: 'control' }));
  }

  #createIndexBuilder(): SideTableBuilder {
    return new SideTableBuilder({
      query: (store, statement) => this.query(store, statement),
      write: (store, steps, options) => this.write(store, steps, options),
      bulkRows: (store) => this.bulkRows(store),
      adopt: (store, adopted) => this.#adoptIndex(store, adopted),
      sortedRows: this.#limits.sortedRows,
    });
  }

  query(store: StoreName, { text, values }: Statement): Promise<readonly Row[]> {
    return this.#readOn(store, (id, numberOf) => ({ id, op: 'query', store, text: numberOf(text), values }));
  }

  list(store: StoreName, read: ListRead, schemaVersion = 0): Promise<ListResult> {
    return this.#lists.list(store, read, schemaVersion);
  }

  pages(store: StoreName, read: ExportRead): AsyncIterable<ExportPage> {
    return exportPages(store, read, (make) => this.#scanOn(store, make));
  }

  async write(store: StoreName, steps: readonly Step[], options: WriteOptions = {}): Promise<WriteResult> {
    this.#requireOpen(store);
    this.#checkpoints.noteWrite(store);
    const { schemaVersion = 0, nextSchemaVersion = 0, idempotency = null, isBulk = false } = options;
    if (!isBulk) this.#bulkPace.noteWrite(this.#writers.home(store));
    // With an idempotency key the rows are part of the stored answer.
    const crossing = idempotency === null ? withoutKnown(steps) : steps;
    const make: MakeRequest = (id, numberOf) => ({
      id,
      op: 'write',
      store,
      schemaVersion,
      nextSchemaVersion,
      steps: encodeSteps(crossing, numberOf),
      idempotency,
    });
    const { results, replayed } = options.exclusive
      ? await this.#writeExclusively<WriteResult>(store, make, isBulk)
      : await this.#locks.shared(store, () => this.#writeOn<WriteResult>(store, make));
    return { results: crossing === steps ? results : showKnown(steps, results), replayed };
  }

  async #writeExclusively<Value>(store: StoreName, make: MakeRequest, isBulk: boolean): Promise<Value> {
    const queue = isBulk ? this.#bulkWrites : this.#scans;
    // Starts the thread and opens the store before other writes have to wait.
    if (isBulk) await queue.run(store, (id) => ({ id, op: 'ping', store }), { isPatient: true });
    return await this.#locks.exclusive(store, () => {
      this.#requireKept(store);
      return queue.run<Value>(store, make, { isPatient: true });
    });
  }

  async #adoptIndex(store: StoreName, adopted: AdoptedIndex): Promise<void> {
    this.#requireOpen(store);
    await this.#writeExclusively(store, (id) => ({ id, op: 'adopt_index', store, ...adopted }), true);
  }

  bulkRows(store: StoreName): Promise<number> {
    return Promise.resolve(this.#bulkPace.rowsBeside(this.#writers.home(store)));
  }

  async snapshot(store: StoreName): Promise<Snapshot> {
    // Creates or migrates the store if it has not been used yet.
    await this.#readOn(store, (id) => ({ id, op: 'ping', store }));
    return await this.#snapshots.open(store);
  }

  async load(store: StoreName, steps: readonly Step[]): Promise<void> {
    this.#requireOpen(store);
    this.#checkpoints.noteWrite(store);
    const make: MakeRequest = (id, numberOf) => ({ id, op: 'load', store, steps: encodeSteps(steps, numberOf) });
    await this.#locks.exclusive(store, () => this.#scans.run<null>(store, make, { isPatient: true }));
  }

  /** Does nothing, because every statement reads the version from the store. */
  setSchemaVersion(): void {}

  async drop(store: StoreName): Promise<void> {
    if (store === 'control')
      throw new DatabaseFailure({ kind: 'failed', message: 'the control store is never dropped' });
    this.#dropped.add(store);
    this.#lists.forget(store);
    for (const queue of [this.#scans, this.#bulkWrites]) queue.refuse(store, droppedFailure(store));
    await this.#locks.exclusive(store, async () => {
      // SQLite deletes the log when the last connection closes, and the archive may have none.
      await this.#archive?.takeAll(store);
      await this.#closeEverywhere(store);
      await this.#archive?.noteDrop(store);
      await this.#writers.home(store).call((id) => ({ id, op: 'remove_store', store }));
    });
  }

  stores(): Promise<readonly StoreName[]> {
    return Promise.resolve(listStores(this.#directory));
  }

  pools(): readonly PoolFigures[] {
    return [];
  }

  async ping(): Promise<void> {
    await this.#readOn('control', (id) => ({ id, op: 'ping', store: 'control' }));
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#checkpoints.close();
    const { closeTimeoutMs } = this.#limits;
    await this.#snapshots.close();
    await Promise.all([this.#readers, this.#scans, this.#bulkWrites].map((one) => one.close(closeTimeoutMs)));
    // Last, because the first writer keeps other processes out.
    await this.#writers.close(closeTimeoutMs);
    clearInterval(this.#expiry);
  }

  #whileClosed<Value>(store: string, work: () => Promise<Value>): Promise<Value> {
    return this.#locks.exclusive(store, async () => {
      await this.#closeEverywhere(store);
      return await work();
    });
  }

  /** Each thread works in order, so once it has answered this it has nothing of the store open. */
  async #closeEverywhere(store: string): Promise<void> {
    const pools = [this.#readers, this.#scanners, this.#bulkWriters, this.#writers];
    const threads = pools.flatMap((pool) => pool.running);
    await Promise.all(threads.map((thread) => thread.call((id) => ({ id, op: 'close_store', store }))));
  }

  /** An exclusive change may need the store closed, and its pages count once it has ended. */
  async #pagesToCopy(store: string): Promise<number | undefined> {
    this.#requireOpen(store);
    if (this.#locks.isExclusive(store)) return undefined;
    return await this.#writeOn<number>(store, (id) => ({ id, op: 'log_length', store }));
  }

  /** With an archive, no other write runs at this time, so the log may restart once it has been copied completely. */
  #copyRest(store: string): Promise<number> {
    const copy = (): Promise<number> => this.#writeOn<number>(store, (id) => ({ id, op: 'checkpoint', store }));
    const archive = this.#archive;
    if (archive === undefined) return copy();
    return this.#locks.exclusive(store, async () => {
      await archive.takeAll(store);
      return await copy();
    });
  }

  async #readOn<Value>(store: string, make: MakeRequest): Promise<Value> {
    this.#requireOpen(store);
    return this.#readers.call<Value>(this.#readers.near(store), make, { deadlineMs: this.#deadline(), store });
  }

  /** Checks again what its callers have checked before they waited: the thread would make a new file. */
  #writeOn<Value>(store: string, make: MakeRequest): Promise<Value> {
    if (this.#dropped.has(store)) return Promise.reject(droppedFailure(store));
    return this.#writers.call<Value>(this.#writers.home(store), make, { deadlineMs: this.#deadline() });
  }

  async #scanOn<Value>(store: string, make: MakeRequest): Promise<Value> {
    this.#requireOpen(store);
    return this.#scans.run<Value>(store, make);
  }

  /** Nothing is lost when this fails: the next reader counts again. */
  #noteCount(store: string, tableId: string, { count, version }: ListReply): void {
    const note = (): Promise<null> =>
      this.#writeOn(store, (id) => ({ id, op: 'note_count', store, tableId, rows: count, version }));
    this.#locks.shared(store, note).catch(() => undefined);
  }

  #requireOpen(store: string): void {
    if (this.#isClosing) throw new DatabaseFailure({ kind: 'unavailable', message: 'the database is closing' });
    this.#requireKept(store);
  }

  #requireKept(store: string): void {
    if (this.#dropped.has(store)) throw droppedFailure(store);
  }

  #deadline(): number {
    return performance.now() + this.#limits.queueTimeoutMs;
  }

  #expire(): void {
    const now = performance.now();
    for (const pool of [this.#writers, this.#readers]) pool.expire(now);
  }
}

function droppedFailure(store: string): DatabaseFailure {
  return new DatabaseFailure({ kind: 'dropped', message: `${store} was dropped` });
}
