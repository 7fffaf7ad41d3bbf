import type { StoreName, Value } from '../../database/index.ts';
import type { Column, Table } from '../../database/schema/index.ts';
import { timeOfId } from '../../platform/ids.ts';
import type { Catalogue } from './catalogue.ts';
import type { Plan } from './change-catalogue.ts';
import { announceChange } from './record-change.ts';
import { alterPlan } from './table-plans.ts';
import type { TablesContext } from './tables-context.ts';

/** The service makes a row's id shortly after it takes the time of creation. */
const MOMENT_MS = 100;

const VERSION_7 = /^.{14}7/;

/** Whether the id is a UUIDv7 of the row's time of creation. Ordering such rows by id orders them by that time. */
export function isIdOfTime(id: string, createdAt: string): boolean {
  return VERSION_7.test(id) && Math.abs(timeOfId(id) - Date.parse(createdAt)) <= MOMENT_MS;
}

/** Whether ids still follow the order of creation after a new row; `sent` are the columns that the caller set. */
export function keepsIdOrder(
  { columnByName }: Table,
  values: ReadonlyMap<Column, Value>,
  sent: { has(column: Column): boolean },
): boolean {
  const id = columnByName.get('id');
  const createdAt = columnByName.get('created_at');
  if (id === undefined || createdAt === undefined || !(sent.has(id) || sent.has(createdAt))) return true;
  return isIdOfTime(String(values.get(id)), String(values.get(createdAt)));
}

/** Lists the table by `created_at` from now on, because its ids will no longer follow the time of creation. */
export async function endIdOrder(context: TablesContext, store: StoreName, tableId: string): Promise<void> {
  await context.changes.change({ store }, (catalogue) => idOrderPlan(context.ddl, catalogue, tableId));
  await announceChange(context, store);
}

/** Changes nothing when another writer was faster or the table is gone. */
function idOrderPlan(ddl: TablesContext['ddl'], catalogue: Catalogue, tableId: string): Plan<string | undefined> {
  const before = catalogue.stored.get(tableId);
  if (before?.definition.idsByTime !== true) return { steps: [], result: undefined };
  const definition = { ...before.definition, idsByTime: false };
  return alterPlan(ddl, catalogue, { before, after: { ...before, definition, version: before.version + 1 } });
}
