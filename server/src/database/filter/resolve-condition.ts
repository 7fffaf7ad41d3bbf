import { FieldProblem } from '../schema/field-problem.ts';
import type { Variable } from '../schema/filter.ts';
import type { StoredType } from '../schema/table.ts';
import { typedText } from '../schema/typed-value.ts';
import { and, not, or } from './combine.ts';
import type { BoundValue, Condition } from './condition.ts';

/** The caller's values, and the time (ISO 8601 UTC); null where the caller has none. */
export type Variables = Readonly<Record<Variable['variable'], string | null>>;

/**
 * Puts values in place of the variables. One that is null, or that no value of the column can equal, makes the whole
 * condition false, whatever surrounds it: a rule that cannot be evaluated denies.
 */
export function resolveCondition(condition: Condition, variables: Variables): Condition {
  try {
    return resolve(condition, variables);
  } catch (error) {
    if (error === UNRESOLVED) return { kind: 'never' };
    throw error;
  }
}

const UNRESOLVED = new FieldProblem('has no value');

function resolve(condition: Condition, variables: Variables): Condition {
  switch (condition.kind) {
    case 'and':
      return and(...condition.terms.map((term) => resolve(term, variables)));
    case 'or':
      return or(...condition.terms.map((term) => resolve(term, variables)));
    case 'not':
      return not(resolve(condition.term, variables));
    case 'compare': {
      if (!condition.values.some(isVariable)) return condition;
      const { type } = condition.column;
      return { ...condition, values: condition.values.map((value) => resolveValue(value, type, variables)) };
    }
    default:
      return condition;
  }
}

function isVariable(value: BoundValue): value is Variable {
  return typeof value === 'object';
}

function resolveValue(value: BoundValue, type: StoredType, variables: Variables): BoundValue {
  if (!isVariable(value)) return value;
  const text = variables[value.variable];
  if (text === null || text === undefined) throw UNRESOLVED;
  if (type === 'json') return text;
  try {
    return typedText(type, type === 'date' ? text.slice(0, 'YYYY-MM-DD'.length) : text);
  } catch {
    throw UNRESOLVED;
  }
}
