import { availableParallelism } from 'node:os';

export interface SqliteLimits {
  readonly writeThreads: number;
  readonly readThreads: number;
  /** Threads are started when needed. */
  readonly scanThreads: number;
  readonly scansPerStore: number;
  /** Requests that may wait for one write or read thread, and for all scan threads together. */
  readonly queueMax: number;
  readonly scanQueuePerStoreMax: number;
  /** A request that has not begun after this time fails. */
  readonly queueTimeoutMs: number;
  /** The caller of a long read gets an answer after this time, even if the read is still running. */
  readonly scanTimeoutMs: number;
  readonly openStoresMax: number;
  readonly idleCloseMs: number;
  /** How long closing waits for running work. */
  readonly closeTimeoutMs: number;
}

export function defaultLimits(): SqliteLimits {
  const cores = availableParallelism();
  return {
    writeThreads: Math.min(4, Math.max(1, Math.floor(cores / 2))),
    readThreads: Math.min(4, Math.max(1, Math.floor(cores / 2))),
    scanThreads: Math.min(8, Math.max(4, cores)),
    scansPerStore: 2,
    queueMax: 10_000,
    scanQueuePerStoreMax: 256,
    queueTimeoutMs: 10_000,
    scanTimeoutMs: 20_000,
    openStoresMax: 100,
    idleCloseMs: 60_000,
    closeTimeoutMs: 4_000,
  };
}
