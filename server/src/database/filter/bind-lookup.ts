import type { Comparison, Filter, RawValue } from '../schema/filter.ts';
import type { LookupTable } from './condition.ts';
import { invalidFilter, shown } from './filter-error.ts';
import { LOOKUPS_MAX } from './limits.ts';

const ROW_VALUE = '$row.';
const USER_VALUE = '$user.';

export interface LookupBudget {
  left: number;
}

export function spendLookup(budget: LookupBudget): void {
  budget.left -= 1;
  if (budget.left < 0) throw invalidFilter(`A rule may have at most ${LOOKUPS_MAX} exists(…).`);
}

export function requireTable(name: string, tables: ReadonlyMap<string, LookupTable> | undefined): LookupTable {
  if (tables === undefined) throw invalidFilter('exists(…) is allowed in rules of tables only, not in filters.');
  const table = tables.get(name);
  if (table === undefined) throw invalidFilter(`exists(…) names the table ${shown(name)}, which does not exist.`);
  return table;
}

/** Refuses a look-up independent of row and caller: it would read a whole table for the same answer every time. */
export function requireBounded(term: Filter): void {
  for (const { value } of comparisonsIn(term)) {
    const values: readonly RawValue[] = Array.isArray(value) ? value : [value as RawValue];
    if (values.some((each) => rowColumnName(each) !== undefined || isUserValue(each))) return;
  }
  throw invalidFilter('At least one of its terms must compare with $row.<column> or with $user.id, .email or .role.');
}

/** The column name after `$row.`. Lists are not resolved here and are refused later. */
export function rowColumnName(value: Comparison['value']): string | undefined {
  return typeof value === 'string' && value.startsWith(ROW_VALUE) ? value.slice(ROW_VALUE.length) : undefined;
}

export function isUserValue(value: Comparison['value']): boolean {
  if (typeof value === 'string') return value.startsWith(USER_VALUE);
  return typeof value === 'object' && value !== null && 'variable' in value && value.variable !== 'now';
}

/** Omits comparisons inside `exists(…)`, which are about another table. */
export function* comparisonsIn(filter: Filter): Generator<Comparison> {
  if (filter.kind === 'compare') yield filter;
  else if (filter.kind === 'not') yield* comparisonsIn(filter.term);
  else if (filter.kind !== 'exists') for (const term of filter.terms) yield* comparisonsIn(term);
}
