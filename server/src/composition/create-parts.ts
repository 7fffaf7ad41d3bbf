import type { Config } from '../config/index.ts';
import { observeRowWrites } from '../database/observe-row-writes.ts';
import type { Route } from '../http/index.ts';
import { consoleRoutes } from '../modules/console/index.ts';
import { MESSAGES_TABLE } from '../modules/inbox/index.ts';
import { createAccounts } from './create-accounts.ts';
import { createActors } from './create-actors.ts';
import { createContent } from './create-content.ts';
import { createFoundation } from './create-foundation.ts';
import type { Ground } from './ground.ts';
import type { Accounts, Actors, Content, Foundation, Late, Parts } from './parts.ts';

/** Makes all parts of the service and lets them know each other; starts none. */
export function createParts(config: Config, bare: Ground): Parts {
  const late: Late = () => parts;
  const ground = { ...bare, database: tellDelivery(bare, late) };
  const foundation = createFoundation(config, ground);
  const accounts = createAccounts(config, { ...ground, ...foundation }, late);
  const content = createContent(config, { ...ground, ...foundation, ...accounts }, late);
  const actors = createActors(config, { ...ground, ...foundation, ...accounts, ...content });
  const made = { ...foundation, ...accounts, ...content, ...actors };
  const parts: Parts = { ...made, routes: routesOf(made) };
  return parts;
}

/** Whatever writes rows that a webhook may watch: whoever sends the deliveries hears of it. */
function tellDelivery({ database }: Ground, late: Late): Ground['database'] {
  return observeRowWrites(database, {
    isConcerned: (store, table) => table.id === MESSAGES_TABLE.id || late().tables.mayBeWatched(store, table),
    before: (store) => late().delivery.note(store),
    after: (store) => late().delivery.hint(store),
  });
}

function routesOf(parts: Foundation & Accounts & Content & Actors): readonly Route[] {
  const { audit, mail, templates, operators, projects, auth, tables, rows, storage, inbox, functions, webhooks, apps } =
    parts;
  return [
    ...[audit, mail, templates, operators, projects, auth, tables, rows].flatMap(({ routes }) => routes),
    ...[storage, inbox, functions, webhooks, apps].flatMap(({ routes }) => routes),
    ...consoleRoutes(),
  ];
}
