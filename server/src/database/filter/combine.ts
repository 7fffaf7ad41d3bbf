import type { Condition } from './condition.ts';

const ALWAYS: Condition = { kind: 'always' };
const NEVER: Condition = { kind: 'never' };

/** All conditions hold. Omits constant conditions, so that equal meanings share one SQL text. */
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
