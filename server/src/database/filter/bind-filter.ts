import { ServiceError } from '../../platform/errors.ts';
import type { Comparison, Filter, Operator } from '../schema/filter.ts';
import type { Column } from '../schema/table.ts';
import { bindValue } from './bind-value.ts';
import { and, not, or } from './combine.ts';
import type { Condition } from './condition.ts';
import { invalidFilter, shown } from './filter-error.ts';

const NAME_SHOWN_MAX = 64;

export interface BindOptions {
  /** A rule: values such as `$user.id` stand for what is known when a request comes. Otherwise they are plain text. */
  readonly variables?: boolean;
}

interface Binding {
  readonly columns: ReadonlyMap<string, Column>;
  readonly variables: boolean;
}

/**
 * Looks the columns up and brings the values to their types. Only columns in the map exist: the caller leaves out those
 * it must not see. Throws `unknown_column`, or `invalid_filter` when an operator or a value does not fit.
 */
export function bindFilter(filter: Filter, columns: ReadonlyMap<string, Column>, options: BindOptions = {}): Condition {
  return bind(filter, { columns, variables: options.variables === true });
}

function bind(filter: Filter, binding: Binding): Condition {
  switch (filter.kind) {
    case 'and':
      return and(...filter.terms.map((term) => bind(term, binding)));
    case 'or':
      return or(...filter.terms.map((term) => bind(term, binding)));
    case 'not':
      return not(bind(filter.term, binding));
    case 'compare':
      return bindComparison(filter, binding);
  }
}

function bindComparison(comparison: Comparison, { columns, variables }: Binding): Condition {
  const { field, op, value } = comparison;
  const column = columns.get(field);
  if (column === undefined) throw unknownColumn(field);
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

function unknownColumn(name: string): ServiceError {
  return new ServiceError('unknown_column', `There is no column ${shown(name)}.`, {
    details: { column: name.slice(0, NAME_SHOWN_MAX) },
  });
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
