import type { Which } from './change.ts';
import type { Pending } from './pending-changes.ts';

/** How long reading again waits for other calls that were under way at the same time. */
const TOGETHER_MS = 500;

interface Calls {
  /** Calls under way by table: reading again waits for those that were sent together. */
  readonly byTable: Map<string, Set<Promise<unknown>>>;
  /** The last call of each row that is under way, by the id that the row was first shown with. */
  readonly lastOfRow: Map<string, Promise<unknown>>;
}

const allCalls = new WeakMap<Pending, Calls>();

function callsOf(pending: Pending): Calls {
  const calls = allCalls.get(pending) ?? { byTable: new Map(), lastOfRow: new Map() };
  allCalls.set(pending, calls);
  return calls;
}

/**
 * Sends the changes of one row one after the other, in the order of their calls. A row that is being inserted is changed
 * when the insert was answered; when that failed, the change fails like it.
 */
export async function inOrder<T>(
  pending: Pending,
  which: Which | undefined,
  work: (which: Which) => Promise<T>,
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

/** Counts the call among those of the table that are under way. */
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

/** Calls that were sent together are read together: otherwise each would cause a reading of its own. */
export async function untilOthersEnd(pending: Pending, table: string): Promise<void> {
  const calls = callsOf(pending).byTable.get(table);
  if (!calls?.size) return;
  const enough = new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
  await Promise.race([Promise.allSettled(calls), enough]);
}
