/** Limits on the work that one process sends to the server at once, and on its waits. Times are in milliseconds. */
export interface PostgresLimits {
  readonly readConnections: number;
  readonly writeConnections: number;
  readonly scanConnections: number;
  readonly trialConnections: number;
  readonly exclusiveConnections: number;
  readonly buildConnections: number;
  readonly openingConnections: number;
  readonly exportConnections: number;
  readonly snapshotConnections: number;
  /** Statements that may wait for an answer on one shared connection. */
  readonly pipelinedMax: number;
  /** Requests of one store that may wait for a connection of one kind. */
  readonly queuedPerStoreMax: number;
  /** Requests of all stores that wait for a connection of one kind; also writes of one store that wait for others. */
  readonly queuedMax: number;
  readonly scansPerStoreMax: number;
  readonly trialsPerStoreMax: number;
  readonly writesPerStoreMax: number;
  readonly exportsPerStoreMax: number;
  /** An export whose reader has delayed it for this long in total may be ended to make room for another. */
  readonly exportPatienceMs: number;
  readonly connectTimeoutMs: number;
  /** A cheap read that takes longer is run again as a scan. */
  readonly readTimeoutMs: number;
  readonly trialTimeoutMs: number;
  /** Timeout of a scan, and of the wait for a connection. */
  readonly scanTimeoutMs: number;
  readonly writeTimeoutMs: number;
  readonly exclusiveTimeoutMs: number;
  readonly idleConnectionMs: number;
  readonly connectionAgeMs: number;
}

export const DEFAULT_LIMITS: PostgresLimits = {
  readConnections: 4,
  writeConnections: 8,
  scanConnections: 4,
  trialConnections: 4,
  exclusiveConnections: 2,
  buildConnections: 2,
  openingConnections: 2,
  exportConnections: 4,
  snapshotConnections: 2,
  pipelinedMax: 1000,
  queuedPerStoreMax: 500,
  queuedMax: 2000,
  scansPerStoreMax: 2,
  trialsPerStoreMax: 2,
  writesPerStoreMax: 4,
  exportsPerStoreMax: 2,
  exportPatienceMs: 10_000,
  connectTimeoutMs: 3000,
  readTimeoutMs: 250,
  trialTimeoutMs: 100,
  scanTimeoutMs: 15_000,
  writeTimeoutMs: 10_000,
  exclusiveTimeoutMs: 600_000,
  idleConnectionMs: 60_000,
  connectionAgeMs: 300_000,
};
