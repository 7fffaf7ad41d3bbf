import type {
  Database,
  Dialect,
  PlainStep,
  Row,
  Statement,
  StoreName,
  TableDefinition,
  Value,
} from '../../database/index.ts';
import type { StoredTable } from './catalogue.ts';
import type { StoredRules } from './rules.ts';

/** Name of the step that fails when another change of the project's tables came first. */
export const VERSION_STEP = 'schema_version';

/** Definitions stored by earlier versions lack members that were added later. */
type StoredDefinition = Pick<TableDefinition, 'columns' | 'watched' | 'search' | 'readOnly' | 'pending' | 'unbuilt'> &
  Partial<Pick<TableDefinition, 'indexes' | 'indexesByTime' | 'idsByTime'>>;

export interface LoadedTables {
  readonly version: number;
  readonly tables: readonly StoredTable[];
}

/** Reads the version and the tables in one statement, so that no change comes between them. */
export async function loadTables(database: Database, store: StoreName): Promise<LoadedTables> {
  return readTables(await database.query(store, tablesStatement(database.dialect)));
}

export function tablesStatement(dialect: Dialect): Statement {
  return {
    text: `SELECT m.value AS schema_version, t.id, t.name, t.definition, t.rules, t.version, t.created_at, t.updated_at
      FROM ${dialect.table('_meta')} m LEFT JOIN ${dialect.table('_tables')} t ON t.id = t.id
      WHERE m.name = 'schema_version' ORDER BY t.name`,
    values: [],
  };
}

export function readTables(rows: readonly Row[]): LoadedTables {
  return {
    version: Number(rows[0]?.['schema_version'] ?? 0),
    tables: rows.filter((row) => row['id'] !== null).map(readTable),
  };
}

function readTable(row: Row): StoredTable {
  const stored = JSON.parse(String(row['definition'])) as StoredDefinition;
  return {
    definition: {
      id: String(row['id']),
      name: String(row['name']),
      ...storedMembers({ indexes: [], indexesByTime: false, idsByTime: false, ...stored }),
    },
    rules: JSON.parse(String(row['rules'])) as StoredRules,
    version: Number(row['version']),
    createdAt: String(row['created_at']),
    updatedAt: String(row['updated_at']),
  };
}

export function nextVersionStep(dialect: Dialect, version: number): PlainStep {
  const text = `UPDATE ${dialect.table('_meta')} SET value = ${dialect.placeholder(1)} WHERE name = 'schema_version' AND value = ${dialect.placeholder(2)}`;
  return { ...plain(text, [version + 1, version]), atLeast: 1, name: VERSION_STEP };
}

export function insertTableSteps(dialect: Dialect, table: StoredTable): PlainStep[] {
  const { definition, rules, version, createdAt, updatedAt } = table;
  const places = [1, 2, 3, 4, 5, 6, 7].map((place) => dialect.placeholder(place)).join(', ');
  return [
    plain(
      `INSERT INTO ${dialect.table('_tables')} (id, name, definition, rules, version, created_at, updated_at) VALUES (${places})`,
      [definition.id, definition.name, text(definition), JSON.stringify(rules), version, createdAt, updatedAt],
    ),
    plain(
      `INSERT INTO ${dialect.table('_table_stats')} (table_id, table_rows, version) VALUES (${dialect.placeholder(1)}, 0, 1)`,
      [definition.id],
    ),
  ];
}

/** The engine discards counts of columns that may have changed, because the catalogue's version changes. */
export function updateTableSteps(dialect: Dialect, table: StoredTable): PlainStep[] {
  const { definition, rules, version, updatedAt } = table;
  const place = (index: number): string => dialect.placeholder(index);
  return [
    plain(
      `UPDATE ${dialect.table('_tables')} SET name = ${place(1)}, definition = ${place(2)}, rules = ${place(3)}, version = ${place(4)}, updated_at = ${place(5)} WHERE id = ${place(6)}`,
      [definition.name, text(definition), JSON.stringify(rules), version, updatedAt, definition.id],
    ),
  ];
}

export function deleteTableSteps(dialect: Dialect, id: string): PlainStep[] {
  const place = dialect.placeholder(1);
  return [
    plain(`DELETE FROM ${dialect.table('_tables')} WHERE id = ${place}`, [id]),
    plain(`DELETE FROM ${dialect.table('_table_stats')} WHERE table_id = ${place}`, [id]),
  ];
}

function text(definition: TableDefinition): string {
  return JSON.stringify(storedMembers(definition) satisfies StoredDefinition);
}

function storedMembers(definition: Omit<TableDefinition, 'id' | 'name'>): Omit<TableDefinition, 'id' | 'name'> {
  const { columns, indexes, indexesByTime, idsByTime, watched, search, readOnly, pending, unbuilt } = definition;
  return {
    columns,
    indexes,
    indexesByTime,
    idsByTime,
    watched,
    ...(search !== undefined && { search }),
    ...(readOnly === true && { readOnly }),
    ...(pending !== undefined && { pending }),
    ...(unbuilt !== undefined && { unbuilt }),
  };
}

function plain(statement: string, values: readonly Value[]): PlainStep {
  return { kind: 'plain', statement: { text: statement, values } };
}
