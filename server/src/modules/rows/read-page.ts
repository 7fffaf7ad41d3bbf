import type { Column } from '../../database/schema/index.ts';
import { compileList, idIs, type OrderTerm, type Place } from '../../database/sql/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { timeOfId } from '../../platform/ids.ts';
import type { OpenTable } from './on-table.ts';
import { readOrder, requireColumn, type VisibleColumns } from './read-columns.ts';
import type { ListInput } from './read-list-parameters.ts';
import { invalidCursor, readPlace, readPlaceValues } from './read-place.ts';
import { requireScope } from './require-scope.ts';

const VERSION_7 = /^.{14}7/;

interface Page {
  readonly order: readonly OrderTerm[];
  readonly place: Place | undefined;
}

/** By default in order of creation. A key is then `[id]`, or `[created_at, id]` if ids do not follow that order. */
export async function readPage(open: OpenTable, visible: VisibleColumns, input: ListInput): Promise<Page> {
  const { table } = open;
  if (input.order !== undefined) {
    const order = readOrder(visible, input.order);
    return { order, place: readPlace({ table, order }, input) };
  }
  // Search results come most relevant first.
  if (input.search !== undefined) return { order: [], place: readPlace({ table, order: [], isRanked: true }, input) };
  const length = readPlaceValues(input)?.length;
  const byTime: readonly OrderTerm[] = [{ column: requireColumn(visible, 'created_at'), direction: 'asc' }];
  const order = table.idsByTime === true && length !== 2 ? [] : byTime;
  if (length !== 1 || order.length === 0) return { order, place: readPlace({ table, order }, input) };
  const byId = readPlace({ table, order: [] }, input);
  return { order, place: byId && { ...byId, values: [await createdAtOf(open, byId), ...byId.values] } };
}

/** Takes the time from the id when the row is gone. Throws `invalid_cursor`. */
async function createdAtOf(open: OpenTable, { side, values: [value] }: Place): Promise<string> {
  const { table, context, target } = open;
  const id = String(value);
  const scope = requireScope(open, 'read');
  const column = table.columnByName.get('created_at');
  const read = compileList(context.database.dialect, {
    scope,
    filter: idIs(table, id),
    columns: column === undefined ? [] : [column],
    order: [],
    limit: 1,
    offset: 0,
    count: false,
  });
  const { json } = await context.database.list(target.project.store, read, open.catalogue.version);
  if (json !== '') return String((JSON.parse(json) as Record<Column['name'], unknown>)['created_at']);
  if (VERSION_7.test(id)) return isoTime(timeOfId(id));
  throw invalidCursor(
    `There is no row "${id}": "${side}" takes the values of created_at and id where a row may be gone.`,
  );
}
