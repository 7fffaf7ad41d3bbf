import type { Operator, Variable } from '../schema/filter.ts';
import type { Column, Table } from '../schema/table.ts';
import type { SearchCondition } from '../search/search-condition.ts';

/** A value in the form the column stores: text for times, dates, ids and JSON, otherwise a scalar. */
export type BoundValue = string | number | boolean | Variable;

/**
 * A filter bound to a table: columns looked up among those the caller may see, values coerced to their types.
 * `bindFilter` is the only way from a `Filter` to a `Condition`; `compileCondition` the only way from here to SQL.
 */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Condition[] }
  | { readonly kind: 'not'; readonly term: Condition }
  | { readonly kind: 'always' | 'never' }
  | {
      readonly kind: 'compare';
      readonly column: Column;
      readonly op: Exclude<Operator, 'is'>;
      readonly values: readonly BoundValue[];
    }
  | RowComparison
  | Exists
  | {
      readonly kind: 'is';
      readonly column: Column;
      readonly value: 'null' | 'not_null' | 'true' | 'false';
    }
  | SearchCondition;

/** Columns of two rows: one of the table that is looked into, and one of the row that the rule is about. Null is neither. */
export interface RowComparison {
  readonly kind: 'compare_row';
  readonly column: Column;
  readonly rowColumn: Column;
  readonly op: 'eq' | 'neq';
}

/** Whether the table has a row for which `where` holds. */
export interface Exists {
  readonly kind: 'exists';
  readonly table: LookupTable;
  readonly where: Condition;
  /** Written as "the row's value is among those of the column", for an index of the row's table; then not in `where`. */
  readonly among?: Omit<RowComparison, 'kind' | 'op'>;
}

/** A table as far as a look-up needs to know it. */
export type LookupTable = Pick<Table, 'id' | 'name' | 'physical' | 'columnByName' | 'indexes'>;
