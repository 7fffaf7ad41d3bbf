import { FieldProblem } from '../schema/field-problem.ts';
import type { Variable } from '../schema/filter.ts';
import type { StoredType } from '../schema/table.ts';
import { typedText } from '../schema/typed-value.ts';
import { and, not, or } from './combine.ts';
import type { BoundValue, Condition } from './condition.ts';

/** The caller's values, and the time (ISO 8601 UTC); null where the caller has none. */
export type Variables = Readonly<Record<Variable['variable'], string | null>>;

type Comparison = Extract<Condition, { readonly kind: 'compare' }>;

const NEVER: Condition = { kind: 'never' };

/**
 * A comparison with a null variable, or of rows with a null value, is unknown, as in SQL: neither it nor its negation
 * is true. So `not` is pushed inwards until no unknown term is inside one.
 */
export function resolveCondition(condition: Condition, variables: Variables): Condition {
  return whenTrue(condition, variables);
}

function whenTrue(condition: Condition, variables: Variables): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const terms = condition.terms.map((term) => whenTrue(term, variables));
      if (terms.every((term, index) => term === condition.terms[index])) return condition;
      return condition.kind === 'and' ? and(...terms) : or(...terms);
    }
    case 'not': {
      if (mayBeUnknown(condition.term, variables)) return whenFalse(condition.term, variables);
      const term = whenTrue(condition.term, variables);
      return term === condition.term ? condition : not(term);
    }
    case 'compare':
      return withValues(condition, variables);
    case 'exists': {
      const where = whenTrue(condition.where, variables);
      if (where.kind === 'never') return NEVER;
      return where === condition.where ? condition : { ...condition, where };
    }
    default:
      return condition;
  }
}

function whenFalse(condition: Condition, variables: Variables): Condition {
  switch (condition.kind) {
    case 'and':
      return or(...condition.terms.map((term) => whenFalse(term, variables)));
    case 'or':
      return and(...condition.terms.map((term) => whenFalse(term, variables)));
    case 'not':
      return whenTrue(condition.term, variables);
    case 'compare':
      return withoutValues(condition, variables);
    case 'compare_row':
      return { ...condition, op: condition.op === 'eq' ? 'neq' : 'eq' };
    default:
      return not(whenTrue(condition, variables));
  }
}

/** An `exists` is true or false, even when a term inside it is unknown. */
function mayBeUnknown(condition: Condition, variables: Variables): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms.some((term) => mayBeUnknown(term, variables));
    case 'not':
      return mayBeUnknown(condition.term, variables);
    case 'compare_row':
      return true;
    case 'compare':
      return condition.values.some((value) => resolveValue(value, condition.column.type, variables) === undefined);
    default:
      return false;
  }
}

/** Where the comparison is true. A list keeps its known values: matching one is enough for `in`. */
function withValues(condition: Comparison, variables: Variables): Condition {
  if (!condition.values.some(isVariable)) return condition;
  const values = knownValues(condition, variables);
  if (values.length === condition.values.length) return { ...condition, values };
  return condition.op === 'in' && values.length > 0 ? { ...condition, values } : NEVER;
}

/** Where the comparison is false. Matching one known value is enough for `nin` to be false. */
function withoutValues(condition: Comparison, variables: Variables): Condition {
  const values = knownValues(condition, variables);
  if (values.length === condition.values.length) return not({ ...condition, values });
  return condition.op === 'nin' && values.length > 0 ? { ...condition, op: 'in', values } : NEVER;
}

function knownValues({ column, values }: Comparison, variables: Variables): readonly BoundValue[] {
  return values.flatMap((value) => resolveValue(value, column.type, variables) ?? []);
}

function isVariable(value: BoundValue): value is Variable {
  return typeof value === 'object';
}

/** Undefined when the caller has no such value, or one that no value of the column can equal. */
function resolveValue(value: BoundValue, type: StoredType, variables: Variables): BoundValue | undefined {
  if (!isVariable(value)) return value;
  const text = variables[value.variable];
  if (text === null || text === undefined) return undefined;
  if (type === 'json') return text;
  try {
    return typedText(type, type === 'date' ? text.slice(0, 'YYYY-MM-DD'.length) : text);
  } catch (error) {
    if (error instanceof FieldProblem) return undefined;
    throw error;
  }
}
