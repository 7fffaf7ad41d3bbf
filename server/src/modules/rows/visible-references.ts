import type { Column, Table } from '../../database/schema/index.ts';
import { compileList, idColumn, type Scope } from '../../database/sql/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import type { OpenTable } from './on-table.ts';
import { findScope } from './require-scope.ts';
import type { Values } from './row-body.ts';

/** A reference must not reveal that a hidden row or file exists, nor keep its owner from deleting it. */
export function refersToHidden(open: OpenTable, rows: readonly Values[]): boolean {
  if (open.isSecret) return false;
  return guardedColumns(open).some((column) => rows.some((row) => typeof row.get(column) === 'string'));
}

/** Throws unless the caller may see everything that the rows refer to. */
export async function requireVisibleReferences(open: OpenTable, rows: readonly Values[]): Promise<void> {
  const problems = await findReferenceProblems(open, rows);
  const index = problems.findIndex((one) => one !== undefined);
  const problem = problems[index];
  if (problem === undefined) return;
  const { code, message, details } = problem;
  throw rows.length === 1 ? problem : new ServiceError(code, message, { details: { index, ...details } });
}

/** The problem with each row's references, if any. It does not tell hidden targets from missing ones. */
export async function findReferenceProblems(
  open: OpenTable,
  rows: readonly Values[],
): Promise<readonly (ServiceError | undefined)[]> {
  const fields = rows.map((): Record<string, string> => ({}));
  for (const column of guardedColumns(open)) {
    const ids = new Set(rows.flatMap((row) => idsIn(row, column)));
    if (ids.size === 0) continue;
    const visible = await findVisible(open, column, [...ids]);
    for (const [index, row] of rows.entries()) {
      const isDangling = idsIn(row, column).some((id) => !visible.has(id));
      const problem = fields[index];
      if (isDangling && problem !== undefined) problem[column.name] = `is not the id of an existing ${nounOf(column)}`;
    }
  }
  return fields.map((problem) => (Object.keys(problem).length === 0 ? undefined : validationFailed(problem)));
}

export interface ForeignFile {
  readonly column: Column;
  readonly id: string;
}

export async function findForeignFiles(open: OpenTable, row: Values): Promise<readonly ForeignFile[]> {
  const columns = guardedColumns(open).filter(({ type }) => type === 'file');
  const foreign: ForeignFile[] = [];
  for (const column of columns) {
    const ids = idsIn(row, column);
    if (ids.length === 0) continue;
    const visible = await findVisible(open, column, ids);
    for (const id of ids) if (!visible.has(id)) foreign.push({ column, id });
  }
  return foreign;
}

function nounOf({ type }: Column): 'file' | 'row' {
  return type === 'file' ? 'file' : 'row';
}

function idsIn(row: Values, column: Column): readonly string[] {
  const value = row.get(column);
  return typeof value === 'string' ? [value] : [];
}

function guardedColumns(open: OpenTable): readonly Column[] {
  return pointingColumns(open.table).filter((column) => {
    if (column.type === 'file') return open.context.files !== undefined;
    return targetScope(open, column)?.condition.kind !== 'always';
  });
}

async function findVisible(open: OpenTable, column: Column, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { context, target, catalogue } = open;
  if (column.type === 'file') {
    return (await context.files?.findVisible(target.project, target.caller, ids)) ?? new Set();
  }
  const scope = targetScope(open, column);
  if (scope === undefined) return new Set();
  const id = idColumn(scope.table);
  const read = compileList(context.database.dialect, {
    scope,
    filter: { kind: 'compare', column: id, op: 'in', values: ids },
    columns: [id],
    order: [],
    limit: ids.length,
    offset: 0,
    count: false,
  });
  const { json } = await context.database.list(target.project.store, read, catalogue.version);
  return new Set((JSON.parse(`[${json}]`) as readonly { readonly id: string }[]).map((row) => row.id));
}

function targetScope(open: OpenTable, { reference }: Column): Scope | undefined {
  const table = reference && open.catalogue.tables.get(reference.table);
  return table && findScope({ ...open, table }, 'read');
}

const found = new WeakMap<Table, readonly Column[]>();

function pointingColumns(table: Table): readonly Column[] {
  const known = found.get(table);
  if (known !== undefined) return known;
  const columns = table.columns.filter(({ type }) => type === 'file' || type === 'reference');
  found.set(table, columns);
  return columns;
}
