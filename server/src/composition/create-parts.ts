import type { Config } from '../config/index.ts';
import { observeRowWrites } from '../database/observe-row-writes.ts';
import type { Route } from '../http/index.ts';
import { consoleRoutes } from '../modules/console/index.ts';
import { MESSAGES_TABLE } from '../modules/inbox/index.ts';
import { createAccounts } from './create-accounts.ts';
import { createActors } from './create-actors.ts';
import { createCommerce } from './create-commerce.ts';
import { createContent } from './create-content.ts';
import { createFoundation } from './create-foundation.ts';
import { createGuides } from './create-guides.ts';
import { createKeepers } from './create-keepers.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Actors, Commerce, Content, Foundation, GetParts, Guides, Keepers, Parts } from './parts.ts';

/** Makes all parts of the service and lets them know each other; starts none. */
export function createParts(config: Config, dependencies: Infrastructure): Parts {
  const getParts: GetParts = () => parts;
  const infrastructure = { ...dependencies, database: tellDelivery(dependencies, getParts) };
  const foundation = createFoundation(config, infrastructure, getParts);
  const accounts = createAccounts(config, { ...infrastructure, ...foundation }, getParts);
  const content = createContent(config, { ...infrastructure, ...foundation, ...accounts }, getParts);
  const before = { ...infrastructure, ...foundation, ...accounts, ...content };
  const commerce = createCommerce(config, before);
  const actors = createActors(config, { ...before, ...commerce });
  const below = { ...foundation, ...accounts, ...content, ...commerce, ...actors };
  const keepers = createKeepers(config, { ...infrastructure, ...below }, getParts);
  const made = { ...below, ...keepers, ...createGuides(config, { ...infrastructure, ...below }) };
  const parts: Parts = { ...made, routes: routesOf(made) };
  return parts;
}

/** Whatever writes rows that a webhook may watch: whoever sends the deliveries hears of it. */
function tellDelivery({ database }: Infrastructure, getParts: GetParts): Infrastructure['database'] {
  return observeRowWrites(database, {
    isConcerned: (store, table) => table.id === MESSAGES_TABLE.id || getParts().tables.mayBeWatched(store, table),
    before: (store) => getParts().delivery.markPending(store),
    after: (store) => getParts().delivery.wake(store),
  });
}

function routesOf(parts: Foundation & Accounts & Content & Commerce & Actors & Keepers & Guides): readonly Route[] {
  const { audit, monitoring, mail, templates, operators, projects, auth, tables, rows, storage, inbox } = parts;
  const { billing, integrations, payments, functions, webhooks, apps, schema, backups, docs, mcp } = parts;
  return [
    ...[audit, monitoring, mail, templates, operators, projects, auth, tables, rows, storage, inbox],
    ...[billing, integrations, payments, functions, webhooks, apps, schema, backups, docs, mcp],
  ]
    .flatMap(({ routes }) => routes)
    .concat(consoleRoutes());
}
