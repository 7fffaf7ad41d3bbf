import { setTimeout as pause } from 'node:timers/promises';
import type { StoreName } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import type { ChangesContext } from './changes-context.ts';
import type { TableChange } from './table-change.ts';

const RETRY_MS = 10_000;
const VISITED_MAX = 50_000;

export interface CleanUp {
  /** Call this when a project is in use. The first call for a store finds what an earlier process has left. */
  visit(store: StoreName): void;
  /** Removes in the background what ended changes have left in the store. */
  start(store: StoreName): void;
  stop(): Promise<void>;
}

export function createCleanUp(
  { database, rows, onError }: ChangesContext,
  onUnfinished: (store: StoreName, change: Pick<TableChange, 'id' | 'tableId'>) => void,
): CleanUp {
  const closing = new AbortController();
  const visited = new Set<StoreName>();
  const wanted = new Set<StoreName>();
  const running = new Map<StoreName, Promise<void>>();

  const clean = async (store: StoreName): Promise<void> => {
    // No process works on a change whose table has lost its mark.
    for (const change of await rows.unfinished(store)) onUnfinished(store, change);
    await database.indexBuilder.clean(store, closing.signal);
  };

  const run = async (store: StoreName): Promise<void> => {
    while (wanted.delete(store) && !closing.signal.aborted) {
      try {
        await clean(store);
      } catch (error) {
        if (isDatabaseFailure(error, 'dropped') || closing.signal.aborted) break;
        // Requests report that the database is down.
        if (!isDatabaseFailure(error, 'unavailable')) onError(error);
        wanted.add(store);
        await pause(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      }
    }
    // At once, so that a `start` that comes after the end of the loop runs it again.
    running.delete(store);
  };

  const start = (store: StoreName): void => {
    if (closing.signal.aborted) return;
    wanted.add(store);
    if (running.has(store)) return;
    running.set(store, run(store));
  };

  return {
    visit(store) {
      if (visited.has(store)) return;
      if (visited.size >= VISITED_MAX) visited.clear();
      visited.add(store);
      start(store);
    },
    start,
    async stop() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}
