import { sql } from 'kysely';
import type { Database } from './database.ts';
import { createSqlBuilder, fetchRows, plainStep } from './kysely.ts';

export interface ProcessTimes {
  readonly beatMs: number;
  /** A little over three beats, so that a slow process is not declared dead. */
  readonly goneMs: number;
}

const TIMES: ProcessTimes = { beatMs: 3000, goneMs: 10_000 };

interface ProcessTables {
  live_processes: { id: string; seen_at_ms: number };
}

export interface LiveProcesses {
  /** Identifies this process in the data that it writes while it works. */
  readonly id: string;
  /** At least 1; shares out limits that each process counts alone. May be a few seconds old. */
  count(): number;
  /** Declares none gone unless this process was seen regularly: after an outage all look dead for a moment. */
  gone(ids: readonly string[]): Promise<readonly string[]>;
  /** The processes that were certainly alive at some time in the last `withinMs`, by the database's clock. */
  seen(ids: readonly string[], withinMs: number): Promise<readonly string[]>;
  start(): Promise<void>;
  /** Call when this process has no running work left. */
  stop(): Promise<void>;
}

export interface LiveProcessesOptions {
  readonly database: Database;
  readonly ids: () => string;
  readonly isShared: boolean;
  readonly onError: (error: unknown) => void;
  readonly processTimes?: ProcessTimes;
}

export function createLiveProcesses(options: LiveProcessesOptions): LiveProcesses {
  const { database, isShared, onError, processTimes = TIMES } = options;
  const { beatMs, goneMs } = processTimes;
  const db = createSqlBuilder<ProcessTables>(database);
  const now = sql.raw<number>(database.dialect.nowMs);
  const id = options.ids();
  const regularity = createRegularity(processTimes);
  let live = 1;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;

  const seenIds = async (withinMs = goneMs): Promise<ReadonlySet<string>> => {
    const query = db
      .selectFrom('live_processes')
      .select('id')
      .where('seen_at_ms', '>=', sql<number>`${now} - ${withinMs}`);
    return new Set((await fetchRows(database, query)).map((row) => row.id));
  };

  const beat = async (): Promise<void> => {
    const seen = db
      .insertInto('live_processes')
      .values({ id, seen_at_ms: now })
      // Citus refuses the function here.
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({ seen_at_ms: eb.ref('excluded.seen_at_ms') })),
      );
    const old = db.deleteFrom('live_processes').where('seen_at_ms', '<', sql<number>`${now} - ${goneMs}`);
    await database.write('control', [plainStep(seen), plainStep(old)]);
    regularity.note();
    live = Math.max(1, (await seenIds()).size);
  };

  const beatLater = (): void => {
    timer = setTimeout(() => {
      beating = beat().catch(onError).then(beatLater);
    }, beatMs).unref();
  };

  return {
    id,
    count: () => live,
    async gone(asked) {
      const others = asked.filter((one) => one !== id);
      if (others.length === 0 || !isShared) return others;
      if (!regularity.isRegular()) return [];
      const seen = await seenIds();
      return others.filter((one) => !seen.has(one));
    },
    async seen(asked, withinMs) {
      const others = asked.filter((one) => one !== id);
      const found = others.length > 0 && isShared ? await seenIds(withinMs) : new Set<string>();
      return asked.filter((one) => one === id || found.has(one));
    },
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

/** Whether this process has recorded itself without a gap, so that all others could. Uses a monotonic clock. */
function createRegularity({ beatMs, goneMs }: ProcessTimes) {
  let lastAt = Number.NEGATIVE_INFINITY;
  let sinceAt = Number.POSITIVE_INFINITY;
  const isLate = (): boolean => performance.now() - lastAt > 2 * beatMs;
  return {
    note(): void {
      if (isLate()) sinceAt = performance.now();
      lastAt = performance.now();
    },
    isRegular: (): boolean => !isLate() && performance.now() - sinceAt >= goneMs,
  };
}
