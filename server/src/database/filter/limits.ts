import type { Filter } from './filter.ts';
import { invalidFilter } from './filter-error.ts';

/** Groups inside one another. */
export const DEPTH_MAX = 8;
/** Leaf conditions over all `filter` parameters of a request. */
export const TERMS_MAX = 50;
/** Values of one `in` or `nin`. */
export const LIST_MAX = 500;
/** Characters of a `like` pattern: keeps every engine's own limit on patterns out of reach. */
export const PATTERN_MAX = 4000;

/** What is left of the terms a request may use; one goes through all its filters. */
export interface TermBudget {
  left: number;
}

export function spendTerm(budget: TermBudget): void {
  budget.left -= 1;
  if (budget.left < 0) throw invalidFilter(`A filter takes up to ${TERMS_MAX} conditions.`);
}

export function allOf(terms: readonly Filter[]): Filter {
  const [only] = terms;
  return only !== undefined && terms.length === 1 ? only : { kind: 'and', terms };
}
