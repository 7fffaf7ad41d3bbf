import type { RowSelector } from './change.ts';
import type { Pending } from './pending-changes.ts';

/** The longest that reading again waits for other calls that are running. */
const TOGETHER_MS = 500;

interface Calls {
  /** Running calls by table: reading again waits for calls that were sent together. */
  readonly byTable: Map<string, Set<Promise<unknown>>>;
  /** The last running call of each row, by the id under which the row was first shown. */
  readonly lastOfRow: Map<string, Promise<unknown>>;
}

const allCalls = new WeakMap<Pending, Calls>();

function callsOf(pending: Pending): Calls {
  const calls = allCalls.get(pending) ?? { byTable: new Map(), lastOfRow: new Map() };
  allCalls.set(pending, calls);
  return calls;
}

/**
 * Sends the changes of one row one after the other, in call order. A change of a row that is being inserted waits for
 * the insert, and fails with its error if the insert fails.
 */
export async function inOrder<T>(
  pending: Pending,
  which: RowSelector | undefined,
  work: (which: RowSelector) => Promise<T>,
): Promise<T> {
  if (typeof which !== 'string') return await work(which ?? '');
  const { ids, firstIds } = pending;
  const firstId = firstIds.get(which) ?? which;
  const before = callsOf(pending).lastOfRow.get(firstId);
  const run = async (): Promise<T> => {
    try {
      await before;
    } catch (error) {
      if (which.startsWith('pending-') && !ids.has(which)) throw error;
    }
    return await work(ids.get(which) ?? which);
  };
  return await last(pending, [firstId], run());
}

/** Registers the call as the last one of these rows. */
export async function last<T>(pending: Pending, firstIds: readonly string[], call: Promise<T>): Promise<T> {
  const { lastOfRow } = callsOf(pending);
  for (const id of firstIds) lastOfRow.set(id, call);
  try {
    return await call;
  } finally {
    for (const id of firstIds) if (lastOfRow.get(id) === call) lastOfRow.delete(id);
  }
}

/** Counts the call among the table's running calls. */
export async function together<T>(pending: Pending, table: string, call: Promise<T>): Promise<T> {
  const { byTable } = callsOf(pending);
  const calls = byTable.get(table) ?? new Set();
  byTable.set(table, calls.add(call));
  try {
    return await call;
  } finally {
    calls.delete(call);
  }
}

/** Waits for calls that were sent together, so that one read serves all of them. */
export async function untilOthersEnd(pending: Pending, table: string): Promise<void> {
  const calls = callsOf(pending).byTable.get(table);
  if (!calls?.size) return;
  const enough = new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
  await Promise.race([Promise.allSettled(calls), enough]);
}
