import { COLUMN_TYPES, type Column } from '../../../database/schema/table.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import { presentTable } from '../present-table.ts';

/** The tables in the form that `tablesInput` takes, without defaults. Equal tables give equal results. */
export function presentTables({ tables, stored }: Catalogue): Readonly<Record<string, object>> {
  // The service fills these tables, so no document needs to name them.
  const own = [...tables.values()].filter(({ name, readOnly }) => readOnly !== true && name !== 'payments');
  const names = own.map(({ name }) => name).sort();
  return Object.fromEntries(
    names.map((name) => {
      const table = tables.get(name);
      if (table === undefined) throw new Error(`table ${name} is not there`);
      const { indexes, rules } = presentTable(table) as { indexes: readonly object[]; rules: object };
      const options = ownOptions(stored.get(table.id));
      const columns = table.columns.filter(({ system }) => !system).map((column) => presentColumn(column, options));
      return [name, { columns, ...(indexes.length === 0 ? {} : { indexes: indexes.map(shortIndex) }), rules }];
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

function shortIndex(index: object): object {
  const { columns, unique } = index as { columns: readonly string[]; unique: boolean };
  return unique ? { columns, unique } : { columns };
}
