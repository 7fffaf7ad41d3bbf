import type { Dialect } from '../../dialect.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Column, Table } from '../../schema/table.ts';
import type { Statement } from '../../statement.ts';
import { Bindings } from '../bindings.ts';
import { columnOf, ROW } from '../names.ts';
import { type Scope, within } from '../scope.ts';
import { findSearch } from '../search-rows.ts';
import { type AccessPath, planList } from './list-plan.ts';
import { matchesText } from './list-source.ts';

interface Extreme {
  readonly op: 'min' | 'max';
  readonly column: Column;
  readonly path: AccessPath;
}

interface ExtremesQuery {
  readonly scope: Scope;
  readonly filter?: Condition | undefined;
  readonly aggregates: readonly { readonly op: string; readonly column?: Column | undefined }[];
}

export interface Extremes {
  readonly table: Table;
  readonly condition: Condition;
  readonly each: readonly Extreme[];
}

/** Some engines find one extreme by a look-up but read all rows for several; undefined without indexes for all. */
export function findExtremes(dialect: Dialect, { scope, filter, aggregates }: ExtremesQuery): Extremes | undefined {
  const { table } = scope;
  const condition = within(scope, filter);
  if (dialect.indexHint === undefined || findSearch(dialect, condition) !== undefined) return undefined;
  const each = aggregates.flatMap(({ op, column }): Extreme[] => {
    if (column === undefined || (op !== 'min' && op !== 'max')) return [];
    const { ordered } = planList(table, condition, [{ column, direction: op === 'min' ? 'asc' : 'desc' }]);
    const isExact = ordered?.order === 'whole' && ordered.parts === undefined && ordered.rest.kind === 'always';
    return ordered !== undefined && isExact ? [{ op, column, path: ordered }] : [];
  });
  return each.length === aggregates.length ? { table, condition, each } : undefined;
}

/** `wrap` builds the answer from a query with the columns `_0`, `_1` and so on. */
export function lookUpExtremes(
  dialect: Dialect,
  { table, condition, each }: Extremes,
  wrap: (into: Bindings, values: string) => Statement,
): Statement {
  const into = new Bindings(dialect);
  const values = each.map(({ op, column, path }, index) => {
    const extreme = dialect.extreme(op, columnOf(ROW, column), column.type);
    return `(SELECT ${extreme}${matchesText(into, { table, condition }, path)}) AS "_${index}"`;
  });
  return wrap(into, `SELECT ${values.join(', ')}`);
}
