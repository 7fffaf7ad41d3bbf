import { setTimeout as pause } from 'node:timers/promises';
import type { Database, IdRange, RowCondition, StoreName } from '../../../database/index.ts';
import { Bindings } from '../../../database/sql/index.ts';
import { NIL_UUID } from '../search/next-portion.ts';

/** Rows of one read: few, so that other requests are not delayed noticeably. */
const PORTION_ROWS = 5_000;
const PAUSE_MS_MAX = 50;

export interface CheckedRows {
  readonly store: StoreName;
  /** The name of the table in the database. */
  readonly table: string;
  readonly conditions: readonly RowCondition[];
  readonly signal: AbortSignal;
  readonly onPortion: (rows: number) => void;
}

/** The name of a condition that some row meets, or undefined. Reads portions of rows in the order of their ids. */
export async function findMisfit(database: Database, checked: CheckedRows): Promise<string | undefined> {
  const { store, table, conditions, signal, onPortion } = checked;
  if (conditions.length === 0) return undefined;
  for (let after = NIL_UUID; ; ) {
    const startedAt = performance.now();
    const upTo = await endOfPortion(database, store, table, after);
    for (const condition of conditions) {
      if (await isMet(database, store, table, { condition, after, upTo })) return condition.name;
    }
    if (upTo === undefined) return undefined;
    onPortion(PORTION_ROWS);
    after = upTo;
    await pause(Math.min(performance.now() - startedAt, PAUSE_MS_MAX), undefined, { signal });
  }
}

async function endOfPortion(
  database: Database,
  store: StoreName,
  table: string,
  after: string,
): Promise<string | undefined> {
  const into = new Bindings(database.dialect);
  const text = `SELECT "id" FROM ${database.dialect.table(table)} WHERE "id" > ${into.bind(after, 'uuid')} ORDER BY "id"
    LIMIT 1 OFFSET ${PORTION_ROWS - 1}`;
  const [row] = await database.query(store, into.statement(text));
  return row === undefined ? undefined : String(row['id']);
}

interface CheckedPortion extends Pick<IdRange, 'after'> {
  readonly condition: RowCondition;
  readonly upTo: string | undefined;
}

async function isMet(
  database: Database,
  store: StoreName,
  table: string,
  { condition, after, upTo }: CheckedPortion,
): Promise<boolean> {
  const into = new Bindings(database.dialect);
  const range = [`"id" > ${into.bind(after, 'uuid')}`];
  if (upTo !== undefined) range.push(`"id" <= ${into.bind(upTo, 'uuid')}`);
  const where = `${range.join(' AND ')} AND (${condition.where(into)})`;
  const text = `SELECT 1 AS found FROM ${database.dialect.table(table)} WHERE ${where} LIMIT 1`;
  return (await database.query(store, into.statement(text))).length > 0;
}
