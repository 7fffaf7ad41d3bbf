import type { Which } from './change.ts';
import { firstIdOf, pending } from './pending-changes.ts';

/** How long reading again waits for other calls that were under way at the same time. */
const TOGETHER_MS = 500;

/**
 * Sends the changes of one row one after the other, in the order of their calls. A row that is being inserted is changed
 * when the insert was answered; when that failed, the change fails like it.
 */
export async function inOrder<T>(which: Which | undefined, work: (which: Which) => Promise<T>): Promise<T> {
  if (typeof which !== 'string') return await work(which ?? '');
  const { lastOfRow, ids } = pending();
  const firstId = firstIdOf(which);
  const before = lastOfRow.get(firstId);
  const run = async (): Promise<T> => {
    try {
      await before;
    } catch (error) {
      if (isProvisional(which) && !ids.has(which)) throw error;
    }
    return await work(ids.get(which) ?? which);
  };
  return await last([firstId], run());
}

/** Registers the call as the last one of these rows. */
export async function last<T>(firstIds: readonly string[], call: Promise<T>): Promise<T> {
  const { lastOfRow } = pending();
  for (const id of firstIds) lastOfRow.set(id, call);
  try {
    return await call;
  } finally {
    for (const id of firstIds) if (lastOfRow.get(id) === call) lastOfRow.delete(id);
  }
}

export function isProvisional(id: string): boolean {
  return id.startsWith('pending-');
}

/** Counts the call among those of the table that are under way. */
export async function together<T>(table: string, call: Promise<T>): Promise<T> {
  const { underWay } = pending();
  const calls = underWay.get(table) ?? new Set();
  underWay.set(table, calls.add(call));
  try {
    return await call;
  } finally {
    calls.delete(call);
  }
}

/** Calls that were sent together are read together: otherwise each would cause a reading of its own. */
export async function untilOthersEnd(table: string): Promise<void> {
  const calls = pending().underWay.get(table);
  if (!calls?.size) return;
  const enough = new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
  await Promise.race([Promise.allSettled(calls), enough]);
}
