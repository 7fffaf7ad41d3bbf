import type { Project } from '../../callers/index.ts';
import type { ServiceTable } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Catalogue } from '../tables/index.ts';
import { NONE_LEFT_STEP } from './webhook-records-store.ts';
import type { WebhooksContext } from './webhooks-context.ts';

type WatchContext = Pick<WebhooksContext, 'tables' | 'serviceTables'>;

/** A table whose changes can be sent. Throws `table_not_found`. */
export async function requireWebhookTable(
  { tables, serviceTables }: WatchContext,
  project: Project,
  name: string,
): Promise<ServiceTable> {
  const known = await tables.catalogue(project);
  // Another process may have just created the table.
  const own = known.tables.get(name) ?? (await tables.reload(project)).tables.get(name);
  const table = own ?? serviceTables.find((candidate) => candidate.name === name);
  if (table === undefined) throw new ServiceError('table_not_found', `There is no table '${name.slice(0, 80)}'.`);
  return table;
}

export async function findWebhookTable(
  { tables, serviceTables }: WatchContext,
  project: Project,
  tableId: string,
): Promise<ServiceTable | undefined> {
  const system = serviceTables.find(({ id }) => id === tableId);
  if (system !== undefined) return system;
  const known = tableOf(await tables.catalogue(project), tableId);
  return known ?? tableOf(await tables.reload(project), tableId);
}

function tableOf({ stored, tables }: Catalogue, tableId: string): Table | undefined {
  return tables.get(stored.get(tableId)?.definition.name ?? '');
}

export async function tableNames(
  context: WatchContext,
  project: Project,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(ids)) names.set(id, (await findWebhookTable(context, project, id))?.name ?? '');
  return names;
}

/** The removing transaction checks that no webhook is left; a new webhook creates the triggers in its own. */
export async function unwatchUnused(context: WebhooksContext, project: Project, tableId: string): Promise<void> {
  const { records, tables } = context;
  if ((await records.ofTable(project.store, tableId)).length > 0) return;
  const table = await findWebhookTable(context, project, tableId);
  if (table === undefined) return;
  try {
    await tables.watch(project, { table, on: false, alongside: [records.noneLeftStep(tableId)] });
  } catch (error) {
    const isNeeded = isNotApplied(error, NONE_LEFT_STEP);
    const isGone = error instanceof ServiceError && error.code === 'table_not_found';
    if (!isNeeded && !isGone) throw error;
  }
}
