import type { PlainStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { defaultValue, indexedBytesMax } from '../schema/index.ts';
import { capturedTable, captureSteps, dropCaptureSteps, type TableDdl } from './capture.ts';
import { columnOf } from './column.ts';
import type { ColumnDefinition, TableDefinition } from './definition.ts';
import { onDeleteOf } from './foreign-key.ts';
import type { Index } from './indexes.ts';
import { physicalColumn, physicalTable, quoted } from './names.ts';
import { createSearchSteps, dropSearchSteps } from './search-steps.ts';
import { step } from './step.ts';
import { columnText, createIndexStep, dropIndexStep, fillDefaultSteps, type TablesById } from './table-steps.ts';

export interface TableChange {
  readonly before: TableDefinition;
  readonly after: TableDefinition;
  readonly indexesBefore: readonly Index[];
  readonly indexesAfter: readonly Index[];
  readonly tables: TablesById;
}

/**
 * The statements that turn one definition into another; columns are matched by key. First they drop what could be in
 * the way (triggers, indexes), then drop, rename and add columns, then check rows, and last create the indexes and
 * triggers of the final table.
 */
export function alterTableSteps(ddl: TableDdl, change: TableChange): PlainStep[] {
  const { dialect } = ddl;
  const { before, after, indexesBefore, indexesAfter } = change;
  const old = new Map(before.columns.map((column) => [column.key, column]));
  const rebuilt = after.columns.filter((column) => isRebuilt(old.get(column.key), column));
  const stays = (index: Index, others: readonly Index[]): boolean =>
    others.some(({ name }) => name === index.name) &&
    !rebuilt.some(({ key }) => index.columns.some((column) => column.key === key));
  const added = indexesAfter.filter((index) => !stays(index, indexesBefore));
  return [
    ...(before.watched ? dropCaptureSteps(dialect, capturedTable(before)) : []),
    ...dropSearchSteps(dialect, before, after),
    ...indexesBefore.filter((index) => !stays(index, indexesAfter)).map((index) => dropIndexStep(dialect, index)),
    ...dropColumnSteps(dialect, change),
    ...renameTableSteps(dialect, change),
    ...renameColumnSteps(dialect, after, old),
    ...rebuilt.flatMap((column) => rebuildSteps(dialect, after, column, change.tables)),
    ...addColumnSteps(dialect, change, old),
    ...checkSteps(dialect, after, old),
    ...added.flatMap((index) => lengthSteps(dialect, after, index)),
    ...added.map((index) => createIndexStep(dialect, after, index)),
    ...createSearchSteps(dialect, after, before),
    ...(after.watched ? captureSteps(ddl, capturedTable(after)) : []),
  ];
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

/** Several renames go through temporary names, so that columns may swap names. */
function renameColumnSteps(dialect: Dialect, after: TableDefinition, old: OldColumns): PlainStep[] {
  const table = dialect.table(physicalTable(after));
  const rename = (from: string, to: string): PlainStep =>
    step(`ALTER TABLE ${table} RENAME COLUMN ${quoted(from)} TO ${quoted(to)}`);
  const renamed = after.columns.flatMap((column) => {
    const from = physicalColumn(old.get(column.key) ?? column);
    const to = physicalColumn(column);
    return from === to ? [] : [{ from, to, between: temporary(column) }];
  });
  if (renamed.length === 1) return renamed.map(({ from, to }) => rename(from, to));
  return [
    ...renamed.map(({ from, between }) => rename(from, between)),
    ...renamed.map(({ between, to }) => rename(between, to)),
  ];
}

function temporary(column: ColumnDefinition): string {
  return `_renamed_${column.key}`;
}

/** On some engines the action on delete is part of the column, so the column is replaced by a new one and filled. */
function rebuildSteps(
  dialect: Dialect,
  table: TableDefinition,
  column: ColumnDefinition,
  tables: TablesById,
): PlainStep[] {
  const name = dialect.table(physicalTable(table));
  const current = quoted(physicalColumn(column));
  const next = quoted(temporary(column));
  const added = columnText(dialect, table, column, tables).replace(current, next);
  return [
    step(`ALTER TABLE ${name} ADD COLUMN ${added}`),
    step(`UPDATE ${name} SET ${next} = ${current} WHERE ${current} IS NOT NULL`),
    step(`ALTER TABLE ${name} DROP COLUMN ${current}`),
    step(`ALTER TABLE ${name} RENAME COLUMN ${next} TO ${current}`),
  ];
}

function addColumnSteps(dialect: Dialect, { after, tables }: TableChange, old: OldColumns): PlainStep[] {
  const table = dialect.table(physicalTable(after));
  return after.columns
    .filter((column) => !old.has(column.key))
    .flatMap((column) => {
      const text = columnText(dialect, after, column, tables);
      const value = defaultValue(columnOf(column));
      if (value !== null && dialect.addFilledColumn !== undefined) {
        const name = quoted(physicalColumn(column));
        const [bind, ...others] = dialect.addFilledColumn({ table, column: text, name, type: column.type });
        return [step(bind, [value]), ...others.map((each) => step(each))];
      }
      return [step(`ALTER TABLE ${table} ADD COLUMN ${text}`), ...fillDefaultSteps(dialect, after, column)];
    });
}

/** The steps fail, by name, when existing rows do not fit a column's new options. */
function checkSteps(dialect: Dialect, after: TableDefinition, old: OldColumns): PlainStep[] {
  const table = dialect.table(physicalTable(after));
  const checks: PlainStep[] = [];
  for (const column of after.columns) {
    const from = old.get(column.key);
    const name = quoted(physicalColumn(column));
    const find = (where: string): string => `SELECT 1 AS found FROM ${table} WHERE ${where} LIMIT 1`;
    const isFilled = from === undefined && defaultValue(columnOf(column)) !== null;
    if (column.required && !from?.required && !isFilled) {
      checks.push({ ...step(find(`${name} IS NULL`)), atMost: 0, name: `required:${column.name}` });
    }
    if (from !== undefined && column.enum !== undefined && !includesAll(column.enum, from.enum)) {
      const text = find(`${name} IS NOT NULL AND NOT (${dialect.inList(name, 1, 'text')})`);
      checks.push({ ...step(text, [dialect.listValue(column.enum)]), atMost: 0, name: `enum:${column.name}` });
    }
  }
  return checks;
}

/** The steps fail, by name, when a text is too long for the new index. */
function lengthSteps(dialect: Dialect, after: TableDefinition, { columns }: Index): PlainStep[] {
  const texts = columns.filter(({ type }) => type === 'text');
  return texts.map(({ name, physical }) => {
    const where = `octet_length(${quoted(physical)}) > ${indexedBytesMax(texts.length)}`;
    const text = `SELECT 1 AS found FROM ${dialect.table(physicalTable(after))} WHERE ${where} LIMIT 1`;
    return { ...step(text), atMost: 0, name: `length:${name}` };
  });
}

function includesAll(wider: readonly string[], narrower: readonly string[] | undefined): boolean {
  const values = new Set(wider);
  return narrower?.every((value) => values.has(value)) ?? false;
}
