import type { Project } from '../../../callers/index.ts';
import type { ColumnDefinition, TableDefinition } from '../../../database/index.ts';
import { losesWords } from '../../../database/index.ts';
import { type AlterOutcome, alterLater } from '../alter-table.ts';
import type { Author } from '../author.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import { requireTable } from '../change-tables.ts';
import { rowsOfLarge } from '../list-tables.ts';
import type { AlterTableInput } from '../plan-alter.ts';
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
  const buildsAside = context.database.indexBuilder !== undefined;
  for (const { before, after } of targets) {
    if (before === undefined || after === undefined || before.definition.pending !== undefined) continue;
    const input = preparedInput(before, after, buildsAside);
    if (Object.keys(input).length === 0) continue;
    const { name } = before.definition;
    const rows = await rowsOfLarge(context, project, requireTable(catalogue, name), catalogue.version);
    if (rows !== undefined) return await alterLater(context, { project, name }, { author, input, rows });
  }
  return undefined;
}

/** Only columns that the table has: new ones come with the rest of the schema. */
function preparedInput(
  { definition: before }: StoredTable,
  { definition: after }: StoredTable,
  buildsAside: boolean,
): AlterTableInput {
  const old = new Map(before.columns.map((column) => [column.key, column]));
  const created = new Set(after.columns.map(({ key }) => key).filter((key) => !old.has(key)));
  const columns = after.columns.flatMap((column) => {
    const from = old.get(column.key);
    const options = from === undefined ? {} : preparedOptions(from, column, buildsAside);
    return from === undefined || Object.keys(options).length === 0 ? [] : [{ name: from.name, ...options }];
  });
  const indexes = buildsAside
    ? after.indexes.filter(
        ({ unique, columns: keys }) => unique && !keys.some((key) => created.has(key)) && !isIn(before, keys),
      )
    : [];
  // Names of columns before they are renamed; system columns have their own name as key.
  const nameOf = (key: string): string => old.get(key)?.name ?? key;
  return {
    ...(columns.length > 0 && { change_columns: columns }),
    ...(indexes.length > 0 && {
      add_indexes: indexes.map(({ columns: keys }) => ({ columns: keys.map(nameOf), unique: true })),
    }),
  };
}

/** A default comes along because it fills a required column, and with it the words, of which it has to be one. */
function preparedOptions(before: ColumnDefinition, after: ColumnDefinition, buildsAside: boolean): ColumnOptions {
  // A reference decides by what it does on delete whether its column may be null, and that changes with the rest.
  const isRequired = after.required && !before.required && after.type !== 'file' && after.type !== 'reference';
  const isNarrower = after.enum !== undefined && losesWords(before.enum, after.enum);
  const hasOtherWords = JSON.stringify(before.enum) !== JSON.stringify(after.enum);
  const words = hasOtherWords && { enum: after.enum === undefined ? null : [...after.enum] };
  return {
    ...(buildsAside && after.unique && !before.unique && { unique: true }),
    ...(isRequired && { required: true }),
    ...((isRequired || isNarrower) && { ...words, default: after.default ?? null }),
  };
}

function isIn({ indexes }: TableDefinition, keys: readonly string[]): boolean {
  return indexes.some(({ unique, columns }) => unique && columns.join() === keys.join());
}
