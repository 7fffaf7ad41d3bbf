import type { Filter } from '../schema/filter.ts';
import { invalidFilter } from './filter-error.ts';
import { allOf, TERMS_MAX, type TermBudget } from './limits.ts';
import { parseJson, parseJsonText } from './parse-json.ts';
import { parseText } from './parse-text.ts';

/** Parses text in the grammar, text that starts with "{" as JSON, or a JSON object. Throws `invalid_filter`. */
export function parseFilter(input: unknown): Filter {
  return parseOne(input, { left: TERMS_MAX });
}

/** Parses several `filter` parameters, which must all hold and share one request's budget of terms. */
export function parseFilters(inputs: readonly unknown[]): Filter {
  if (inputs.length === 0) throw invalidFilter('A filter must not be empty.');
  const budget: TermBudget = { left: TERMS_MAX };
  return allOf(inputs.map((input) => parseOne(input, budget)));
}

function parseOne(input: unknown, budget: TermBudget): Filter {
  if (typeof input !== 'string') return parseJson(input, budget);
  return input.startsWith('{') ? parseJsonText(input, budget) : parseText(input, budget);
}
