import type { Project } from '../../../callers/index.ts';
import type { TableDefinition } from '../../../database/index.ts';
import { type AlterOutcome, alterLater } from '../alter-table.ts';
import type { Author } from '../author.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import { requireTable } from '../change-tables.ts';
import { SMALL_ROWS } from '../changes/plan-change.ts';
import { countRows } from '../list-tables.ts';
import type { AlterTableInput } from '../plan-alter.ts';
import type { TablesContext } from '../tables-context.ts';
import type { TableTarget } from './target-tables.ts';

interface UniqueIndexes {
  readonly project: Project;
  readonly author: Author;
  readonly catalogue: Catalogue;
  readonly targets: readonly TableTarget[];
}

/**
 * Begins to build the unique indexes that the first large table lacks, where the engine builds beside writes, and waits
 * for about two seconds. They come before the rest of the schema, so equal rows refuse all of it. Undefined when no
 * table needs this. Throws the refusal of the rows.
 */
export async function buildUniqueIndexes(
  context: TablesContext,
  { project, author, catalogue, targets }: UniqueIndexes,
): Promise<AlterOutcome | undefined> {
  if (context.database.indexBuilder === undefined) return undefined;
  for (const { before, after } of targets) {
    if (before === undefined || after === undefined || before.definition.pending !== undefined) continue;
    const input = uniqueInput(before, after);
    if (Object.keys(input).length === 0) continue;
    const { name } = before.definition;
    const rows = (await countRows(context, project, requireTable(catalogue, name), catalogue.version)) ?? 0;
    if (rows > SMALL_ROWS) return await alterLater(context, { project, name }, { author, input, rows });
  }
  return undefined;
}

/** The unique indexes over columns that the table has: new columns get theirs with the rest of the schema. */
function uniqueInput({ definition: before }: StoredTable, { definition: after }: StoredTable): AlterTableInput {
  const old = new Map(before.columns.map((column) => [column.key, column]));
  const created = new Set(after.columns.map(({ key }) => key).filter((key) => !old.has(key)));
  const columns = after.columns.filter(({ key, unique }) => unique && old.get(key)?.unique === false);
  const indexes = after.indexes.filter(
    ({ unique, columns: keys }) => unique && !keys.some((key) => created.has(key)) && !isIn(before, keys),
  );
  // Names of columns before they are renamed; system columns have their own name as key.
  const nameOf = (key: string): string => old.get(key)?.name ?? key;
  return {
    ...(columns.length > 0 && { change_columns: columns.map(({ key }) => ({ name: nameOf(key), unique: true })) }),
    ...(indexes.length > 0 && {
      add_indexes: indexes.map(({ columns: keys }) => ({ columns: keys.map(nameOf), unique: true })),
    }),
  };
}

function isIn({ indexes }: TableDefinition, keys: readonly string[]): boolean {
  return indexes.some(({ unique, columns }) => unique && columns.join() === keys.join());
}
