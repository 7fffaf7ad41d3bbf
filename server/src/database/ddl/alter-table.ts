import type { PlainStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { Bindings } from '../sql/bindings.ts';
import { addColumn, showColumnSteps } from './added-column.ts';
import { capturedTable, captureSteps, dropCaptureSteps, type TableDdl } from './capture.ts';
import type { ColumnDefinition, TableDefinition } from './definition.ts';
import { onDeleteOf } from './foreign-key.ts';
import type { Index } from './indexes.ts';
import { foreignKeyName, hiddenColumn, physicalColumn, physicalTable, quoted } from './names.ts';
import { rowConditions } from './row-conditions.ts';
import { createSearchSteps, dropSearchSteps } from './search-steps.ts';
import { step } from './step.ts';
import { columnText, createIndexStep, dropIndexStep, foreignKeyText, type TablesById } from './table-steps.ts';

export interface TableChange {
  readonly before: TableDefinition;
  readonly after: TableDefinition;
  readonly indexesBefore: readonly Index[];
  readonly indexesAfter: readonly Index[];
  readonly tables: TablesById;
  readonly keepsTriggers?: boolean | undefined;
  /** Present when the rows, and all values written since, were checked before the change. */
  readonly prepared?: PreparedParts | undefined;
}

/** Parts that exist already, though the definition does not show them. */
export interface PreparedParts {
  /** Keys of new columns, which exist under their hidden names. */
  readonly columns: ReadonlySet<string>;
  readonly indexes: ReadonlySet<string>;
}

/** Columns are matched by key. Rows are checked after the columns have changed; indexes and triggers come last. */
export function alterTableSteps(ddl: TableDdl, change: TableChange): PlainStep[] {
  const { dialect } = ddl;
  const { before, after, prepared, keepsTriggers = false } = change;
  const old = new Map(before.columns.map((column) => [column.key, column]));
  const { rebuilt, added, dropped } = indexChanges(dialect, change);
  const made = added.filter(({ name }) => prepared?.indexes.has(name) !== true);
  return [
    ...(keepsTriggers ? [] : dropTriggerSteps(dialect, before, after)),
    ...dropped.map((index) => dropIndexStep(dialect, index)),
    ...dropColumnSteps(dialect, change),
    ...renameTableSteps(dialect, change),
    ...renameColumnSteps(dialect, after, old),
    ...rebuilt.flatMap((column) => rebuildSteps(dialect, after, column, change.tables)),
    ...exchangedReferences(dialect, change).flatMap((exchanged) => exchangeReferenceSteps(dialect, change, exchanged)),
    ...addColumnSteps(dialect, change, old),
    ...checkSteps(dialect, change, added),
    ...made.map((index) => createIndexStep(dialect, after, index)),
    ...(keepsTriggers ? [] : createTriggerSteps(ddl, after, before)),
  ];
}

function dropTriggerSteps(dialect: Dialect, before: TableDefinition, after: TableDefinition): PlainStep[] {
  return [
    ...(before.watched ? dropCaptureSteps(dialect, capturedTable(before)) : []),
    ...dropSearchSteps(dialect, before, after),
  ];
}

function createTriggerSteps(ddl: TableDdl, after: TableDefinition, before: TableDefinition): PlainStep[] {
  return [
    ...createSearchSteps(ddl.dialect, after, before),
    ...(after.watched ? captureSteps(ddl, capturedTable(after)) : []),
  ];
}

interface IndexChanges {
  readonly rebuilt: readonly ColumnDefinition[];
  readonly added: readonly Index[];
  readonly dropped: readonly Index[];
}

export function indexChanges(
  { rewritesTables }: Dialect,
  { before, after, indexesBefore, indexesAfter }: TableChange,
): IndexChanges {
  const old = new Map(before.columns.map((column) => [column.key, column]));
  const rebuilt = rewritesTables ? after.columns.filter((column) => isRebuilt(old.get(column.key), column)) : [];
  const stays = (index: Index, others: readonly Index[]): boolean =>
    others.some(({ name }) => name === index.name) &&
    !rebuilt.some(({ key }) => index.columns.some((column) => column.key === key));
  return {
    rebuilt,
    added: indexesAfter.filter((index) => !stays(index, indexesBefore)),
    dropped: indexesBefore.filter((index) => !stays(index, indexesAfter)),
  };
}

type OldColumns = ReadonlyMap<string, ColumnDefinition>;

function isRebuilt(before: ColumnDefinition | undefined, after: ColumnDefinition): boolean {
  return before !== undefined && onDeleteOf(before) !== onDeleteOf(after);
}

function dropColumnSteps(dialect: Dialect, { before, after }: TableChange): PlainStep[] {
  const kept = new Set(after.columns.map((column) => column.key));
  const table = dialect.table(physicalTable(before));
  return before.columns
    .filter((column) => !kept.has(column.key))
    .map((column) => step(`ALTER TABLE ${table} DROP COLUMN ${quoted(physicalColumn(column))}`));
}

function renameTableSteps(dialect: Dialect, { before, after }: TableChange): PlainStep[] {
  const to = physicalTable(after);
  if (physicalTable(before) === to) return [];
  return [step(`ALTER TABLE ${dialect.table(physicalTable(before))} RENAME TO ${quoted(to)}`)];
}

/** Several renames use temporary names, so that columns may swap names. */
function renameColumnSteps(dialect: Dialect, after: TableDefinition, old: OldColumns): PlainStep[] {
  const table = dialect.table(physicalTable(after));
  const rename = (from: string, to: string): PlainStep =>
    step(`ALTER TABLE ${table} RENAME COLUMN ${quoted(from)} TO ${quoted(to)}`);
  const renamed = after.columns.flatMap((column) => {
    const from = physicalColumn(old.get(column.key) ?? column);
    const to = physicalColumn(column);
    return from === to ? [] : [{ from, to, between: hiddenColumn(column) }];
  });
  if (renamed.length === 1) return renamed.map(({ from, to }) => rename(from, to));
  return [
    ...renamed.map(({ from, between }) => rename(from, between)),
    ...renamed.map(({ between, to }) => rename(between, to)),
  ];
}

/** On some engines the action on delete is part of the column, so a new column replaces it and gets its values. */
function rebuildSteps(
  dialect: Dialect,
  table: TableDefinition,
  column: ColumnDefinition,
  tables: TablesById,
): PlainStep[] {
  const name = dialect.table(physicalTable(table));
  const current = quoted(physicalColumn(column));
  const next = quoted(hiddenColumn(column));
  const added = columnText(dialect, table, column, tables).replace(current, next);
  return [
    step(`ALTER TABLE ${name} ADD COLUMN ${added}`),
    step(`UPDATE ${name} SET ${next} = ${current} WHERE ${current} IS NOT NULL`),
    step(`ALTER TABLE ${name} DROP COLUMN ${current}`),
    step(`ALTER TABLE ${name} RENAME COLUMN ${next} TO ${current}`),
  ];
}

interface ExchangedReference {
  readonly column: ColumnDefinition;
  readonly dropped: string;
  readonly added: string;
}

/** Names of the foreign keys that replace others because their references do something else from now on. */
export function exchangedForeignKeys(
  dialect: Dialect,
  change: Pick<TableChange, 'before' | 'after'>,
): readonly string[] {
  return exchangedReferences(dialect, change).map(({ added }) => added);
}

function exchangedReferences(
  { rewritesTables }: Dialect,
  { before, after }: Pick<TableChange, 'before' | 'after'>,
): readonly ExchangedReference[] {
  if (rewritesTables) return [];
  const old = new Map(before.columns.map((column) => [column.key, column]));
  return after.columns.flatMap((column) => {
    const from = old.get(column.key);
    const [onDelete, next] = [from && onDeleteOf(from), onDeleteOf(column)];
    if (onDelete === undefined || next === undefined || !isRebuilt(from, column)) return [];
    const [dropped, added] = [onDelete, next].map((action) => foreignKeyName(before, column.key, action));
    return dropped === undefined || added === undefined ? [] : [{ column, dropped, added }];
  });
}

/** Existing rows fit the old key until this transaction commits, so the new one may be validated later. */
function exchangeReferenceSteps(
  dialect: Dialect,
  { after, tables }: TableChange,
  { column, dropped, added }: ExchangedReference,
): PlainStep[] {
  const alter = `ALTER TABLE ${dialect.table(physicalTable(after))}`;
  const of = `FOREIGN KEY (${quoted(physicalColumn(column))}) `;
  const key = foreignKeyText(dialect, after, column, { tables, of });
  const isLater = after.unbuilt?.includes(added) === true;
  return [
    step(`${alter} DROP CONSTRAINT ${quoted(dropped)}`),
    step(`${alter} ADD ${key}${isLater ? ' NOT VALID' : ''}`),
  ];
}

function addColumnSteps(dialect: Dialect, { after, tables, prepared }: TableChange, old: OldColumns): PlainStep[] {
  const added = after.columns.filter((column) => !old.has(column.key));
  return added.flatMap((column) =>
    prepared?.columns.has(column.key)
      ? showColumnSteps(dialect, after, column)
      : addColumn(dialect, { table: after, column, tables, name: physicalColumn(column) }),
  );
}

function checkSteps(dialect: Dialect, change: TableChange, added: readonly Index[]): PlainStep[] {
  const { before, after, prepared } = change;
  const names = new Map(after.columns.map((column) => [column.key, physicalColumn(column)]));
  return rowConditions({ before, after, added, physicalOf: (key) => names.get(key) ?? key })
    .filter(({ limit }) => prepared === undefined || limit === undefined)
    .map(({ name, where }) => {
      const into = new Bindings(dialect);
      const text = `SELECT 1 AS found FROM ${dialect.table(physicalTable(after))} WHERE ${where(into)} LIMIT 1`;
      return { kind: 'plain', statement: into.statement(text), atMost: 0, name };
    });
}
