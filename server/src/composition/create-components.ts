import type { Config } from '../config/index.ts';
import { followChangeDepth, observeRowWrites } from '../database/index.ts';
import type { Route } from '../http/index.ts';
import { USERS_TABLE } from '../modules/auth/index.ts';
import { messagesTable } from '../modules/inbox/index.ts';
import { FILES_TABLE } from '../modules/storage/index.ts';
import type { Components, GetComponents } from './components.ts';
import { createAccounts } from './create-accounts.ts';
import { createActors } from './create-actors.ts';
import { createCommerce } from './create-commerce.ts';
import { createContent } from './create-content.ts';
import { createFoundation } from './create-foundation.ts';
import { createGuides } from './create-guides.ts';
import { createKeepers } from './create-keepers.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Tables that every project has and webhooks may watch. */
const SERVICE_IDS = new Set([USERS_TABLE.id, FILES_TABLE.id, messagesTable.id]);

/** Creates and connects all components of the service; starts none. */
export function createComponents(config: Config, unobserved: Infrastructure): Components {
  const getComponents: GetComponents = () => components;
  const infrastructure = { ...unobserved, database: followChangeDepth(notifyDelivery(unobserved, getComponents)) };
  const foundation = createFoundation(config, infrastructure, getComponents);
  const accounts = createAccounts(config, { infrastructure, foundation }, getComponents);
  const content = createContent(config, { infrastructure, foundation, accounts }, getComponents);
  const commerce = createCommerce(config, { infrastructure, foundation, accounts, content });
  const actors = createActors(config, { infrastructure, foundation, accounts, content, commerce });
  const keepers = createKeepers(config, { infrastructure, foundation, accounts, commerce, actors }, getComponents);
  const guides = createGuides(config, { infrastructure, accounts });
  const made = { ...foundation, ...accounts, ...content, ...commerce, ...actors, ...keepers, ...guides };
  const components: Components = { ...made, routes: routesOf(made) };
  return components;
}

/** Every write to rows that a webhook may watch wakes the delivery sender, whichever module writes them. */
function notifyDelivery({ database }: Infrastructure, getComponents: GetComponents): Infrastructure['database'] {
  return observeRowWrites(database, {
    isConcerned: (store, table) =>
      store !== 'control' && (SERVICE_IDS.has(table.id) || getComponents().tables.mayBeWatched(store, table)),
    before: (store) => getComponents().delivery.markPending(store),
    after: (store) => getComponents().delivery.wake(store),
  });
}

function routesOf(components: Omit<Components, 'routes'>): readonly Route[] {
  const { audit, monitoring, mail, templates, operators, projects, auth, tables, rows, storage, inbox } = components;
  const { billing, integrations, payments, functions, webhooks, apps, schema, backups, instance } = components;
  const { databases, docs, mcp, oauth } = components;
  return [
    ...[audit, monitoring, mail, templates, operators, projects, auth, tables, rows, storage, inbox],
    ...[billing, integrations, payments, functions, webhooks, apps, schema, backups, instance, databases],
    ...[docs, mcp, oauth, components.console],
  ].flatMap(({ routes }) => routes);
}
