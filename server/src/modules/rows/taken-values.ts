import type { Caller } from '../../callers/index.ts';
import { and, type Condition, not } from '../../database/filter/index.ts';
import type { Column } from '../../database/schema/index.ts';
import { compileList, idColumn } from '../../database/sql/index.ts';
import type { OpenTable } from './on-table.ts';
import { requireScope } from './require-scope.ts';
import type { Values } from './row-body.ts';

/** The unique index checks values without the caller's rules, and so does this caller. */
const UNIQUE_INDEX: Caller = { kind: 'secret', id: 'unique-index' };
const NEVER: Condition = { kind: 'never' };

export interface RefusedRow {
  readonly values: Values;
  /** Rows of the same request that come before it. */
  readonly before: readonly Values[];
  /** The rows that the change itself updates; they do not conflict. */
  readonly touched: Condition;
}

/** The first unique index, in the table's order, that the row conflicts with: engines check in different orders. */
export async function findTakenColumns(open: OpenTable, row: RefusedRow): Promise<readonly Column[] | undefined> {
  const possible = uniqueIndexes(open).filter((columns) => sameAs(row.values, columns).kind !== 'never');
  if (possible.length < 2) return undefined;
  for (const columns of possible) {
    const isMet = row.before.some((other) => columns.every((column) => other.get(column) === row.values.get(column)));
    if (isMet || (await isTaken(open, columns, row))) return columns;
  }
  return undefined;
}

/** Matches none if a value is null, because nulls are never duplicates. */
export function sameAs(values: Values, columns: readonly Column[]): Condition {
  const terms = columns.map((column): Condition => {
    const value = values.get(column);
    if (value === undefined || value === null || typeof value === 'object') return NEVER;
    return { kind: 'compare', column, op: 'eq', values: [value] };
  });
  return and(...terms);
}

/** Only secret callers can send an id, so other callers cannot conflict on ids. */
function uniqueIndexes({ table, isSecret }: OpenTable): readonly (readonly Column[])[] {
  const indexes = table.indexes.filter(({ unique }) => unique).map(({ columns }) => columns);
  return isSecret ? [[idColumn(table)], ...indexes] : indexes;
}

async function isTaken(open: OpenTable, columns: readonly Column[], { values, touched }: RefusedRow): Promise<boolean> {
  const { context, target, catalogue, table } = open;
  const read = compileList(context.database.dialect, {
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
