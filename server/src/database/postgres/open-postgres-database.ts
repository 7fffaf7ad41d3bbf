import type { Clock } from '../../platform/clock.ts';
import { type Logger, silentLogger } from '../../platform/logger.ts';
import { whenReady } from '../../platform/when-ready.ts';
import type { Database, ExportPage, ExportRead, Snapshot, StoreName } from '../database.ts';
import { isDatabaseFailure } from '../errors.ts';
import { builderWhere } from '../index-builder.ts';
import type { StoreMigrations } from '../migrations/index.ts';
import { detectCapabilities } from './capabilities.ts';
import type { ConnectionBudget } from './connection-budget.ts';
import { type ConnectionPools, createConnectionPools } from './connection-pools.ts';
import { type Connector, createConnector } from './connector.ts';
import { createPostgresDialect, type PostgresCapabilities } from './dialect.ts';
import { exportRows } from './export-rows.ts';
import { createIndexBuilder } from './index-builder.ts';
import { DEFAULT_LIMITS, type PostgresLimits } from './limits.ts';
import { isConnectionLoss } from './map-failure.ts';
import { Reader } from './reader.ts';
import { RequestsUnderWay } from './requests-under-way.ts';
import { ScanLimit } from './scan-limit.ts';
import { SchemaVersions } from './schema-versions.ts';
import { SlowReaders } from './slow-readers.ts';
import { openSnapshot } from './snapshot.ts';
import { StoreSchemas } from './store-schemas.ts';
import { createStoreTexts, schemaOf } from './store-text.ts';
import { UnusedTables } from './unused-tables.ts';
import { Writer } from './writer.ts';

const START_TRIES = 20;
const START_PAUSE_MS = 250;
const CLOSE_WAIT_MS = 6000;
/** Other writes do not wait for a bulk write, and its statements are pipelined. */
const BULK_ROWS = 500;
/** The tables that one request may be the first to use. */
const TABLES_MAX = 100;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with libpq's `sslmode` options after `?`. */
  readonly url: string;
  readonly clock: Clock;
  readonly logger?: Pick<Logger, 'warn' | 'info'>;
  readonly limits?: Partial<PostgresLimits>;
  readonly budget?: ConnectionBudget | undefined;
  readonly migrations?: StoreMigrations;
}

/** Rejects with `unavailable` when the server does not answer for some seconds. */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const connector = createConnector({
    url: options.url,
    connectTimeoutMs: limits.connectTimeoutMs,
    budget: options.budget,
    logger: options.logger ?? silentLogger,
  });
  const slowReaders = new SlowReaders(limits.exportPatienceMs);
  const scanLimit = new ScanLimit(limits.scanConnections);
  const pools = createConnectionPools(connector, limits, {
    onExportsWait: () => slowReaders.endSlowest(),
    scansMax: () => scanLimit.current(),
  });
  const leaveBudget = joinBudget(options.budget, pools);
  try {
    const capabilities = await askForCapabilities(pools);
    const { migrations } = options;
    return createDatabase({ connector, pools, scanLimit, slowReaders, limits, capabilities, migrations, leaveBudget });
  } catch (error) {
    leaveBudget();
    await closePools(connector, pools);
    throw error;
  }
}

/** Returns a function that removes the pool from the budget. The few shared connections stay open. */
function joinBudget(budget: ConnectionBudget | undefined, { reads: _shared, ...others }: ConnectionPools): () => void {
  if (budget === undefined) return () => undefined;
  const leave = Object.values(others).map((pool) => budget.addPool(() => pool.closeIdle()));
  return () => {
    for (const one of leave) one();
  };
}

interface DatabaseContext {
  readonly connector: Connector;
  readonly pools: ConnectionPools;
  readonly scanLimit: ScanLimit;
  readonly slowReaders: SlowReaders;
  readonly limits: PostgresLimits;
  readonly capabilities: PostgresCapabilities;
  readonly migrations: StoreMigrations | undefined;
  readonly leaveBudget: () => void;
}

function createDatabase(context: DatabaseContext): Database {
  const { connector, pools, scanLimit, slowReaders, limits, capabilities, migrations } = context;
  const requests = new RequestsUnderWay();
  const spell = createStoreTexts();
  const versions = new SchemaVersions();
  const schemas = new StoreSchemas({ ...pools, migrations });
  const unused = new UnusedTables({ reads: pools.reads, readBy: (text) => schemas.readBy(text) });
  const { queuedMax, writeTimeoutMs: waitMs } = limits;
  const writer = new Writer({ ...pools, versions, spell, queuedMax, waitMs });
  const reader = new Reader({
    ...pools,
    scanLimit,
    spell,
    // The answer does not wait for this; when it fails, the next reader counts again.
    onCounted: (store, counted) => void requests.run(() => writer.noteRows(store, counted)).catch(() => undefined),
  });

  /** Any other missing table may mean a dropped store. A failed statement kept nothing, so `work` runs again. */
  const inStore = <Result>(store: StoreName, work: () => Promise<Result>): Promise<Result> =>
    requests.run(async () => {
      for (let made = 0; ; made += 1) {
        try {
          if (!schemas.isReady(store)) await schemas.prepare(store);
          return await work();
        } catch (error) {
          if (made < TABLES_MAX && (await schemas.makeMissing(store, error))) continue;
          if (isDatabaseFailure(error, 'stale_schema')) schemas.forget(store);
          // If another process has dropped the store, this throws `dropped`, which callers do not treat as a fault.
          if (schemas.isMissing(error)) await schemas.prepare(store);
          throw error;
        }
      }
    });

  const dialect = createPostgresDialect(capabilities);

  async function* pages(store: StoreName, read: ExportRead): AsyncGenerator<ExportPage, void> {
    const connection = await inStore(store, async () => {
      await schemas.makeNamed(store, read.whole.text);
      return await pools.exports.take(store);
    });
    const rows = exportRows(connection, store, spell(store, read.whole.text), read);
    yield* slowReaders.watch(rows, () => pools.exports.giveBack(store, connection));
  }

  return {
    dialect,
    query: (store, statement) =>
      inStore(store, async () =>
        whenReady(unused.isRead(store, statement.text), (isUnused) => (isUnused ? [] : reader.query(store, statement))),
      ),
    list: (store, read, schemaVersion) =>
      inStore(store, () => {
        versions.require(store, schemaVersion);
        return reader.list(store, read);
      }),
    pages,
    write: (store, steps, writeOptions = {}) => inStore(store, () => writer.write(store, steps, writeOptions)),
    bulkRows: () => Promise.resolve(BULK_ROWS),
    snapshot: (store) =>
      openTwice(async () => {
        const isWaiting = (text: string, tables: ReadonlySet<string>) => schemas.isWaiting(store, text, tables);
        const connection = await inStore(store, () => pools.snapshots.take(store));
        const giveBack = (): void => pools.snapshots.giveBack(store, connection);
        try {
          return await openSnapshot(connection, store, spell, { isWaiting, giveBack });
        } catch (error) {
          giveBack();
          throw error;
        }
      }),
    async load(store, steps) {
      await inStore(store, () => writer.write(store, steps, { exclusive: true }));
    },
    indexBuilder: builderWhere(inStore, createIndexBuilder(pools, { spell, dialect })),
    setSchemaVersion: (store, version) => versions.set(store, version),
    drop: (store) =>
      requests.run(() => {
        versions.forget(store);
        reader.forget(store);
        return schemas.drop(store);
      }),
    pools: () => Object.entries(pools).map(([name, pool]) => ({ name, ...pool.figures() })),
    stores: (having) => requests.run(() => schemas.list(having)),
    ping: () =>
      inStore('control', async () => {
        const connection = await pools.reads.pick('control');
        // Reads a control table, because on a cluster these may be on a node that is down while others answer.
        await connection.say(`SELECT 1 FROM ${schemaOf('control')}._meta WHERE name = 'migration'`);
      }),
    close: async () => {
      await requests.close(CLOSE_WAIT_MS);
      context.leaveBudget();
      await closePools(connector, pools);
    },
  };
}

/** A connection that was idle may have been lost without notice, as one between the nodes of a cluster. */
async function openTwice(open: () => Promise<Snapshot>): Promise<Snapshot> {
  return await open().catch((error: unknown) => (isConnectionLoss(error) ? open() : Promise.reject(error)));
}

async function closePools(connector: Connector, pools: ConnectionPools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.close()));
  connector.stop();
}

/** Waits some seconds for a server that starts together with the service. */
async function askForCapabilities(pools: ConnectionPools): Promise<PostgresCapabilities> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await detectCapabilities(await pools.reads.pick('control'));
    } catch (error) {
      if (tries === START_TRIES || !isDatabaseFailure(error, 'unavailable')) throw error;
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
    }
  }
}
