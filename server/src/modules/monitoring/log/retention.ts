import { sql } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';
import { createDailyJob, type Jobs } from '../../../jobs/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { LogSourceName } from './log-source.ts';

const SPAN_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 3 * DAY_MS;
/** Per log and project. */
const BYTES_MAX = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 60_000;
const DELETED_AT_ONCE = 500;
const JOB_KIND = 'logs.clean-up';
const REMEMBERED_MAX = 10_000;

const TABLES = { request: '_request_log', function: '_function_log' } as const;

/** Keeps three days of each log, within a size limit per project; deletes whole spans, oldest first. */
export interface LogRetention {
  countStep(source: LogSourceName, bytes: number): PlainStep;
  noted(store: StoreName, source: LogSourceName): Promise<void>;
  forget(store: StoreName): void;
}

export interface LogRetentionOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
}

interface SpanRow {
  source: string;
  span_ms: number;
  bytes: number;
}

interface Tables {
  _log_spans: SpanRow;
  _request_log: { id: string };
  _function_log: { id: string };
}

export function createLogRetention({ database, clock, jobs }: LogRetentionOptions): LogRetention {
  const db = createSqlBuilder<Tables>(database);
  const looked = new Map<string, number>();
  const spanOf = (ms: number): number => Math.floor(ms / SPAN_MS) * SPAN_MS;

  const firstKept = async (store: StoreName, source: LogSourceName): Promise<number> => {
    const query = db.selectFrom('_log_spans').selectAll().where('source', '=', source).orderBy('span_ms', 'desc');
    let bytes = 0;
    for (const row of await fetchRows(database, query, store)) {
      bytes += Number(row.bytes);
      // Never deletes the current span, so that there is always something to read.
      if (bytes > BYTES_MAX && Number(row.span_ms) < spanOf(clock.now())) return Number(row.span_ms) + SPAN_MS;
    }
    return 0;
  };

  const deleteBefore = async (store: StoreName, source: LogSourceName, beforeMs: number): Promise<void> => {
    const table = TABLES[source];
    const old = db
      .selectFrom(table)
      .select('id')
      .where('id', '<', firstIdAt(beforeMs))
      .orderBy('id')
      .limit(DELETED_AT_ONCE);
    const step = plainStep(db.deleteFrom(table).where('id', 'in', old));
    for (let touched = DELETED_AT_ONCE; touched === DELETED_AT_ONCE; ) {
      const [result] = (await database.write(store, [step])).results;
      touched = result?.kind === 'plain' ? result.touched : 0;
    }
    const spans = db.deleteFrom('_log_spans').where('source', '=', source).where('span_ms', '<', spanOf(beforeMs));
    await database.write(store, [plainStep(spans)]);
  };

  const sweep = async (store: StoreName, source: LogSourceName): Promise<void> => {
    await deleteBefore(store, source, Math.max(clock.now() - KEPT_MS, await firstKept(store, source)));
  };

  const daily = createDailyJob({
    database,
    clock,
    jobs,
    kind: JOB_KIND,
    run: async (store) => {
      for (const source of ['request', 'function'] as const) await sweep(store, source);
      const left = db.selectFrom('_log_spans').select('span_ms').limit(1);
      return (await fetchRows(database, left, store)).length > 0;
    },
  });

  return {
    countStep(source, bytes) {
      const row = { source, span_ms: spanOf(clock.now()), bytes };
      return plainStep(
        db
          .insertInto('_log_spans')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'span_ms'])
              .doUpdateSet({ bytes: sql`${sql.ref('_log_spans.bytes')} + ${sql.ref('excluded.bytes')}` }),
          ),
      );
    },
    async noted(store, source) {
      await daily.ensure(store);
      const name = `${store} ${source}`;
      const now = clock.now();
      if (now - (looked.get(name) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY_MS) return;
      if (looked.size >= REMEMBERED_MAX) looked.clear();
      looked.set(name, now);
      await sweep(store, source);
    },
    forget(store) {
      daily.forget(store);
      for (const source of ['request', 'function']) looked.delete(`${store} ${source}`);
    },
  };
}
