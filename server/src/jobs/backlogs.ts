import { sql } from 'kysely';
import type { Database } from '../database/index.ts';
import { createSqlBuilder, fetchRows } from '../database/index.ts';

export interface Backlog {
  readonly queue: string;
  readonly projects: number;
  /** Time since the oldest overdue work became due; 0 when there is none. */
  readonly ageMs: number;
}

/** Queue names in metrics, with the `createDueStores` table behind each. */
const QUEUES = { jobs: 'store_work', webhooks: 'webhook_work', function_jobs: 'function_job_work' };

type QueueTable = (typeof QUEUES)[keyof typeof QUEUES];

export async function readBacklogs(database: Database): Promise<readonly Backlog[]> {
  const db = createSqlBuilder<Record<QueueTable, { due_at: number }>>(database);
  const now = sql.raw<number>(database.dialect.nowMs);
  return await Promise.all(
    Object.entries(QUEUES).map(async ([queue, table]) => {
      const query = db
        .selectFrom(table)
        .select((eb) => [eb.fn.countAll<number>().as('projects'), sql<number | null>`${now} - min(due_at)`.as('age')])
        .where('due_at', '<=', now);
      const [row] = await fetchRows(database, query);
      return { queue, projects: Number(row?.projects ?? 0), ageMs: Math.max(0, row?.age ?? 0) };
    }),
  );
}
