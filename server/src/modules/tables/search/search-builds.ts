import { setTimeout as pause } from 'node:timers/promises';
import type { Database, StoreName, TableDdl } from '../../../database/index.ts';
import { isDatabaseFailure, WORD_RULES } from '../../../database/index.ts';
import type { Table } from '../../../database/schema/index.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import type { CatalogueCache } from '../catalogue-cache.ts';
import type { CatalogueChanges, Plan } from '../change-catalogue.ts';
import { alterPlan } from '../table-plans.ts';
import { createBuildsStore } from './builds-store.ts';
import { createIndexFiller } from './fill-index.ts';
import { planSearch } from './plan-search.ts';

const RETRY_MS = 10_000;

interface SearchBuildsContext {
  readonly database: Database;
  readonly ids: () => string;
  readonly cache: CatalogueCache;
  readonly changes: CatalogueChanges;
  readonly ddl: TableDdl;
  readonly announce: (store: StoreName) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface SearchBuilds {
  /** Call this with every catalogue that becomes current. */
  note(store: StoreName, catalogue: Catalogue): void;
  /** Resolves when the store's indexes are complete, or after `withinMs`. */
  settle(store: StoreName, withinMs: number): Promise<void>;
  progress(store: StoreName, table: Pick<Table, 'id' | 'search'>): Promise<number>;
  stop(): Promise<void>;
}

/** After a crash the work continues when the project is next used. Processes take turns: one can do each portion. */
export function createSearchBuilds(context: SearchBuildsContext): SearchBuilds {
  const { database, ids, cache, changes, ddl, announce, onError } = context;
  const builds = createBuildsStore(database);
  const closing = new AbortController();
  const running = new Map<StoreName, Promise<void>>();
  const fill = createIndexFiller(database, builds, closing.signal);

  const build = async (store: StoreName): Promise<void> => {
    for (;;) {
      const catalogue = await cache.get(store);
      const stored = findUnfinished(catalogue);
      if (stored === undefined || closing.signal.aborted) return;
      const { id, search } = stored.definition;
      if (search !== undefined && search.rules < WORD_RULES) {
        await changes.change({ store }, (current) => remakePlan(ddl, current, id, ids));
      } else if (await fill(store, stored.definition, catalogue.version)) {
        await changes.change({ store }, (current) => wholePlan(ddl, current, stored));
      } else {
        await cache.reload(store, catalogue.version);
        continue;
      }
      await announce(store);
    }
  };

  const run = async (store: StoreName): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        return await build(store);
      } catch (error) {
        if (isDatabaseFailure(error, 'dropped') || closing.signal.aborted) return;
        onError(error);
        await pause(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      }
    }
  };

  const note: SearchBuilds['note'] = (store, catalogue) => {
    if (closing.signal.aborted || running.has(store) || findUnfinished(catalogue) === undefined) return;
    const work = run(store).finally(() => {
      running.delete(store);
      // The tables may have changed just before the work ended.
      const newest = cache.peek(store);
      if (newest !== undefined) note(store, newest);
    });
    running.set(store, work);
  };

  return {
    note,
    async settle(store, withinMs) {
      const timer = new AbortController();
      const timeUp = pause(withinMs, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([running.get(store), timeUp]);
      timer.abort();
    },
    async progress(store, { id, search }) {
      if (search === undefined || search.isWhole) return 1;
      const found = await builds.find(store, id);
      if (found === undefined || found.key !== search.key || found.rowsTotal === 0) return 0;
      // Rows added during the build may push the share above 1.
      return Math.min(0.99, Math.floor((found.rowsDone / found.rowsTotal) * 100) / 100);
    },
    async stop() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}

function findUnfinished({ stored }: Catalogue): StoredTable | undefined {
  for (const table of stored.values()) {
    const { search } = table.definition;
    if (search !== undefined && (!search.isWhole || search.rules < WORD_RULES)) return table;
  }
  return undefined;
}

/** Replaces an index made by other rules with an empty one. Changes nothing when another process was faster. */
function remakePlan(ddl: TableDdl, catalogue: Catalogue, tableId: string, ids: () => string): Plan<undefined> {
  const before = catalogue.stored.get(tableId);
  if (before?.definition.search === undefined || before.definition.search.rules >= WORD_RULES) return NOTHING;
  const { search, ...others } = before.definition;
  return changed(ddl, catalogue, before, { ...others, ...planSearch(others.columns, search, ids) });
}

function wholePlan(
  ddl: TableDdl,
  catalogue: Catalogue,
  { definition: { id, search: filled } }: StoredTable,
): Plan<undefined> {
  const before = catalogue.stored.get(id);
  if (before?.definition.search === undefined || before.definition.search.key !== filled?.key) return NOTHING;
  const definition = { ...before.definition, search: { ...before.definition.search, isWhole: true } };
  return changed(ddl, catalogue, before, definition);
}

const NOTHING: Plan<undefined> = { steps: [], result: undefined };

function changed(
  ddl: TableDdl,
  catalogue: Catalogue,
  before: StoredTable,
  definition: StoredTable['definition'],
): Plan<undefined> {
  const { steps } = alterPlan(ddl, catalogue, {
    before,
    after: { ...before, definition, version: before.version + 1 },
  });
  return { steps, result: undefined };
}
