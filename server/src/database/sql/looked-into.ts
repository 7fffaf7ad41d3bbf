import type { Condition } from '../filter/condition.ts';

const NONE: readonly string[] = [];

export function lookedInto(condition: Condition): readonly string[] {
  const ids = new Set(idsIn(condition));
  return ids.size === 0 ? NONE : [...ids].sort();
}

function idsIn(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms.flatMap(idsIn);
    case 'not':
      return idsIn(condition.term);
    default:
      return condition.kind === 'exists' ? [condition.table.id, ...idsIn(condition.where)] : NONE;
  }
}
