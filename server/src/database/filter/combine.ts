import type { Condition } from './condition.ts';

const ALWAYS: Condition = { kind: 'always' };
const NEVER: Condition = { kind: 'never' };

/** All of them hold. What is certain anyway is left out, so that equal meanings share one shape of SQL. */
export function and(...conditions: readonly Condition[]): Condition {
  const terms: Condition[] = [];
  for (const condition of conditions) {
    if (condition.kind === 'never') return NEVER;
    if (condition.kind !== 'always') terms.push(condition);
  }
  const [only] = terms;
  if (only === undefined) return ALWAYS;
  return terms.length === 1 ? only : { kind: 'and', terms };
}

/** At least one of them holds. */
export function or(...conditions: readonly Condition[]): Condition {
  const terms: Condition[] = [];
  for (const condition of conditions) {
    if (condition.kind === 'always') return ALWAYS;
    if (condition.kind !== 'never') terms.push(condition);
  }
  const [only] = terms;
  if (only === undefined) return NEVER;
  return terms.length === 1 ? only : { kind: 'or', terms };
}

export function not(condition: Condition): Condition {
  if (condition.kind === 'always') return NEVER;
  if (condition.kind === 'never') return ALWAYS;
  return condition.kind === 'not' ? condition.term : { kind: 'not', term: condition };
}
