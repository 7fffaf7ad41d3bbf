import type { Project } from '../../../callers/index.ts';
import type { ColumnDefinition, TableDefinition } from '../../../database/index.ts';
import { losesWords } from '../../../database/index.ts';
import { type AlterOutcome, alterLater } from '../alter-table.ts';
import type { Author } from '../author.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import { requireTable } from '../change-tables.ts';
import { rowsOfLarge } from '../list-tables.ts';
import type { AlterTableInput } from '../plan-alter.ts';
import type { ColumnInput } from '../read-column.ts';
import { COLUMNS_MAX, INDEXES_MAX } from '../table-schemas.ts';
import type { TablesContext } from '../tables-context.ts';
import type { TableTarget } from './target-tables.ts';

interface PlannedTables {
  readonly project: Project;
  readonly author: Author;
  readonly catalogue: Catalogue;
  readonly targets: readonly TableTarget[];
}

type ColumnOptions = Omit<NonNullable<AlterTableInput['change_columns']>[number], 'name'>;

/** Undefined when no table needs it. Comes first: rows that do not fit throw and refuse the whole schema. */
export async function prepareLargeTables(
  context: TablesContext,
  { project, author, catalogue, targets }: PlannedTables,
): Promise<AlterOutcome | undefined> {
  for (const { before, after } of targets) {
    if (before === undefined || after === undefined || before.definition.pending !== undefined) continue;
    const input = preparedInput(before, after, catalogue);
    if (Object.keys(input).length === 0) continue;
    const { name } = before.definition;
    const rows = await rowsOfLarge(context, project, requireTable(catalogue, name), catalogue.version);
    if (rows !== undefined) return await alterLater(context, { project, name }, { author, input, rows });
  }
  return undefined;
}

/** New columns come with the rest of the schema, unless their values are unique. */
function preparedInput(
  { definition: before }: StoredTable,
  { definition: after }: StoredTable,
  catalogue: Catalogue,
): AlterTableInput {
  const old = new Map(before.columns.map((column) => [column.key, column]));
  const added = new Map(uniqueColumns(before, after, catalogue).map((column) => [column.key, column]));
  const created = new Set(after.columns.map(({ key }) => key).filter((key) => !old.has(key) && !added.has(key)));
  const columns = after.columns.flatMap((column) => {
    const from = old.get(column.key);
    const options = from === undefined ? {} : preparedOptions(from, column);
    return from === undefined || Object.keys(options).length === 0 ? [] : [{ name: from.name, ...options }];
  });
  const indexes = after.indexes.filter(
    ({ unique, columns: keys }) => unique && !keys.some((key) => created.has(key)) && !isIn(before, keys),
  );
  const replaced = before.indexes.filter(
    ({ unique, columns: keys }) => !unique && indexes.some((index) => index.columns.join() === keys.join()),
  );
  // A document that also drops things may exceed the limits only until then, so all of it is one change.
  if (before.columns.length + added.size > COLUMNS_MAX) return {};
  if (before.indexes.length - replaced.length + indexes.length > INDEXES_MAX) return {};
  // Names of columns before they are renamed; system columns have their own name as key.
  const nameOf = (key: string): string => (old.get(key) ?? added.get(key))?.name ?? key;
  return {
    ...(added.size > 0 && { add_columns: [...added.values()].map((column) => describeColumn(column, catalogue)) }),
    ...(columns.length > 0 && { change_columns: columns }),
    ...(replaced.length > 0 && { drop_indexes: replaced.map(({ columns: keys }) => keys.map(nameOf)) }),
    ...(indexes.length > 0 && {
      add_indexes: indexes.map(({ columns: keys }) => ({ columns: keys.map(nameOf), unique: true })),
    }),
  };
}

/** New columns of unique indexes, except those that need the rest first: another table, or the name of another column. */
function uniqueColumns(
  before: TableDefinition,
  after: TableDefinition,
  { stored }: Catalogue,
): readonly ColumnDefinition[] {
  const old = new Set(before.columns.map(({ key }) => key));
  const taken = new Set(before.columns.map(({ name }) => name));
  const indexed = new Set(after.indexes.flatMap(({ unique, columns }) => (unique ? columns : [])));
  return after.columns.filter(
    ({ key, name, unique, reference }) =>
      (unique || indexed.has(key)) &&
      !old.has(key) &&
      !taken.has(name) &&
      (reference === undefined || stored.has(reference.tableId)),
  );
}

function describeColumn(column: ColumnDefinition, { stored }: Catalogue): ColumnInput {
  const { name, type, required, unique, indexed, hidden, readOnly, searchable, reference } = column;
  const target = reference && stored.get(reference.tableId)?.definition.name;
  return {
    name,
    type,
    required,
    unique,
    indexed,
    hidden,
    read_only: readOnly,
    ...(searchable === true && { searchable }),
    ...(column.enum !== undefined && { enum: [...column.enum] }),
    ...(column.default !== undefined && { default: column.default }),
    ...(reference !== undefined && target !== undefined && { table: target, on_delete: reference.onDelete }),
  };
}

/** A default comes along because it fills a required column, and with it the words, of which it has to be one. */
function preparedOptions(before: ColumnDefinition, after: ColumnDefinition): ColumnOptions {
  // A reference decides by what it does on delete whether its column may be null, and that changes with the rest.
  const isRequired = after.required && !before.required && after.type !== 'file' && after.type !== 'reference';
  const isNarrower = after.enum !== undefined && losesWords(before.enum, after.enum);
  const hasOtherWords = JSON.stringify(before.enum) !== JSON.stringify(after.enum);
  const words = hasOtherWords && { enum: after.enum === undefined ? null : [...after.enum] };
  return {
    ...(after.unique && !before.unique && { unique: true }),
    ...(isRequired && { required: true }),
    ...((isRequired || isNarrower) && { ...words, default: after.default ?? null }),
  };
}

function isIn({ indexes }: TableDefinition, keys: readonly string[]): boolean {
  return indexes.some(({ unique, columns }) => unique && columns.join() === keys.join());
}
