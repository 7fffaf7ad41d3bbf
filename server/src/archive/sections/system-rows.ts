import type { Database, Row, Statement, StoreName } from '../../database/index.ts';
import { bodyValue, FieldProblem, type Table } from '../../database/schema/index.ts';
import { exportRows, insertRows, type NewRow } from '../../database/sql/index.ts';
import { type ArchiveRecord, UnfitRecord } from '../format/index.ts';
import { storingRecords } from './storing-records.ts';

export function systemRows({ dialect }: Pick<Database, 'dialect'>, table: Table): Statement {
  const scope = { table, columns: table.columns, condition: { kind: 'always' } } as const;
  return exportRows(dialect, { scope, order: [], format: { kind: 'json' } }).whole;
}

export function jsonOf(row: Row): string {
  return String(Object.values(row)[0]);
}

/** Inserts records of a system table; missing columns become null. Throws `UnfitRecord`. */
export async function loadSystemRows(
  database: Database,
  store: StoreName,
  { table, records }: { readonly table: Table; readonly records: readonly ArchiveRecord[] },
): Promise<void> {
  const rows = records.map((record) => rowOf(table, record));
  const step = insertRows(database.dialect, { table, rows, check: { kind: 'always' }, shown: undefined });
  await storingRecords(() => database.load(store, [step]));
}

function rowOf(table: Table, record: ArchiveRecord): NewRow {
  for (const name of Object.keys(record)) {
    if (!table.columnByName.has(name)) throw new UnfitRecord(`${table.name} have no ${name.slice(0, 80)}.`);
  }
  return new Map(
    table.columns.map((column) => {
      try {
        return [column, bodyValue(column, record[column.name] ?? null)];
      } catch (error) {
        throw error instanceof FieldProblem
          ? new UnfitRecord(`${table.name}: ${column.name} ${error.message}.`)
          : error;
      }
    }),
  );
}
