import { ConnectionPool, type ConnectionPoolOptions } from './connection-pool.ts';
import type { ConnectionKind, Connector, StatementMeter } from './connector.ts';
import type { PostgresLimits } from './limits.ts';
import { SharedConnections } from './shared-connections.ts';

/** A schema change waits this long for readers, and blocks requests queued behind it no longer (`writer.ts`). */
const CHANGE_LOCK_MS = 200;
/** Creating and backing up stores waits for schema changes of their tables. */
const STORE_LOCK_MS = 5000;
/** A cheap read that meets a lock fails soon, so that it does not hold up requests behind it. */
const READ_LOCK_MS = 50;
/** Each is for one store. Its plan takes some 30 KB of the server's memory; planning it again takes as long as a short list. */
const PREPARED_READS_MAX = 1000;
const SNAPSHOT_STATEMENT_MS = 600_000;
const EXPORT_STATEMENT_MS = 120_000;
/** An index of a large table takes hours. It delays no request and can be cancelled. */
const BUILD_STATEMENT_MS = 7 * 24 * 3_600_000;
const IDLE_TRANSACTION_MS = 15_000;
/** If the positions of rows with a frequent word do not fit, PostgreSQL keeps only blocks and tests all their rows. */
const SCAN_MEMORY_KB = 32 * 1024;
/** An export waits for its reader between two pages. */
const IDLE_EXPORT_MS = 300_000;

/** A separate pool for each kind of work, so that none takes the connections of another. */
export interface ConnectionPools {
  readonly reads: SharedConnections;
  readonly scans: ConnectionPool;
  readonly trials: ConnectionPool;
  readonly writes: ConnectionPool;
  readonly exclusive: ConnectionPool;
  readonly builds: ConnectionPool;
  readonly opening: ConnectionPool;
  readonly exports: ConnectionPool;
  readonly snapshots: ConnectionPool;
}

export interface PoolHooks {
  /** Called when a store without a running export waits because others hold all export connections. */
  readonly onExportsWait: () => void;
  /** How many scans may run at once, at most `scanConnections`. */
  readonly scansMax: () => number;
}

export function createConnectionPools(connector: Connector, limits: PostgresLimits, hooks: PoolHooks): ConnectionPools {
  const pool = (
    connectionsMax: number,
    perStoreMax: number,
    kind: Omit<ConnectionKind, 'meter'>,
    options: Partial<Pick<ConnectionPoolOptions, 'onWait' | 'wantedMax' | 'lateKind'>> = {},
  ): ConnectionPool =>
    new ConnectionPool({
      connector,
      kind: { ...kind, meter: newMeter() },
      connectionsMax,
      perStoreMax,
      queuedMax: limits.queuedMax,
      queuedPerStoreMax: limits.queuedPerStoreMax,
      waitMs: kind.statementTimeoutMs,
      lateKind: 'overloaded',
      idleMs: limits.idleConnectionMs,
      ageMs: limits.connectionAgeMs,
      ...options,
    });
  const { readTimeoutMs, trialTimeoutMs, scanTimeoutMs, writeTimeoutMs, exclusiveTimeoutMs } = limits;
  return {
    reads: new SharedConnections({
      connector,
      kind: {
        statementTimeoutMs: readTimeoutMs,
        lockTimeoutMs: READ_LOCK_MS,
        idleTransactionMs: IDLE_TRANSACTION_MS,
        preparedMax: PREPARED_READS_MAX,
        meter: newMeter(),
      },
      connectionsMax: limits.readConnections,
      pipelinedMax: limits.pipelinedMax,
      ageMs: limits.connectionAgeMs,
    }),
    scans: pool(
      limits.scanConnections,
      limits.scansPerStoreMax,
      {
        statementTimeoutMs: scanTimeoutMs,
        lockTimeoutMs: scanTimeoutMs,
        idleTransactionMs: IDLE_TRANSACTION_MS,
        workMemoryKb: SCAN_MEMORY_KB,
      },
      { wantedMax: hooks.scansMax, lateKind: 'timeout' },
    ),
    trials: pool(
      limits.trialConnections,
      limits.trialsPerStoreMax,
      {
        statementTimeoutMs: trialTimeoutMs,
        lockTimeoutMs: READ_LOCK_MS,
        idleTransactionMs: IDLE_TRANSACTION_MS,
      },
      { lateKind: 'timeout' },
    ),
    writes: pool(limits.writeConnections, limits.writesPerStoreMax, {
      statementTimeoutMs: writeTimeoutMs,
      lockTimeoutMs: writeTimeoutMs,
      idleTransactionMs: IDLE_TRANSACTION_MS,
    }),
    exclusive: pool(limits.exclusiveConnections, 1, {
      statementTimeoutMs: exclusiveTimeoutMs,
      lockTimeoutMs: CHANGE_LOCK_MS,
      idleTransactionMs: IDLE_TRANSACTION_MS,
    }),
    snapshots: pool(limits.snapshotConnections, 1, {
      statementTimeoutMs: SNAPSHOT_STATEMENT_MS,
      lockTimeoutMs: STORE_LOCK_MS,
      idleTransactionMs: IDLE_EXPORT_MS,
    }),
    builds: pool(limits.buildConnections, 1, {
      statementTimeoutMs: BUILD_STATEMENT_MS,
      // The build waits for earlier transactions, and no request waits for the build.
      lockTimeoutMs: 0,
      idleTransactionMs: IDLE_TRANSACTION_MS,
    }),
    opening: pool(limits.openingConnections, 1, {
      statementTimeoutMs: exclusiveTimeoutMs,
      lockTimeoutMs: STORE_LOCK_MS,
      idleTransactionMs: IDLE_TRANSACTION_MS,
    }),
    exports: pool(
      limits.exportConnections,
      limits.exportsPerStoreMax,
      {
        statementTimeoutMs: EXPORT_STATEMENT_MS,
        lockTimeoutMs: scanTimeoutMs,
        idleTransactionMs: IDLE_EXPORT_MS,
      },
      { onWait: hooks.onExportsWait, lateKind: 'timeout' },
    ),
  };
}

const newMeter = (): StatementMeter => ({ statements: 0, seconds: 0 });
