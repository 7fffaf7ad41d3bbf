import { type Comparison, type Filter, parseFilter, printFilter, rowColumnName } from '../../database/filter/index.ts';
import type { JsonValue } from '../../database/schema/index.ts';

/** Old names to new names. All are replaced at once, so two columns may swap names. */
export type Renames = ReadonlyMap<string, string>;

export interface TableRenames {
  readonly from: string;
  readonly to: string;
  readonly columns: Renames;
}

const NONE: Renames = new Map();

/** The condition of a table's rule with the new names, in the form in which the owner wrote it. */
export function renameInRule(where: string | JsonValue, table: string, renames: TableRenames): string | JsonValue {
  const own = table === renames.from ? renames.columns : NONE;
  const filter = parseFilter(where);
  const renamed = rename(filter, { renames, row: own, columns: own });
  if (JSON.stringify(renamed) === JSON.stringify(filter)) return where;
  const printed = printFilter(renamed);
  return typeof where === 'string' ? printed : (JSON.parse(printed) as JsonValue);
}

interface Place {
  readonly renames: TableRenames;
  /** Renames for columns of the row that the rule checks. */
  readonly row: Renames;
  /** Renames for columns of the current table: the row's own, or the one that is looked into. */
  readonly columns: Renames;
}

function rename(filter: Filter, place: Place): Filter {
  switch (filter.kind) {
    case 'compare':
      return renameComparison(filter, place);
    case 'not':
      return { ...filter, term: rename(filter.term, place) };
    case 'exists': {
      const { from, to, columns } = place.renames;
      const isOf = filter.table === from;
      const term = rename(filter.term, { ...place, columns: isOf ? columns : NONE });
      return { ...filter, table: isOf ? to : filter.table, term };
    }
    default:
      return { ...filter, terms: filter.terms.map((term) => rename(term, place)) };
  }
}

function renameComparison(comparison: Comparison, { row, columns }: Place): Comparison {
  const { field, value } = comparison;
  const rowColumn = rowColumnName(value);
  const renamed = rowColumn === undefined ? undefined : row.get(rowColumn);
  return {
    ...comparison,
    field: columns.get(field) ?? field,
    value: renamed === undefined ? value : `$row.${renamed}`,
  };
}
