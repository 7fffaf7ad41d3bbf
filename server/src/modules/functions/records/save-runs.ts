import type { Database, PlainStep, Statement, Value } from '../../../database/index.ts';
import { createSqlBuilder, statementOf } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Run } from './run.ts';

export const SAVED_AT_ONCE_MAX = 50;

/** The columns with their PostgreSQL types, in the order of `rowOf`. */
const COLUMNS = {
  id: 'uuid',
  function: 'text',
  kind: 'text',
  status: 'text',
  caller: 'text',
  scheduled_for: 'text',
  attempt: 'bigint',
  started_at: 'text',
  duration_ms: 'bigint',
  owner: 'text',
  deadline_ms: 'bigint',
  error: 'text',
  payload: 'text',
  request: 'text',
  log: 'text',
  delivery_id: 'uuid',
  job_id: 'uuid',
} as const satisfies Record<keyof RunRow, string>;

export interface RunRow {
  id: string;
  function: string;
  kind: string;
  status: string;
  caller: string;
  scheduled_for: string | null;
  attempt: number;
  started_at: string;
  duration_ms: number | null;
  owner: string;
  deadline_ms: number;
  error: string | null;
  payload: string | null;
  request: string | null;
  log: string;
  delivery_id: string | null;
  job_id: string | null;
}

/** Step that stores the current state of up to `SAVED_AT_ONCE_MAX` runs and replaces what was stored of them before. */
export function createSaveStep(
  database: Pick<Database, 'dialect'>,
  owner: string,
): (runs: readonly Run[]) => PlainStep {
  const statement = database.dialect.family === 'postgres' ? savesJson(database) : savesValues(database);
  return (runs) => ({ kind: 'plain', statement: statement(runs.map((run) => rowOf(run, owner))) });
}

/** For PostgreSQL, a single JSON value: separate ones would each be encoded, sent and parsed. */
function savesJson({ dialect }: Pick<Database, 'dialect'>): (rows: readonly RunRow[]) => Statement {
  const names = Object.keys(COLUMNS).map((name) => `"${name}"`);
  const typed = Object.entries(COLUMNS).map(([name, type]) => `"${name}" ${type}`);
  const replaced = ['status', 'duration_ms', 'error', 'log'].map((name) => `"${name}" = excluded."${name}"`);
  const text = `INSERT INTO ${dialect.table('_function_runs')} (${names.join(', ')})
    SELECT ${names.join(', ')} FROM json_to_recordset($1::json) AS run (${typed.join(', ')})
    ON CONFLICT ("id") DO UPDATE SET ${replaced.join(', ')}`;
  return (rows) => ({ text, values: [JSON.stringify(rows)] });
}

/** For a database in a thread of this process: separate values, without encoding. */
function savesValues(database: Pick<Database, 'dialect'>): (rows: readonly RunRow[]) => Statement {
  const db = createSqlBuilder<{ _function_runs: RunRow }>(database);
  /** Texts by number of rows: generating one for every call would cost as much as the rest of this path. */
  const texts = new Map<number, string>();
  const textOf = (rows: readonly RunRow[]): string => {
    const known = texts.get(rows.length);
    if (known !== undefined) return known;
    const { text } = statementOf(
      db
        .insertInto('_function_runs')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            status: eb.ref('excluded.status'),
            duration_ms: eb.ref('excluded.duration_ms'),
            error: eb.ref('excluded.error'),
            log: eb.ref('excluded.log'),
          })),
        ),
    );
    texts.set(rows.length, text);
    return text;
  };
  return (rows) => {
    const values: Value[] = [];
    // Pushed one by one: `flatMap` may leave holes, and then each index is transferred to the thread by name.
    for (const row of rows) for (const name in COLUMNS) values.push(row[name as keyof RunRow]);
    return { text: textOf(rows), values };
  };
}

export function rowOf(run: Run, owner = ''): RunRow {
  return {
    id: run.id,
    function: run.functionName,
    kind: run.trigger,
    status: run.status,
    caller: run.caller,
    scheduled_for: run.scheduledFor,
    attempt: run.attempt,
    started_at: isoTime(run.startedMs),
    duration_ms: run.durationMs,
    owner,
    deadline_ms: run.deadlineMs,
    error: run.error === null ? null : storable(run.error),
    payload: run.payload,
    request: run.request,
    log: JSON.stringify(run.log),
    delivery_id: run.deliveryId,
    job_id: run.jobId,
  };
}

/** Functions may throw any text and providers may return any text, but no database accepts NUL. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
