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

/** A value that is known only when a request arrives: the user, or the time. Only rules may use variables. */
export interface Variable {
  readonly variable: 'user.id' | 'user.email' | 'user.role' | 'now';
}

/** A value as it was written. The text form only has text; the JSON form keeps JSON's types. */
export type RawValue = string | number | boolean | null | Variable;

/** A filter as written: no column looked up, no value converted. Both forms parse to trees of the same meaning. */
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
  readonly value: RawValue | readonly RawValue[];
  readonly form: 'text' | 'json';
}

/** Whether another table has a row that meets the term. Only rules may use it. */
export interface Lookup {
  readonly kind: 'exists';
  readonly table: string;
  /** May compare the other table's columns with columns of the row that the rule is about: `$row.<column>`. */
  readonly term: Filter;
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
