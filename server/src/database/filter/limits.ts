import type { Filter } from '../schema/filter.ts';
import { invalidFilter } from './filter-error.ts';

/** Maximum nesting of groups. */
export const DEPTH_MAX = 8;
/** Leaf conditions across all `filter` parameters of a request. */
export const TERMS_MAX = 50;
/** `exists(…)` per rule. */
export const LOOKUPS_MAX = 5;
/** Values of one `in` or `nin`. */
export const LIST_MAX = 500;
/** Characters. Matching takes text × pattern steps: 1 MB × 4,000 took SQLite 20 s, which nothing could interrupt. */
export const PATTERN_MAX = 256;
/** Characters that `contains` looks for in a text: the same risk, with far cheaper steps. */
export const PART_MAX = 4000;

export interface TermBudget {
  left: number;
}

export function spendTerm(budget: TermBudget): void {
  budget.left -= 1;
  if (budget.left < 0) throw invalidFilter(`A filter may have at most ${TERMS_MAX} conditions.`);
}

export function allOf(terms: readonly Filter[]): Filter {
  const [only] = terms;
  return only !== undefined && terms.length === 1 ? only : { kind: 'and', terms };
}
