import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

/** Memory of one open connection of a small store, with its statements (docs/decisions/0033-open-stores.md). */
const CONNECTION_BYTES = 400 * 1024;
/** The database, its log, and the index of the log, which the connections of a process share. */
const CONNECTION_FILES = 3;
/** The rest is for the page cache of the system, functions, uploads and sockets. */
const MEMORY_SHARE = 1 / 4;
const FILES_SHARE = 3 / 4;
export const OPEN_STORES_MIN = 100;
/** The limit that systems without `/proc` commonly have. */
const USUAL_FILES = 1024;

export interface MachineLimits {
  readonly memoryBytes: number;
  readonly filesMax: number;
}

/** How many stores each thread of a role may have open; each store has one home among the role's threads. */
export function openStoresMax({ memoryBytes, filesMax }: MachineLimits, threads: number): number {
  const connections = Math.min(
    (memoryBytes * MEMORY_SHARE) / CONNECTION_BYTES,
    (filesMax * FILES_SHARE) / CONNECTION_FILES,
  );
  return Math.max(OPEN_STORES_MIN, Math.floor(connections / 2 / threads));
}

export function readMachineLimits(): MachineLimits {
  return { memoryBytes: process.constrainedMemory() || totalmem(), filesMax: readFilesMax() };
}

function readFilesMax(): number {
  try {
    const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? USUAL_FILES);
  } catch {
    return USUAL_FILES;
  }
}
