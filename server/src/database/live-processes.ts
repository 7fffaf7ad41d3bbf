import { sql } from 'kysely';
import type { Database } from './database.ts';
import { createSqlBuilder, fetchRows, plainStep } from './kysely.ts';

const BEAT_MS = 5000;
/** Who has not been seen for so long does not count: three beats, so that a slow one is no departure. */
const GONE_MS = 15_000;

interface ProcessTables {
  live_processes: { id: string; seen_at_ms: number };
}

/** How many processes of the service work on this database, so that limits that each counts alone can be shared out. */
export interface LiveProcesses {
  /** At least 1. Up to 20 s behind when one ends without a word. */
  count(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface LiveProcessesOptions {
  readonly database: Database;
  readonly ids: () => string;
  /** Other processes may use the same database. */
  readonly isShared: boolean;
  readonly onError: (error: unknown) => void;
}

export function createLiveProcesses({ database, ids, isShared, onError }: LiveProcessesOptions): LiveProcesses {
  const db = createSqlBuilder<ProcessTables>(database);
  const now = sql.raw<number>(database.dialect.nowMs);
  const id = ids();
  let live = 1;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;

  const beat = async (): Promise<void> => {
    const seen = db
      .insertInto('live_processes')
      .values({ id, seen_at_ms: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at_ms: now }));
    const gone = db.deleteFrom('live_processes').where('seen_at_ms', '<', sql<number>`${now} - ${GONE_MS}`);
    await database.write('control', [plainStep(seen), plainStep(gone)]);
    live = Math.max(1, (await fetchRows(database, db.selectFrom('live_processes').select('id'))).length);
  };

  const beatLater = (): void => {
    timer = setTimeout(() => {
      beating = beat().catch(onError).then(beatLater);
    }, BEAT_MS).unref();
  };

  return {
    count: () => live,
    async start() {
      if (!isShared) return;
      await beat();
      beatLater();
    },
    async stop() {
      if (!isShared) return;
      clearTimeout(timer);
      await beating;
      clearTimeout(timer);
      await database.write('control', [plainStep(db.deleteFrom('live_processes').where('id', '=', id))]).catch(onError);
    },
  };
}
