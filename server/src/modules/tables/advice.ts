import { comparisonsIn, isUserValue, type Lookup, rowColumnName } from '../../database/filter/index.ts';
import type { RowAction, Table } from '../../database/schema/index.ts';
import type { RulesInput } from './read-rules.ts';
import { lookupsIn } from './rule-lookups.ts';
import { ROW_ACTIONS } from './rules.ts';

export interface Advice {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Suggests indexes for the rules in the request: without them, testing a row scans the other table. */
export function adviceFor(table: Table, sent: RulesInput | undefined): readonly Advice[] {
  const found = new Map<string, Advice>();
  for (const action of ROW_ACTIONS) {
    if (sent?.[action] === undefined) continue;
    for (const advice of adviceOf(table, action)) found.set(JSON.stringify(advice), advice);
  }
  return [...found.values()];
}

function adviceOf({ rules, lookups }: Table, action: RowAction): readonly Advice[] {
  const { where } = rules[action];
  if (where === undefined) return [];
  return lookupsIn(where).flatMap((lookup) => {
    const target = lookups?.get(lookup.table);
    const columns = comparedColumns(lookup);
    return target === undefined || isIndexed(target, columns) ? [] : [{ table: target.name, columns }];
  });
}

function comparedColumns({ term }: Lookup): readonly string[] {
  const compared = [...comparisonsIn(term)].filter(
    ({ op, value }) => op === 'eq' && (rowColumnName(value) !== undefined || isUserValue(value)),
  );
  return [...new Set(compared.map(({ field }) => field))];
}

/** Serves when its first columns are these, in any order. A unique column always does: it finds at most one row. */
function isIndexed({ columnByName, indexes }: Table, names: readonly string[]): boolean {
  if (names.length === 0 || names.some((name) => name === 'id' || columnByName.get(name)?.unique === true)) return true;
  return indexes.some(({ columns }) => {
    const first = new Set(columns.slice(0, names.length).map(({ name }) => name));
    return names.every((name) => first.has(name));
  });
}

export function withAdvice<Body extends object>(body: Body, advice: readonly Advice[]): Body {
  return advice.length === 0 ? body : { ...body, advice };
}
