import { setTimeout as pause } from 'node:timers/promises';
import type { StoreName } from '../../../database/index.ts';
import type { Catalogue } from '../catalogue.ts';
import { beginChange, type NewChange } from './begin-change.ts';
import { createChangeRunner } from './change-runner.ts';
import type { ChangesContext } from './changes-context.ts';
import type { ChangesFilter, ChangesPage } from './changes-store.ts';
import { createCleanUp } from './clean-up.ts';
import { createOwnWork } from './own-work.ts';
import { type TableChange, UNFINISHED } from './table-change.ts';

const ENDED_CHECK_MS = 200;

export interface ListedChanges {
  readonly changes: readonly TableChange[];
  readonly count: number;
}

export interface TableChanges {
  /** Call this with every catalogue that becomes current. */
  note(store: StoreName, catalogue: Catalogue): void;
  begin(change: NewChange): Promise<TableChange>;
  list(store: StoreName, filter: ChangesFilter, page: ChangesPage): Promise<ListedChanges>;
  find(store: StoreName, id: string): Promise<TableChange | undefined>;
  /** Returns the change when it has ended, or after `withinMs`. */
  settle(store: StoreName, id: string, withinMs: number): Promise<TableChange | undefined>;
  /** Returns false when the change has ended. The change ends as soon as what it prepared is dropped. */
  cancel(store: StoreName, id: string): Promise<boolean>;
  /** The completed share of a change, from 0 to 1. */
  progress(store: StoreName, change: TableChange): Promise<number>;
  stop(): Promise<void>;
}

/** Any process can carry out a stored change, one at a time by a lease, so a killed process only delays it. */
export function createTableChanges(context: ChangesContext): TableChanges {
  const { rows } = context;
  const cleanUp = createCleanUp(context, (store, { tableId, id }) => runner.start(store, tableId, id));
  const runner = createChangeRunner(context, cleanUp.start);
  const ownWork = createOwnWork(context, runner);
  return {
    note(store, { stored }) {
      if (stored.size > 0) cleanUp.visit(store);
      for (const { definition } of stored.values()) {
        if (definition.pending !== undefined) runner.start(store, definition.id, definition.pending.id);
        else if (definition.unbuilt !== undefined) ownWork.start(store, definition);
      }
    },
    async begin(change) {
      const { store } = change.project;
      const begun = await beginChange(context, change);
      runner.start(store, begun.tableId, begun.id);
      await context.announce(store);
      return begun;
    },
    async list(store, filter, page) {
      const [changes, count] = await Promise.all([rows.list(store, filter, page), rows.count(store, filter)]);
      return { changes, count };
    },
    find: (store, id) => rows.find(store, id),
    async settle(store, id, withinMs) {
      const until = performance.now() + withinMs;
      for (;;) {
        const change = await rows.find(store, id);
        const leftMs = until - performance.now();
        if (change === undefined || !UNFINISHED.includes(change.state) || leftMs <= 0) return change;
        const timer = new AbortController();
        const waiting = pause(Math.min(leftMs, ENDED_CHECK_MS), undefined, { signal: timer.signal });
        await Promise.race([runner.ended(id) ?? waiting, waiting]).catch(() => undefined);
        timer.abort();
      }
    },
    async cancel(store, id) {
      const isCancelled = await rows.cancel(store, id);
      await runner.check(id);
      return isCancelled || (await rows.find(store, id))?.state === 'cancelling';
    },
    progress: (store, change) => progressOf(context, store, change),
    async stop() {
      await Promise.all([runner.stop(), cleanUp.stop()]);
    },
  };
}

async function progressOf(
  { database: { indexBuilder } }: ChangesContext,
  store: StoreName,
  { state, prepared, rowsDone, rowsTotal }: TableChange,
): Promise<number> {
  if (state === 'done') return 1;
  if (!UNFINISHED.includes(state)) return 0;
  const built = await indexBuilder.progress(store, prepared.indexes);
  const shares = rowsTotal === 0 ? built : [...built, Math.min(1, rowsDone / rowsTotal)];
  const sum = shares.reduce((all, share) => all + share, 0);
  return shares.length === 0 ? 0 : Math.min(0.99, Math.floor((sum / shares.length) * 100) / 100);
}
