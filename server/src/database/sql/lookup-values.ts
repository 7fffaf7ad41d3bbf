import { and } from '../filter/combine.ts';
import type { Condition, Exists, RowComparison } from '../filter/condition.ts';

export type AmongLookedUp = Exists & Required<Pick<Exists, 'among'>>;

/**
 * Rewrites `exists(members,team_id:eq:$row.team_id,…)` as "the row's team is among …", which an index answers.
 * Undefined for several compared columns, or when it would read the whole other table.
 */
export function amongLookedUp(exists: Exists): AmongLookedUp | undefined {
  const { among } = exists;
  if (among !== undefined) return { ...exists, among };
  const terms = exists.where.kind === 'and' ? exists.where.terms : [exists.where];
  const compared = terms.filter((term): term is RowComparison => term.kind === 'compare_row');
  const [only] = compared;
  const others = terms.filter((term) => term.kind !== 'compare_row');
  if (only === undefined || compared.length > 1 || only.op !== 'eq' || others.some(comparesRow)) return undefined;
  if (!others.some((term) => isFoundByIndex(exists, term))) return undefined;
  return { ...exists, where: and(...others), among: { column: only.column, rowColumn: only.rowColumn } };
}

/** A rewritten look-up reads its values once for all rows. Skips `not(…)`, which no index answers. */
export function byLookedUpValues(condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const terms = condition.terms.map(byLookedUpValues);
      return terms.every((term, at) => term === condition.terms[at]) ? condition : { kind: condition.kind, terms };
    }
    case 'exists':
      return amongLookedUp(condition) ?? condition;
    default:
      return condition;
  }
}

export function dependsOnlyOnCaller({ among, where }: Exists): boolean {
  return among === undefined && !comparesRow(where);
}

function comparesRow(condition: Condition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.terms.some(comparesRow);
  if (condition.kind === 'not') return comparesRow(condition.term);
  return condition.kind === 'compare_row';
}

function isFoundByIndex({ table }: Exists, term: Condition): boolean {
  if (term.kind !== 'compare' || term.op !== 'eq') return false;
  const { column } = term;
  return column.name === 'id' || table.indexes.some(({ columns: [first] }) => first?.name === column.name);
}
