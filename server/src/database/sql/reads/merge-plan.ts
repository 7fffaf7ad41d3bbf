import type { Condition } from '../../filter/condition.ts';
import type { Table } from '../../schema/table.ts';
import type { AmongLookedUp } from '../lookup-values.ts';
import type { OrderTerm } from '../scope.ts';
import { type AccessPath, keysIn, pathOf, type Term, termsOf } from './list-plan.ts';

/** Rows that an index holds in the order of a list, for one value or for each value of a look-up. */
export interface MergedRange {
  readonly index: AccessPath['index'];
  /** Limits the range, in addition to the value of the look-up. */
  readonly found: Condition;
  /** The look-up that supplies the values; undefined for a single range. */
  readonly values: AmongLookedUp | undefined;
}

export interface MergePlan {
  /** Together they hold all rows of the list. A row may be in several. */
  readonly ranges: readonly MergedRange[];
  /** The order among the rows of the list, whose first column is never null. */
  readonly order: readonly OrderTerm[];
}

const ALWAYS: Condition = { kind: 'always' };

/** Plans ranges that hold their rows in order, so that only the first rows of each are read. */
export function planMerge(table: Table, condition: Condition, order: readonly OrderTerm[]): MergePlan | undefined {
  if (order[0]?.column.required !== true) return undefined;
  const terms = termsOf(condition);
  const [either, ...others] = terms.filter((term) => term.condition.kind === 'or');
  if (others.length > 0) return undefined;
  if (either?.condition.kind !== 'or') {
    const range = rangeOf(table, terms, order);
    return range?.values === undefined ? undefined : { ranges: [range], order };
  }
  const rest = terms.filter((term) => term !== either);
  const ranges: MergedRange[] = [];
  for (const term of either.condition.terms) {
    const range = rangeOf(table, [...rest, ...termsOf(term)], order);
    if (range === undefined) return undefined;
    ranges.push(range);
  }
  return { ranges, order };
}

function rangeOf(table: Table, terms: readonly Term[], order: readonly OrderTerm[]): MergedRange | undefined {
  const [lookUp, ...others] = terms.filter(({ found }) => found.kind === 'exists');
  if (others.length > 0) return undefined;
  const values = lookUp === undefined ? undefined : valuesOf(lookUp.found);
  if (lookUp !== undefined && values === undefined) return undefined;
  const fixed = terms.map((term): Term => (term === lookUp ? { ...term, found: ALWAYS, kind: 'equal' } : term));
  for (const keys of keysIn(table)) {
    const { index, found, rest, order: given } = pathOf(keys, fixed, order);
    if (given === 'whole' && rest.kind === 'always') return { index, found, values };
  }
  return undefined;
}

function valuesOf(found: Condition): AmongLookedUp | undefined {
  if (found.kind !== 'exists' || found.among === undefined) return undefined;
  return { ...found, among: found.among };
}
