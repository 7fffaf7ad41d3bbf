import { availableParallelism } from 'node:os';

/** How much the engine takes on at once; tests hand in smaller ones. */
export interface SqliteLimits {
  readonly writeThreads: number;
  readonly readThreads: number;
  /** Started when needed. */
  readonly scanThreads: number;
  /** Long reads and exclusive writes of one store at once. */
  readonly scansPerStore: number;
  /** Requests that may wait for one thread that writes or reads, and for all that scan together. */
  readonly queueMax: number;
  /** Long reads of one store that may wait. */
  readonly scanQueuePerStoreMax: number;
  /** A request that has not begun after so long fails. */
  readonly queueTimeoutMs: number;
  /** The caller of a long read is answered after so long, whether it has ended or not. */
  readonly scanTimeoutMs: number;
  readonly openStoresMax: number;
  readonly idleCloseMs: number;
  /** Closing lets what runs come to its end for so long. */
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
