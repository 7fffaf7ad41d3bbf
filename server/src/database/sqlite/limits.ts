import { availableParallelism } from 'node:os';
import { OPEN_STORES_MIN, openStoresMax, readMachineLimits } from './open-stores.ts';
import type { ThreadRole } from './protocol.ts';

export interface SqliteLimits {
  readonly writeThreads: number;
  readonly readThreads: number;
  readonly scanThreads: number;
  readonly scansPerStore: number;
  /** Requests that may wait for one write or read thread, and for all scan threads together. */
  readonly queueMax: number;
  readonly scanQueuePerStoreMax: number;
  /** A request that has not started after this time fails. */
  readonly queueTimeoutMs: number;
  /** The caller of a long read gets an answer after this time, even if the read is still running. */
  readonly scanTimeoutMs: number;
  readonly openStoresMax: Readonly<Record<ThreadRole, number>>;
  readonly idleCloseMs: number;
  /** Each writing thread has two files of this size for commits of several stores (`commit-journal.ts`). */
  readonly journalFileBytes: number;
  readonly closeTimeoutMs: number;
  /**
   * Sorting so many rows into a new index takes about 60 ms of processor time, in which the store's other writes wait.
   * Rows that come later cost ten times as much, because each changes another page of the index.
   */
  readonly sortedRows: number;
}

export function defaultLimits(): SqliteLimits {
  const cores = availableParallelism();
  const machine = readMachineLimits();
  const threads = Math.min(4, Math.max(1, Math.floor(cores / 2)));
  const stores = openStoresMax(machine, threads);
  return {
    writeThreads: threads,
    readThreads: threads,
    scanThreads: Math.min(8, Math.max(4, cores)),
    scansPerStore: 2,
    queueMax: 10_000,
    scanQueuePerStoreMax: 256,
    queueTimeoutMs: 10_000,
    scanTimeoutMs: 20_000,
    // A list only scans until it has proved cheap, so few stores scan at once.
    openStoresMax: { write: stores, read: stores, scan: OPEN_STORES_MIN },
    idleCloseMs: 60_000,
    journalFileBytes: 128 * 1024 * 1024,
    closeTimeoutMs: 4_000,
    sortedRows: 100_000,
  };
}
