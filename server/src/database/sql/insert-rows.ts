import { settlingId } from '../counts/settling.ts';
import type { InsertBatching, RowStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Statement, Value } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { insertReturning, type ReturnedColumns, type ReturnedNewRows, tableEffect } from './change-rows.ts';
import { ROW } from './names.ts';
import { newRowJson } from './new-row-json.ts';
import { looksInto, showAfter } from './own-lookups.ts';
import { idColumn } from './scope.ts';
import { testCondition } from './test-condition.ts';
import { type KeptWords, keptWords, wordValues } from './word-columns.ts';

export type NewRow = ReadonlyMap<Column, Value>;

export interface RowsInsert {
  readonly table: Table;
  readonly rows: readonly NewRow[];
  readonly check: Condition;
  readonly shown: ReturnedColumns;
  readonly shownWhen?: Condition | undefined;
  /** Uses a statement for each row, so that a failure tells which row it was. */
  readonly isOneByOne?: boolean | undefined;
  /** The rows are the only write of their transaction, so a failure undoes all of it. */
  readonly isAlone?: boolean | undefined;
}

/** Values of one statement: engines keep prepared statements, and each placeholder takes memory there. */
const VALUES_MAX = 2_500;

interface InsertShape {
  readonly text: string;
  readonly bound: readonly Value[];
}

/** In the given order, unless only the database can tell which rows the caller may see. */
export function insertRows(dialect: Dialect, insert: RowsInsert): RowStep {
  const { table, rows, check, shown, shownWhen, isOneByOne, isAlone } = insert;
  const known = shown === undefined || !isAlways(shownWhen) ? undefined : rows.map((row) => newRowJson(shown, row));
  const shownAfter = showAfter(dialect, insert);
  const isCheckedBefore = looksInto(check, table);
  const asked: AskedInsert = {
    table,
    rows,
    check: isCheckedBefore ? ALWAYS : check,
    ...(known === undefined && shownAfter === undefined ? { shown, shownWhen } : { shown: undefined }),
    isIdKnown: shownAfter === undefined,
  };
  const sizes = isAlone === true ? dialect.aloneSizes : dialect.insertSizes;
  const isFree =
    rows.length === 1 && asked.shown === undefined && asked.isIdKnown && isAlways(check) && !pointsAtItself(table);
  return {
    kind: 'rows',
    action: 'insert',
    table: tableEffect(table),
    ...(isCheckedBefore && {
      checks: rows.map((values, row) => ({ statement: testCondition(dialect, table, check, values), row })),
    }),
    statements: statementsOf(dialect, asked, isOneByOne === true ? ONE : sizesOf(dialect, sizes, table)),
    shownAfter,
    onNoMatch: 'nothing',
    firstId: firstIdOf(table, rows),
    knownRows: known,
    batching: isFree ? batchingOf(dialect, table) : undefined,
  };
}

function firstIdOf(table: Table, rows: readonly NewRow[]): string | undefined {
  const column = idColumn(table);
  let first: string | undefined;
  for (const row of rows) {
    const value = row.get(column);
    const id = typeof value === 'string' ? settlingId(value) : undefined;
    if (id === undefined) return undefined;
    if (first === undefined || id < first) first = id;
  }
  return first;
}

type AskedInsert = Omit<RowsInsert, 'isOneByOne' | 'isAlone'> & Pick<ReturnedNewRows, 'isIdKnown'>;

const ONE = [1];

function statementsOf(dialect: Dialect, insert: AskedInsert, sizes: readonly number[]): Statement[] {
  const { table, rows } = insert;
  const statements: Statement[] = [];
  let shape: InsertShape | undefined;
  let shapeSize = 0;
  for (let at = 0; at < rows.length; at += shapeSize) {
    const size = sizes.find((fit) => fit <= rows.length - at) ?? 1;
    if (shape === undefined || size !== shapeSize) shape = shapeOf(dialect, insert, size);
    shapeSize = size;
    const values = valuesOf(dialect, table, rows.slice(at, at + size));
    for (const value of shape.bound) values.push(value);
    statements.push({ text: shape.text, values });
  }
  return statements;
}

function sizesOf(dialect: Dialect, sizes: readonly number[], table: Table): readonly number[] {
  if (pointsAtItself(table)) return ONE;
  return sizes.filter((size) => size <= VALUES_MAX / valuesPerRow(dialect, table));
}

/** References are checked at the end of a statement, so a row could reference a later one of the same statement. */
function pointsAtItself({ name, columns }: Table): boolean {
  return columns.some(({ reference }) => reference?.table === name);
}

function valuesOf(dialect: Dialect, table: Table, rows: readonly NewRow[]): Value[] {
  const values: Value[] = [];
  const words = keptWords(dialect, table);
  for (const row of rows) {
    for (const column of table.columns) values.push(row.get(column) ?? null);
    for (const { column } of words) values.push(...wordValues(dialect, row.get(column) ?? null));
  }
  return values;
}

function valuesPerRow(dialect: Dialect, table: Table): number {
  return keptWords(dialect, table).reduce((sum, { kept }) => sum + kept.length, table.columns.length);
}

interface KeptShape {
  readonly dialect: Dialect;
  readonly shown: ReturnedColumns;
  readonly size: number;
  readonly shape: InsertShape;
}

const KEPT_MAX = 16;
const kept = new WeakMap<Table, KeptShape[]>();

/** Caches the SQL of a table's inserts when no condition has values of its own. */
function shapeOf(dialect: Dialect, insert: AskedInsert, size: number): InsertShape {
  const { table, check, shown, shownWhen, isIdKnown } = insert;
  if (!isAlways(check) || !isAlways(shownWhen) || !isIdKnown) return makeShape(dialect, insert, size);
  const known = kept.get(table) ?? [];
  const found = known.find((each) => each.size === size && each.shown === shown && each.dialect === dialect);
  if (found !== undefined) return found.shape;
  const shape = makeShape(dialect, insert, size);
  kept.set(table, [{ dialect, shown, size, shape }, ...known.slice(0, KEPT_MAX - 1)]);
  return shape;
}

const ALWAYS = { kind: 'always' } as const;
const batchingByTable = new WeakMap<Table, { readonly dialect: Dialect; readonly batching: InsertBatching }>();

function batchingOf(dialect: Dialect, table: Table): InsertBatching {
  const known = batchingByTable.get(table);
  if (known?.dialect === dialect) return known.batching;
  const nothing = { table, rows: [], check: ALWAYS, shown: undefined, isIdKnown: true };
  const batching = {
    sizes: sizesOf(dialect, dialect.joinedSizes, table),
    textOf: (size: number) => shapeOf(dialect, nothing, size).text,
  };
  batchingByTable.set(table, { dialect, batching });
  return batching;
}

function isAlways(condition: Condition | undefined): boolean {
  return condition === undefined || condition.kind === 'always';
}

const NO_VALUES: NewRow = new Map();

function makeShape(
  dialect: Dialect,
  { table, check, shown, shownWhen, isIdKnown }: AskedInsert,
  size: number,
): InsertShape {
  const into = new Bindings(dialect);
  const change = insertText(into, table, new Array<NewRow>(size).fill(NO_VALUES));
  const { text, values } = into.statement(insertReturning(into, change, { table, check, shown, shownWhen, isIdKnown }));
  return { text, bound: values.slice(size * valuesPerRow(dialect, table)) };
}

export function insertText(into: Bindings, table: Table, rows: readonly NewRow[]): string {
  const words = keptWords(into.dialect, table);
  const values = rows.map((row) => {
    const own = table.columns.map((column) => into.bindNext(row.get(column) ?? null, column.type));
    return `(${[...own, ...words.flatMap((kept) => wordTexts(into, kept, row))].join(', ')})`;
  });
  const names = [...table.columns, ...words.flatMap(({ kept }) => kept)].map(({ physical }) => `"${physical}"`);
  return `INSERT INTO ${into.dialect.table(table.physical)} AS ${ROW} (${names.join(', ')}) VALUES ${values.join(', ')}`;
}

function wordTexts(into: Bindings, { column, kept }: KeptWords, row: NewRow): readonly string[] {
  const values = wordValues(into.dialect, row.get(column) ?? null);
  return kept.map(({ stored }, index) => stored(into.bindNext(values[index] ?? null, 'text')));
}
