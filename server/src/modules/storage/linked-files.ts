import { and, type Condition, or } from '../../database/filter/index.ts';
import type { Column, Table } from '../../database/schema/index.ts';
import { type Catalogue, scope } from '../tables/index.ts';
import { fileColumn } from './files-table.ts';
import type { StorageContext, Target } from './storage-context.ts';

export const LINKED: Condition = { kind: 'compare', column: fileColumn('visibility'), op: 'eq', values: ['linked'] };
/** Terms of one OR: engines limit the depth of an expression. */
const TERMS_MAX = 50;

/** Rows that the caller may read show their files. The reading statement checks it, so access ends at once. */
export function linkedFiles(
  { clock }: Pick<StorageContext, 'clock'>,
  { caller }: Pick<Target, 'caller'>,
  catalogue: Catalogue,
): Condition {
  const named = tablesWithFiles(catalogue).flatMap(({ table, columns }) => {
    const decision = scope(table, 'read', caller, clock.now());
    if (!decision.allowed) return [];
    const { condition, columns: visible } = decision.scope;
    return columns.filter((column) => visible.includes(column)).map((column) => isNamedIn(table, column, condition));
  });
  return and(LINKED, anyOf(named));
}

function isNamedIn(table: Table, column: Column, readable: Condition): Condition {
  const names: Condition = { kind: 'compare_row', column, rowColumn: fileColumn('id'), op: 'eq' };
  const where = and(names, readable);
  return where.kind === 'never' ? where : { kind: 'exists', table, where };
}

function anyOf(terms: readonly Condition[]): Condition {
  if (terms.length <= TERMS_MAX) return or(...terms);
  const groups: Condition[] = [];
  for (let at = 0; at < terms.length; at += TERMS_MAX) groups.push(or(...terms.slice(at, at + TERMS_MAX)));
  return anyOf(groups);
}

interface TableWithFiles {
  readonly table: Table;
  readonly columns: readonly Column[];
}

const found = new WeakMap<Catalogue, readonly TableWithFiles[]>();

function tablesWithFiles(catalogue: Catalogue): readonly TableWithFiles[] {
  const known = found.get(catalogue);
  if (known !== undefined) return known;
  const tables = [...catalogue.tables.values()]
    .map((table) => ({ table, columns: table.columns.filter(({ type }) => type === 'file') }))
    .filter(({ columns }) => columns.length > 0);
  found.set(catalogue, tables);
  return tables;
}
