import type { StoreName } from '../../../../database/index.ts';

/** Concurrent runs per project: half of its places, so that direct callers always find the other half. */
const RUNNING_PER_STORE_MAX = 8;
const RUNNING_MAX = 64;
/** A project without a running job gets one place even when all are used, up to this total. */
const RUNNING_WITH_FIRST_MAX = 256;

export interface StoreTurns {
  readonly store: StoreName;
  running: number;
  isWanted: boolean;
  isStarting: boolean;
}

export function freePlaces({ running: own }: Pick<StoreTurns, 'running'>, running: number): number {
  const left = Math.min(RUNNING_PER_STORE_MAX - own, RUNNING_MAX - running);
  if (left > 0) return left;
  return own === 0 && running < RUNNING_WITH_FIRST_MAX ? 1 : 0;
}

/** The next store that wants a turn: the one with the fewest running jobs, and among equals the one that waited longest. */
export function nextStore<Turns extends StoreTurns>(stores: Iterable<Turns>, running: number): Turns | undefined {
  let next: Turns | undefined;
  for (const candidate of stores) {
    if (!candidate.isWanted || candidate.isStarting || freePlaces(candidate, running) === 0) continue;
    if (next === undefined || candidate.running < next.running) next = candidate;
    if (next.running === 0) return next;
  }
  return next;
}

export function isQuiet({ running, isWanted, isStarting }: StoreTurns): boolean {
  return running === 0 && !isWanted && !isStarting;
}
