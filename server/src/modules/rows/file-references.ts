import type { Column, Table } from '../../database/schema/index.ts';
import { type ServiceError, validationFailed } from '../../platform/errors.ts';
import type { OpenTable } from './on-table.ts';
import type { Values } from './row-body.ts';

/**
 * Whether rows are to refer to files that must be looked up. Not for secret callers, who see every file: the foreign key
 * knows those that are there.
 */
export function refersToFiles({ table, isSecret, context }: OpenTable, rows: readonly Values[]): boolean {
  if (isSecret || context.files === undefined) return false;
  const columns = fileColumns(table);
  return columns.length > 0 && rows.some((row) => columns.some((column) => typeof row.get(column) === 'string'));
}

/** Throws unless every file that the rows are to refer to is one the caller may see. */
export async function requireVisibleFiles(open: OpenTable, rows: readonly Values[]): Promise<void> {
  const problems = await findFileProblems(open, rows);
  const index = problems.findIndex((problem) => problem !== undefined);
  const problem = problems[index];
  if (problem !== undefined) throw problem;
}

/** For each row what is wrong with its files: one that may not be seen is not told from one that is missing. */
export async function findFileProblems(
  open: OpenTable,
  rows: readonly Values[],
): Promise<readonly (ServiceError | undefined)[]> {
  const { context, target, table } = open;
  const columns = fileColumns(table);
  const ids = new Set(rows.flatMap((row) => columns.flatMap((column) => idsIn(row, column))));
  const visible = await context.files?.findVisible(target.project, target.caller, [...ids]);
  return rows.map((row) => {
    const dangling = columns.filter((column) => idsIn(row, column).some((id) => !visible?.has(id)));
    if (dangling.length === 0) return undefined;
    return validationFailed(Object.fromEntries(dangling.map(({ name }) => [name, 'is the id of no file'])));
  });
}

function idsIn(row: Values, column: Column): readonly string[] {
  const value = row.get(column);
  return typeof value === 'string' ? [value] : [];
}

const found = new WeakMap<Table, readonly Column[]>();

/** Found once for each table. */
function fileColumns(table: Table): readonly Column[] {
  const known = found.get(table);
  if (known !== undefined) return known;
  const columns = table.columns.filter(({ type }) => type === 'file');
  found.set(table, columns);
  return columns;
}
