import { ServiceError } from '../../platform/errors.ts';
import type { Comparison, Filter, Lookup, Operator } from '../schema/filter.ts';
import type { Column } from '../schema/table.ts';
import { type LookupBudget, requireBounded, requireTable, rowColumnName, spendLookup } from './bind-lookup.ts';
import { bindRowComparison } from './bind-row-comparison.ts';
import { bindValue } from './bind-value.ts';
import { and, not, or } from './combine.ts';
import type { Condition, LookupTable } from './condition.ts';
import { invalidFilter, unknownColumn } from './filter-error.ts';
import { LOOKUPS_MAX } from './limits.ts';

export interface BindOptions {
  /** For rules: values such as `$user.id` are variables, resolved for each request. Otherwise they are plain text. */
  readonly variables?: boolean;
  /** The tables that a rule may query with `exists(…)`, by name; without them `exists(…)` is refused. */
  readonly tables?: ReadonlyMap<string, LookupTable> | undefined;
}

interface Binding {
  readonly columns: ReadonlyMap<string, Column>;
  readonly variables: boolean;
  readonly tables: ReadonlyMap<string, LookupTable> | undefined;
  readonly lookups: LookupBudget;
  /** Inside `exists(…)`: the columns of the row that the rule is about, named by `$row.…`. */
  readonly rowColumns: ReadonlyMap<string, Column> | undefined;
}

/** Only columns in the map exist; the caller omits hidden ones. Throws `unknown_column` and `invalid_filter`. */
export function bindFilter(filter: Filter, columns: ReadonlyMap<string, Column>, options: BindOptions = {}): Condition {
  const { variables = false, tables } = options;
  return bind(filter, { columns, variables, tables, lookups: { left: LOOKUPS_MAX }, rowColumns: undefined });
}

function bind(filter: Filter, binding: Binding): Condition {
  switch (filter.kind) {
    case 'and':
      return and(...filter.terms.map((term) => bind(term, binding)));
    case 'or':
      return or(...filter.terms.map((term) => bind(term, binding)));
    case 'not':
      return not(bind(filter.term, binding));
    case 'exists':
      return bindLookup(filter, binding);
    case 'compare':
      return bindComparison(filter, binding);
  }
}

/** Ignores rules and hidden columns of the other table, because people who write rules may see everything. */
function bindLookup({ table: name, term }: Lookup, binding: Binding): Condition {
  if (binding.rowColumns !== undefined) throw invalidFilter('exists(…) cannot be nested inside another exists(…).');
  const table = requireTable(name, binding.tables);
  spendLookup(binding.lookups);
  try {
    const where = bind(term, { ...binding, columns: table.columnByName, rowColumns: binding.columns });
    requireBounded(term);
    return { kind: 'exists', table, where };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const options = error.details === undefined ? {} : { details: { ...error.details, table: name } };
    throw new ServiceError(error.code, `exists(${name},…): ${error.message}`, options);
  }
}

function bindComparison(comparison: Comparison, { columns, variables, rowColumns }: Binding): Condition {
  const { field, op, value } = comparison;
  const column = columns.get(field);
  if (column === undefined) throw unknownColumn(field);
  const rowColumn = variables ? rowColumnName(value) : undefined;
  if (rowColumn !== undefined) return bindRowComparison({ column, op, rowColumn, rowColumns });
  requireFit(column, op);
  if (op === 'is') return bindIs(column, comparison);
  const raws = Array.isArray(value) ? value : [value];
  return {
    kind: 'compare',
    column,
    op,
    values: raws.map((raw) => bindValue({ column, op, raw, variables })),
  };
}

function requireFit({ name, type }: Column, op: Operator): void {
  const fits =
    op === 'is' ||
    (op === 'contains' && (type === 'text' || type === 'json')) ||
    (isForText(op) ? type === 'text' : type !== 'json' && op !== 'contains');
  if (!fits) throw invalidFilter(`The operator ${op} does not fit the column "${name}", which is of type ${type}.`);
}

function isForText(op: Operator): boolean {
  return op === 'like' || op === 'ilike' || op === 'starts_with' || op === 'ends_with';
}

function bindIs(column: Column, { value }: Comparison): Condition {
  const word = String(value);
  if (word === 'null' || word === 'not_null') return { kind: 'is', column, value: word };
  if (word !== 'true' && word !== 'false') {
    throw invalidFilter(`is for "${column.name}" takes null, not_null, true or false.`);
  }
  if (column.type !== 'boolean') {
    throw invalidFilter(`is:${word} does not fit the column "${column.name}", which is of type ${column.type}.`);
  }
  return { kind: 'is', column, value: word };
}
