import pg from 'pg';
import { expect } from 'vitest';

/** Blocks statements of a database until it is opened, so that no test depends on timing. */
export async function closeGate(url: string, number = 1) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // A transaction keeps the session of the lock, also where a pooler is between.
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_lock($1)', [number]);
  const waiting = async (): Promise<unknown> => {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `SELECT count(*)::int AS number FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].number;
  };
  return {
    /** Resolves when this many sessions wait, at the gate or for each other. */
    untilWaiting: (count: number) => expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBe(count),
    open: () => client.end(),
  };
}
