import type { Condition } from './condition.ts';

/** The columns that must match a pattern that starts with `*`; no index finds such texts. */
export function openPatterns(condition: Condition): readonly string[] {
  return [...new Set(namesIn(condition))].sort();
}

function namesIn(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms.flatMap(namesIn);
    case 'not':
      return namesIn(condition.term);
    case 'compare': {
      const isPattern = condition.op === 'like' || condition.op === 'ilike';
      const [pattern] = condition.values;
      return isPattern && typeof pattern === 'string' && pattern.startsWith('*') ? [condition.column.name] : [];
    }
    default:
      return [];
  }
}
