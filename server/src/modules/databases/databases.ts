import type { StoreName } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { DATABASES_SUBJECT, type DatabasesContext } from './databases-context.ts';
import { databaseRoutes } from './routes.ts';

export type DatabasesOptions = DatabasesContext;

export interface Databases {
  readonly routes: readonly Route[];
  down(): readonly string[];
  start(): void;
  stop(): Promise<void>;
}

export function createDatabases(context: DatabasesOptions): Databases {
  const { places, feed, processes, database, onError } = context;
  const { several } = places;
  feed.subscribe((subject) => {
    if (subject === DATABASES_SUBJECT) several?.registered.reload().catch(onError);
    const placePrefix = placeSubject('p_');
    if (subject.startsWith(placePrefix)) several?.forgetPlace(`p_${subject.slice(placePrefix.length)}`);
  });
  return {
    routes: databaseRoutes(context),
    down: () => (several?.registered.states() ?? []).filter(({ state }) => state === 'down').map(({ name }) => name),
    start: () =>
      several?.moves.start({
        processes,
        drop: (store) => database.drop(store),
        announceSteps: (store) => feed.steps(placeSubject(store)),
      }),
    stop: async () => several?.moves.stop(),
  };
}

function placeSubject(store: StoreName): string {
  return `place:${store}`;
}
