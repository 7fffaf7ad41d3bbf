import { type Filter, parseFilter, printFilter } from '../../database/filter/index.ts';
import type { JsonValue } from '../../database/schema/index.ts';

/** Names to be replaced: old to new, all at once, so that two columns may swap theirs. */
export type Renames = ReadonlyMap<string, string>;

/** The same condition, in the form it was written in, with columns under their new names. */
export function renameInFilter(where: string | JsonValue, renames: Renames): string | JsonValue {
  const printed = printFilter(rename(parseFilter(where), renames));
  return typeof where === 'string' ? printed : (JSON.parse(printed) as JsonValue);
}

function rename(filter: Filter, renames: Renames): Filter {
  switch (filter.kind) {
    case 'compare':
      return { ...filter, field: renames.get(filter.field) ?? filter.field };
    case 'not':
      return { ...filter, term: rename(filter.term, renames) };
    default:
      return { ...filter, terms: filter.terms.map((term) => rename(term, renames)) };
  }
}
