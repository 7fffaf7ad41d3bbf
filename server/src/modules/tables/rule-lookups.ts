import { comparisonsIn, type Filter, type Lookup, rowColumnName } from '../../database/filter/index.ts';
import type { Rule } from '../../database/schema/index.ts';

export function lookupsIn(filter: Filter): readonly Lookup[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.terms.flatMap(lookupsIn);
    case 'not':
      return lookupsIn(filter.term);
    default:
      return filter.kind === 'exists' ? [filter] : [];
  }
}

export function rowColumnsOf({ term }: Lookup): readonly string[] {
  return [...comparisonsIn(term)].flatMap(({ value }) => rowColumnName(value) ?? []);
}

/** The columns of a table that the table's own rule mentions. */
export function ownFields({ where }: Rule, tableName: string): ReadonlySet<string> {
  if (where === undefined) return new Set();
  const fields = [...comparisonsIn(where)].map(({ field }) => field);
  const looked = lookupsIn(where).flatMap(rowColumnsOf);
  return new Set([...fields, ...looked, ...lookedUpFields({ where }, tableName)]);
}

export function lookedUpFields({ where }: Pick<Rule, 'where'>, tableName: string): ReadonlySet<string> {
  if (where === undefined) return new Set();
  const lookups = lookupsIn(where).filter(({ table }) => table === tableName);
  return new Set(lookups.flatMap(({ term }) => [...comparisonsIn(term)].map(({ field }) => field)));
}

export function looksInto({ where }: Pick<Rule, 'where'>, tableName: string): boolean {
  return where !== undefined && lookupsIn(where).some(({ table }) => table === tableName);
}
