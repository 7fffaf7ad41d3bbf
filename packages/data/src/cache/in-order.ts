import type { RowSelector } from './change.ts';
import type { Pending } from './pending-changes.ts';

const TOGETHER_MS = 500;

interface Calls {
  readonly byTable: Map<string, Set<Promise<unknown>>>;
  /** The last running call of each row, by the id under which the row was first shown. */
  readonly lastOfRow: Map<string, Promise<unknown>>;
  readonly byFilter: Map<string, Promise<unknown>>;
}

const allCalls = new WeakMap<Pending, Calls>();

function callsOf(pending: Pending): Calls {
  const calls = allCalls.get(pending) ?? { byTable: new Map(), lastOfRow: new Map(), byFilter: new Map() };
  allCalls.set(pending, calls);
  return calls;
}

/** Sends the changes of one row in turn, and a change by filter after all earlier and before all later ones. */
export async function inOrder<T>(
  pending: Pending,
  { table, which }: { readonly table: string; readonly which: RowSelector | undefined },
  work: (which: RowSelector) => Promise<T>,
): Promise<T> {
  const { byTable, byFilter, lastOfRow } = callsOf(pending);
  const filtered = byFilter.get(table);
  if (typeof which === 'object') {
    const earlier = Promise.allSettled(byTable.get(table) ?? []);
    return await lastAt(
      byFilter,
      [table],
      earlier.then(() => work(which)),
    );
  }
  if (which === undefined) {
    await filtered?.catch(() => undefined);
    return await work('');
  }
  const { ids, firstIds } = pending;
  const firstId = firstIds.get(which) ?? which;
  const before = lastOfRow.get(firstId);
  const run = async (): Promise<T> => {
    await filtered?.catch(() => undefined);
    try {
      await before;
    } catch (error) {
      if (which.startsWith('pending-') && !ids.has(which)) throw error;
    }
    return await work(ids.get(which) ?? which);
  };
  return await last(pending, [firstId], run());
}

export function last<T>(pending: Pending, firstIds: readonly string[], call: Promise<T>): Promise<T> {
  return lastAt(callsOf(pending).lastOfRow, firstIds, call);
}

async function lastAt<T>(calls: Map<string, Promise<unknown>>, keys: readonly string[], call: Promise<T>): Promise<T> {
  for (const key of keys) calls.set(key, call);
  try {
    return await call;
  } finally {
    for (const key of keys) if (calls.get(key) === call) calls.delete(key);
  }
}

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
