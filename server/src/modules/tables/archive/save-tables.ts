import type { Database, Row, Snapshot, Statement, TableDefinition } from '../../../database/index.ts';
import type { Table } from '../../../database/schema/index.ts';
import { exportRows } from '../../../database/sql/index.ts';
import { buildCatalogue, type StoredTable } from '../catalogue.ts';
import { presentTable } from '../present-table.ts';
import { readTables, tablesStatement } from '../tables-store.ts';

export interface SavedTable {
  readonly id: string;
  readonly name: string;
  readonly shown: object;
  readonly rows: Statement;
  readonly neededFiles: readonly string[];
}

export async function savedTables(
  { dialect }: Pick<Database, 'dialect'>,
  snapshot: Snapshot,
): Promise<readonly SavedTable[]> {
  const rows: Row[] = [];
  for await (const page of snapshot.rows(tablesStatement(dialect))) rows.push(...page);
  const { version, tables } = readTables(rows);
  const kept = tables.map(withoutPending);
  const definitions = new Map(kept.map(({ definition }) => [definition.id, definition]));
  const catalogue = buildCatalogue(version, kept);
  return [...catalogue.tables.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((table) => {
      const scope = { table, columns: table.columns, condition: { kind: 'always' } } as const;
      const { whole } = exportRows(dialect, { scope, order: [], format: { kind: 'json' } });
      return {
        id: table.id,
        name: table.name,
        shown: presentTable(withDeclaredIndexes(table, definitions.get(table.id))),
        rows: whole,
        neededFiles: table.columns.filter(({ type, required }) => type === 'file' && required).map(({ name }) => name),
      };
    });
}

/** An archive has no changes that are being prepared. */
function withoutPending({ definition, ...table }: StoredTable): StoredTable {
  const { pending: _, unbuilt: __, ...kept } = definition;
  return { ...table, definition: kept };
}

/** A restored table plans the indexes of unique columns and rules itself; in the archive they would become options of the columns. */
function withDeclaredIndexes(table: Table, definition: TableDefinition | undefined): Table {
  const declared = new Map(definition?.columns.map(({ name, indexed }) => [name, indexed]));
  const columns = table.columns.map((column) => ({ ...column, indexed: declared.get(column.name) ?? column.indexed }));
  return { ...table, columns };
}

/** Reads the only column of a `SavedTable.rows` row; its name differs between engines. */
export function jsonOf(row: Row): string {
  return String(Object.values(row)[0]);
}
