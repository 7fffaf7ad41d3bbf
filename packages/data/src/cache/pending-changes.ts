import { state, subscribeToIdentity } from '@service/client/internal';
import type { Change } from './change.ts';

/** Laid over what the cache holds, so taking one back cannot disturb another. */
interface Pending {
  epoch: number;
  readonly byTable: Map<string, readonly Change[]>;
  readonly listeners: Set<() => void>;
}

const NONE: readonly Change[] = [];

function pending(): Pending {
  const shared = state();
  shared.changes ??= { epoch: shared.epoch, byTable: new Map(), listeners: new Set() };
  const own = shared.changes as Pending;
  // Changes that one user began are not for the next who signs in.
  if (own.epoch !== shared.epoch) own.byTable.clear();
  own.epoch = shared.epoch;
  return own;
}

export function pendingChanges(table: string): readonly Change[] {
  return pending().byTable.get(table) ?? NONE;
}

export function subscribeToChanges(listener: () => void): () => void {
  const { listeners } = pending();
  listeners.add(listener);
  const stop = subscribeToIdentity(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Puts `next` in the place of `change`; without one of them it is added, or taken back. */
export function replaceChange(table: string, change: Change | undefined, next: Change | undefined): void {
  const { byTable, listeners } = pending();
  const others = pendingChanges(table).filter((each) => each !== change);
  byTable.set(table, next === undefined ? others : [...others, next]);
  for (const listener of listeners) listener();
}
