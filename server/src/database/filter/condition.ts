import type { Operator, Variable } from '../schema/filter.ts';
import type { Column } from '../schema/table.ts';

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
  | {
      readonly kind: 'is';
      readonly column: Column;
      readonly value: 'null' | 'not_null' | 'true' | 'false';
    };
