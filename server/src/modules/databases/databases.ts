import type { StoreName } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { DATABASES_SUBJECT, type DatabasesContext } from './databases-context.ts';
import { databaseRoutes } from './routes.ts';

const PLACE_SUBJECT = 'place:';

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
    const moved = storeOfPlaceSubject(subject);
    if (moved !== undefined) several?.forgetPlace(moved);
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
  return `${PLACE_SUBJECT}${store}`;
}

function storeOfPlaceSubject(subject: string): StoreName | undefined {
  return subject.startsWith(PLACE_SUBJECT) ? (subject.slice(PLACE_SUBJECT.length) as StoreName) : undefined;
}
