import type { Static } from 'typebox';
import type { Column, Table } from '../../../database/schema/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { importQuery } from './import-schemas.ts';

/** Undefined for inserts. Default: `id`, else the only unique column. Throws `unknown_column`, `validation_failed`. */
export function onColumn(
  table: Table,
  { mode, on }: Static<typeof importQuery>,
  fileColumns: readonly string[],
): Column | undefined {
  if (mode !== 'upsert') {
    if (on === undefined) return undefined;
    throw unfit('is supported with mode=upsert only');
  }
  if (on === undefined) return usualColumn(table, fileColumns);
  const column = table.columnByName.get(on);
  if (column === undefined) {
    throw new ServiceError('unknown_column', `There is no column '${on.slice(0, 80)}'.`, {
      details: { fields: { on: 'is not a column of this table' } },
    });
  }
  if (!column.unique) throw unfit('must be a unique column');
  return column;
}

function usualColumn(table: Table, fileColumns: readonly string[]): Column {
  const unique = table.columns.filter((column) => column.unique && fileColumns.includes(column.name));
  const [first, second] = unique;
  if (first !== undefined && (first.name === 'id' || second === undefined)) return first;
  throw unfit('must name a unique column, as the rows have no id and not just one unique column');
}

function unfit(problem: string): ServiceError {
  return new ServiceError('validation_failed', `on ${problem}.`, { details: { fields: { on: problem } } });
}
