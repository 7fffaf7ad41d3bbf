import type { Database, StoreName, Value } from '../../../database/index.ts';
import type { Column, Table } from '../../../database/schema/index.ts';
import type { Catalogue, CompleteRow } from '../../tables/index.ts';

export interface KnownRows {
  readonly holders: ReadonlyMap<string, string>;
  readonly targets: ReadonlySet<string>;
}

export function keyOf({ name }: { readonly name: string }, value: Value): string {
  return `${name}\0${String(value)}`;
}

const ID = { name: 'id', physical: 'id', type: 'uuid' } as const;

export async function findKnown(
  at: { readonly database: Database; readonly store: StoreName },
  rows: readonly CompleteRow[],
  { catalogue, table }: { readonly catalogue: Catalogue; readonly table: Table },
): Promise<KnownRows> {
  const holders = new Map<string, string>();
  const targets = new Set<string>();
  for (const column of table.columns) {
    const values = valuesOf(rows, column);
    if (values.length === 0) continue;
    if (column.unique) {
      for (const row of await findRows(at, { table, column, values })) {
        holders.set(keyOf(column, row[column.name] as Value), String(row['id']));
      }
    }
    const target = catalogue.tables.get(column.reference?.table ?? '');
    const id = target?.columnByName.get('id');
    if (target === undefined || id === undefined) continue;
    for (const row of await findRows(at, { table: target, column: id, values })) {
      targets.add(keyOf(column, String(row['id'])));
    }
  }
  return { holders, targets };
}

function valuesOf(rows: readonly CompleteRow[], column: Column): (string | number | boolean)[] {
  if (!column.unique && column.reference === undefined) return [];
  const values = new Set<string | number | boolean>();
  for (const row of rows) {
    const value = row.values.get(column) ?? null;
    if (value !== null && typeof value !== 'object') values.add(value);
  }
  return [...values];
}

interface WantedValues {
  readonly table: Table;
  readonly column: Column;
  readonly values: readonly (string | number | boolean)[];
}

async function findRows(
  { database, store }: { readonly database: Database; readonly store: StoreName },
  { table, column, values }: WantedValues,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { dialect } = database;
  const among = dialect.inList(`_t."${column.physical}"`, 1, column.type);
  const rows = await database.query(store, {
    text: `SELECT ${dialect.rowJson(column.name === 'id' ? [ID] : [ID, column], '_t')} AS "json" FROM ${dialect.table(table.physical)} AS _t WHERE ${among}`,
    values: [dialect.listValue(values)],
  });
  return rows.map((row) => JSON.parse(String(row['json'])) as Readonly<Record<string, unknown>>);
}
