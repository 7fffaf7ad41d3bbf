/** How much one process asks of the server at once, and how long it waits. Times in milliseconds. */
export interface PostgresLimits {
  /** Connections for cheap reads, shared by all projects: statements are pipelined on them. */
  readonly readConnections: number;
  readonly writeConnections: number;
  readonly scanConnections: number;
  /** Connections for changes of tables and bulk work. */
  readonly exclusiveConnections: number;
  /** Connections that make or migrate stores. */
  readonly openingConnections: number;
  readonly exportConnections: number;
  readonly snapshotConnections: number;
  /** Statements waiting for an answer on one shared connection. */
  readonly pipelinedMax: number;
  /** Requests of one store that wait for a connection of one kind. */
  readonly queuedPerStoreMax: number;
  /** The same of all stores; and writes of one store that wait for those before them. */
  readonly queuedMax: number;
  /** Scans of one store that run at once. */
  readonly scansPerStoreMax: number;
  readonly writesPerStoreMax: number;
  readonly exportsPerStoreMax: number;
  /** An export that has waited so long for its reader, in all, may be ended to make room for another. */
  readonly exportPatienceMs: number;
  readonly connectTimeoutMs: number;
  /** A cheap read that takes longer is run again among the scans. */
  readonly readTimeoutMs: number;
  /** A scan, and the wait for its turn. */
  readonly scanTimeoutMs: number;
  readonly writeTimeoutMs: number;
  readonly exclusiveTimeoutMs: number;
  readonly idleConnectionMs: number;
  /** A connection is replaced when it is older. */
  readonly connectionAgeMs: number;
}

export const DEFAULT_LIMITS: PostgresLimits = {
  readConnections: 4,
  writeConnections: 8,
  scanConnections: 4,
  exclusiveConnections: 2,
  openingConnections: 2,
  exportConnections: 4,
  snapshotConnections: 2,
  pipelinedMax: 1000,
  queuedPerStoreMax: 500,
  queuedMax: 2000,
  scansPerStoreMax: 2,
  writesPerStoreMax: 4,
  exportsPerStoreMax: 2,
  exportPatienceMs: 10_000,
  connectTimeoutMs: 3000,
  readTimeoutMs: 1000,
  scanTimeoutMs: 15_000,
  writeTimeoutMs: 10_000,
  exclusiveTimeoutMs: 600_000,
  idleConnectionMs: 60_000,
  connectionAgeMs: 300_000,
};
