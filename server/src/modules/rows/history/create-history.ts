import type { Route } from '../../../http/index.ts';
import { createDailyJob, type Jobs } from '../../../jobs/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { RowsContext } from '../rows-context.ts';
import { historyRoutes, KEPT_MS } from './history-routes.ts';
import { recorded } from './record-changes.ts';
import { createRowChangesStore } from './row-changes-store.ts';

export interface RowHistory {
  readonly routes: readonly Route[];
  recorded(route: Route): Route;
}

const JOB_KIND = 'row-changes.clean-up';
/** Clears after this many changes, so that the limits hold even if a project changes often. */
const CLEAR_EVERY = 50;
const COUNTED_MAX = 10_000;

export function createRowHistory(context: RowsContext, jobs: Pick<Jobs, 'enqueueLater' | 'handle'>): RowHistory {
  const changes = createRowChangesStore(context.database);
  const clear = (store: Parameters<typeof changes.clear>[0]): Promise<boolean> =>
    changes.clear(store, isoTime(context.clock.now() - KEPT_MS));
  const daily = createDailyJob({ ...context, jobs, kind: JOB_KIND, run: clear });
  const counts = new Map<string, number>();
  const withClearing = {
    ...daily,
    ensure: async (store: Parameters<typeof changes.clear>[0]): Promise<void> => {
      await daily.ensure(store);
      const count = (counts.get(store) ?? 0) + 1;
      if (counts.size >= COUNTED_MAX) counts.clear();
      counts.set(store, count % CLEAR_EVERY);
      if (count === CLEAR_EVERY) await clear(store);
    },
  };
  const history = { ...context, changes, daily: withClearing };
  return { routes: historyRoutes(history), recorded: (route) => recorded(history, route) };
}
