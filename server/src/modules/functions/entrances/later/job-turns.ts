import type { StoreName } from '../../../../database/database.ts';

/** Runs at once of one project: half of its places, so that callers always find the other half. */
const RUNNING_PER_STORE_MAX = 8;
const RUNNING_MAX = 64;
/** A project without a running job gets one place even when all are taken, up to this many. */
const RUNNING_WITH_FIRST_MAX = 256;

/** Work of one store, as far as turns are concerned. */
export interface StoreTurns {
  readonly store: StoreName;
  running: number;
  /** There may be something to start. */
  isWanted: boolean;
  /** Somebody is starting jobs of it. */
  isStarting: boolean;
}

/** How many jobs of a store may be started now, with `running` under way in all. */
export function freePlaces({ running: own }: Pick<StoreTurns, 'running'>, running: number): number {
  const left = Math.min(RUNNING_PER_STORE_MAX - own, RUNNING_MAX - running);
  if (left > 0) return left;
  return own === 0 && running < RUNNING_WITH_FIRST_MAX ? 1 : 0;
}

/** The wanted store that comes next: the one with the least under way, the longest waiting among equals. */
export function nextStore<Turns extends StoreTurns>(stores: Iterable<Turns>, running: number): Turns | undefined {
  let next: Turns | undefined;
  for (const candidate of stores) {
    if (!candidate.isWanted || candidate.isStarting || freePlaces(candidate, running) === 0) continue;
    if (next === undefined || candidate.running < next.running) next = candidate;
    if (next.running === 0) return next;
  }
  return next;
}

/** Nothing of the store runs, is being started or is about to be. */
export function isQuiet({ running, isWanted, isStarting }: StoreTurns): boolean {
  return running === 0 && !isWanted && !isStarting;
}
