import { state, subscribeToIdentity } from '@service/client/internal';
import type { Change } from './change.ts';

const NONE: readonly Change[] = [];
const listeners = new Set<() => void>();
/** By table. They are laid over what the cache holds, so taking one back cannot disturb another. */
const changesOf = new Map<string, readonly Change[]>();
let epoch = 0;

export function pendingChanges(table: string): readonly Change[] {
  // What somebody began before is nothing for who is signed in now.
  if (epoch !== state().epoch) changesOf.clear();
  epoch = state().epoch;
  return changesOf.get(table) ?? NONE;
}

export function subscribeToChanges(listener: () => void): () => void {
  listeners.add(listener);
  const stop = subscribeToIdentity(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Puts `next` in the place of `change`; without one of them it is added, or taken back. */
export function replaceChange(table: string, change: Change | undefined, next: Change | undefined): void {
  const others = pendingChanges(table).filter((each) => each !== change);
  changesOf.set(table, next === undefined ? others : [...others, next]);
  for (const listener of listeners) listener();
}
