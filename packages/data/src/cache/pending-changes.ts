import { state, subscribeToIdentity } from '@service/client/internal';
import type { Change } from './change.ts';

/** Optimistic changes, kept apart from the cached rows, so that undoing one cannot disturb another. */
export interface Pending {
  epoch: number;
  /** A logical clock that orders the starts of reads and the confirmations of changes. */
  time: number;
  readonly byTable: Map<string, readonly Change[]>;
  /** The service's id of each row by the id under which it was first shown, and the reverse. */
  readonly ids: Map<string, string>;
  readonly firstIds: Map<string, string>;
  readonly listeners: Set<() => void>;
}

const NONE: readonly Change[] = [];

export function pending(): Pending {
  const shared = state();
  const before = shared.changes as Pending | undefined;
  if (before?.epoch === shared.epoch) return before;
  // Changes made by one user must not appear for the next user who signs in.
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
 * A React key that stays stable from the moment an optimistic row is shown, although its `id` changes when the service
 * has stored it.
 * @example
 * ```tsx
 * import { rowKey, useQuery } from '@service/data';
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

/** Keeps the order of changes. Without `change` it adds `next`; without `next` it removes `change`. */
export function replaceChange(table: string, change: Change | undefined, next: Change | undefined): void {
  const before = pendingChanges(table);
  const added = next === undefined ? [] : [next];
  setChanges(table, change ? before.flatMap((each) => (each === change ? added : [each])) : [...before, ...added]);
}

/** Removes changes that every list of the table has read; `readAt` is the time of the oldest read. */
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
