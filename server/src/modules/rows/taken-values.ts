import type { Caller } from '../../callers/index.ts';
import { and, type Condition, not } from '../../database/filter/index.ts';
import type { Column } from '../../database/schema/index.ts';
import { idColumn, selectRows } from '../../database/sql/index.ts';
import type { OpenTable } from './on-table.ts';
import { requireScope } from './require-scope.ts';
import type { Values } from './row-body.ts';

/** Sees every row: whether a value is taken is asked without the caller's rules, as the index does. */
const UNIQUE_INDEX: Caller = { kind: 'secret', id: 'unique-index' };
const NEVER: Condition = { kind: 'never' };

/** A row that was refused because another has values that must be its own. */
export interface RefusedRow {
  readonly values: Values;
  /** Other rows of the same request that were to be stored before it. */
  readonly before: readonly Values[];
  /** The rows that the change itself touches are in nobody's way. */
  readonly touched: Condition;
}

/**
 * The columns of the first unique index, in the order of the table, in which the row meets another. An engine names the
 * index that it looks at first, and engines do not look in the same order. Undefined when it can be but one index, or when
 * nothing is in the way any more.
 */
export async function findTakenColumns(open: OpenTable, row: RefusedRow): Promise<readonly Column[] | undefined> {
  const possible = uniqueIndexes(open).filter((columns) => sameAs(row.values, columns).kind !== 'never');
  if (possible.length < 2) return undefined;
  for (const columns of possible) {
    const isMet = row.before.some((other) => columns.every((column) => other.get(column) === row.values.get(column)));
    if (isMet || (await isTaken(open, columns, row))) return columns;
  }
  return undefined;
}

/** Rows with these values in these columns: none where one is null, which is no row's own. */
export function sameAs(values: Values, columns: readonly Column[]): Condition {
  const terms = columns.map((column): Condition => {
    const value = values.get(column);
    if (value === undefined || value === null || typeof value === 'object') return NEVER;
    return { kind: 'compare', column, op: 'eq', values: [value] };
  });
  return and(...terms);
}

/** An id that the caller did not send is nobody else's. */
function uniqueIndexes({ table, isSecret }: OpenTable): readonly (readonly Column[])[] {
  const indexes = table.indexes.filter(({ unique }) => unique).map(({ columns }) => columns);
  return isSecret ? [[idColumn(table)], ...indexes] : indexes;
}

async function isTaken(open: OpenTable, columns: readonly Column[], { values, touched }: RefusedRow): Promise<boolean> {
  const { context, target, catalogue, table } = open;
  const read = selectRows(context.database.dialect, {
    scope: requireScope({ ...open, target: { ...target, caller: UNIQUE_INDEX } }, 'read'),
    filter: and(sameAs(values, columns), not(touched)),
    columns: [idColumn(table)],
    order: [],
    limit: 1,
    offset: 0,
    count: false,
  });
  return (await context.database.list(target.project.store, read, catalogue.version)).returned > 0;
}
