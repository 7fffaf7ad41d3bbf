import type { IndexDefinition, TableDefinition } from '../../../database/index.ts';
import { COLUMN_TYPES, type Column } from '../../../database/schema/index.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import { indexNames } from '../plan-indexes.ts';
import { presentTable } from '../present-table.ts';

/** The tables in the form that `tablesInput` takes, without defaults. Equal tables give equal results. */
export function presentTables({ tables, stored }: Catalogue): Readonly<Record<string, object>> {
  // The service fills these tables, so no document needs to name them.
  const shown = [...tables.values()].filter(({ name, readOnly }) => readOnly !== true && name !== 'payments');
  const names = shown.map(({ name }) => name).sort();
  return Object.fromEntries(
    names.map((name) => {
      const table = tables.get(name);
      if (table === undefined) throw new Error(`table ${name} is not there`);
      const { rules } = presentTable(table) as { rules: object };
      const own = stored.get(table.id);
      const indexes = own?.definition.indexes.map((index) => presentIndex(own.definition, index)) ?? [];
      const options = ownOptions(own);
      const columns = table.columns.filter(({ system }) => !system).map((column) => presentColumn(column, options));
      return [name, { columns, ...(indexes.length === 0 ? {} : { indexes }), rules }];
    }),
  );
}

type Options = ReadonlyMap<string, { readonly indexed: boolean }>;

/** An index that only a rule needs is not an option of its column. */
function ownOptions(stored: StoredTable | undefined): Options {
  return new Map(stored?.definition.columns.map((column) => [column.name, column]));
}

function presentColumn(column: Column, own: Options): object {
  const { name, type, required, unique, hidden, readOnly, reference } = column;
  const isPointer = type === 'reference' || type === 'file';
  const indexed = own.get(name)?.indexed ?? column.indexed;
  return {
    name,
    type: COLUMN_TYPES.find((known) => known === type),
    ...(reference === undefined ? {} : { table: reference.table }),
    ...(reference === undefined || reference.onDelete === 'restrict' ? {} : { on_delete: reference.onDelete }),
    ...(required && { required }),
    ...(unique && { unique }),
    ...(indexed !== isPointer && { indexed }),
    ...(hidden && { hidden }),
    ...(readOnly && { read_only: true }),
    ...(column.searchable === true && { searchable: true }),
    ...(column.enum === undefined ? {} : { enum: column.enum }),
    ...(column.default === undefined ? {} : { default: column.default }),
  };
}

/** Also an index that is being built: a document without it would drop it. */
function presentIndex(table: TableDefinition, index: IndexDefinition): object {
  const columns = indexNames(table, index);
  return index.unique ? { columns, unique: true } : { columns };
}
