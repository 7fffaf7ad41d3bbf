import type { Operator, Variable } from '../schema/filter.ts';
import type { Column, Table } from '../schema/table.ts';
import type { SearchCondition } from '../search/search-condition.ts';

/** A value as the column stores it: text for times, dates, ids and JSON, otherwise a scalar. */
export type BoundValue = string | number | boolean | Variable;

/** `bindFilter` alone makes a `Condition` from a `Filter`, and `compileCondition` alone makes SQL from it. */
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

/** Compares a column of the looked-up table with one of the rule's row; does not hold when either is null. */
export interface RowComparison {
  readonly kind: 'compare_row';
  readonly column: Column;
  readonly rowColumn: Column;
  readonly op: 'eq' | 'neq';
}

export interface Exists {
  readonly kind: 'exists';
  readonly table: LookupTable;
  readonly where: Condition;
  /** The row's value is among those of the column, which an index can answer; the comparison is not in `where`. */
  readonly among?: Omit<RowComparison, 'kind' | 'op'>;
}

export type LookupTable = Pick<Table, 'id' | 'name' | 'physical' | 'columnByName' | 'indexes'>;
