/** The operators of the filter grammar. */
export const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'between',
  'like',
  'ilike',
  'starts_with',
  'ends_with',
  'contains',
  'is',
] as const;

export type Operator = (typeof OPERATORS)[number];

/** A value that is known only when a request comes: who asks, or the time. Only rules may use them. */
export interface Variable {
  readonly variable: 'user.id' | 'user.email' | 'user.role' | 'now';
}

/** A value as it was written. The text form has text only; the JSON form keeps JSON's types. */
export type RawValue = string | number | boolean | null | Variable;

/**
 * A filter as it was written: no column has been looked up and no value coerced yet.
 * The text and the JSON form of one filter parse to trees of the same meaning.
 */
export type Filter = Group | Negation | Comparison | Lookup;

export interface Group {
  readonly kind: 'and' | 'or';
  readonly terms: readonly Filter[];
}

export interface Negation {
  readonly kind: 'not';
  readonly term: Filter;
}

export interface Comparison {
  readonly kind: 'compare';
  readonly field: string;
  readonly op: Operator;
  /** One value; several for `in`, `nin` and `between`. */
  readonly value: RawValue | readonly RawValue[];
  /** How it was written. */
  readonly form: 'text' | 'json';
}

/** Whether another table has a row that meets the term. Only rules may ask. */
export interface Lookup {
  readonly kind: 'exists';
  /** Its name. */
  readonly table: string;
  /** Its columns may be compared with those of the row that the rule is about: `$row.<column>`. */
  readonly term: Filter;
  /** How it was written. */
  readonly form: 'text' | 'json';
  /** The term as it was written: a part of the text, or the JSON of `where`. */
  readonly written: unknown;
}

const OPERATOR_NAMES: ReadonlySet<string> = new Set(OPERATORS);

export function isOperator(word: string): word is Operator {
  return OPERATOR_NAMES.has(word);
}

export function isListOperator(op: Operator): boolean {
  return op === 'in' || op === 'nin' || op === 'between';
}
