import { state, subscribeToIdentity } from '@service/client/internal';
import type { Change } from './change.ts';

/** Laid over what the cache holds, so taking one back cannot disturb another. */
export interface Pending {
  epoch: number;
  /** Counts reads that begin and changes that are confirmed, so that their order is known. */
  time: number;
  readonly byTable: Map<string, readonly Change[]>;
  /** The service's ids of rows by the ids that they were first shown with, and the other way round. */
  readonly ids: Map<string, string>;
  readonly firstIds: Map<string, string>;
  readonly listeners: Set<() => void>;
}

const NONE: readonly Change[] = [];

export function pending(): Pending {
  const shared = state();
  const before = shared.changes as Pending | undefined;
  if (before?.epoch === shared.epoch) return before;
  // Changes that one user began are not for the next who signs in.
  const own: Pending = {
    epoch: shared.epoch,
    time: before?.time ?? 0,
    listeners: before?.listeners ?? new Set(),
    byTable: new Map(),
    ids: new Map(),
    firstIds: new Map(),
  };
  shared.changes = own;
  return own;
}

export function tick(): number {
  const own = pending();
  own.time += 1;
  return own.time;
}

/**
 * A key for React that stays the same from the moment an optimistic row is shown: its `id` changes when the service has
 * stored it.
 *
 * @example
 * ```tsx
 * import { rowKey, useQuery } from '@service/data';
 *
 * export function Titles() {
 *   const { data } = useQuery('todos');
 *   return <ul>{data?.map((todo) => <li key={rowKey(todo)}>{todo.title}</li>)}</ul>;
 * }
 * ```
 */
export function rowKey({ id = '' }: { readonly id?: string }): string {
  return pending().firstIds.get(id) ?? id;
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

/** Puts `next` in the place of `change`, which keeps the order of changes; without one of them it is added, or taken back. */
export function replaceChange(table: string, change: Change | undefined, next: Change | undefined): void {
  const before = pendingChanges(table);
  const added = next === undefined ? [] : [next];
  setChanges(table, change ? before.flatMap((each) => (each === change ? added : [each])) : [...before, ...added]);
}

/** Takes the changes away that every list of the table has read: `readAt` is the oldest of their readings. */
export function dropRead(table: string, readAt: number): void {
  const before = pendingChanges(table);
  const kept = before.filter(({ confirmedAt }) => confirmedAt === undefined || confirmedAt > readAt);
  if (kept.length < before.length) setChanges(table, kept);
}

function setChanges(table: string, changes: readonly Change[]): void {
  const { byTable, listeners } = pending();
  byTable.set(table, changes);
  for (const listener of listeners) listener();
}
