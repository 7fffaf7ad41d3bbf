import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { createSqlBuilder, plainStep } from '../../database/index.ts';

interface Tables {
  /** One row per key, which concurrent callers lock in turn. */
  limit_keys: { limit_key: string; expires_at: number };
  limit_hits: { id: string; limit_key: string; hit_at: number; expires_at: number };
}

interface NewHit {
  readonly key: string;
  readonly id: string;
  readonly now: number;
  readonly max: number;
  readonly windowMs: number;
}

/** All SQL of the limits that several processes share. Times are in milliseconds. */
export function createHitsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  const hitsOf = (key: string) => db.selectFrom('limit_hits').where('limit_key', '=', key);

  return {
    /** Adds a hit unless there are `max` already. Returns all hits that count, oldest first. */
    async take({ key, id, now, max, windowMs }: NewHit): Promise<{ id: string; at: number }[]> {
      const expires = now + windowMs;
      const { results } = await database.write('control', [
        // Locks the key until the commit, so the statements below see what earlier holders of the lock wrote.
        plainStep(
          db
            .insertInto('limit_keys')
            .values({ limit_key: key, expires_at: expires })
            .onConflict((conflict) => conflict.column('limit_key').doUpdateSet({ expires_at: expires })),
        ),
        // After a clock was set back, future hits count as now: they free nothing early and block no caller longer.
        plainStep(
          db
            .updateTable('limit_hits')
            .set({ hit_at: now, expires_at: expires })
            .where('limit_key', '=', key)
            .where('hit_at', '>', now),
        ),
        plainStep(
          db
            .deleteFrom('limit_hits')
            .where('limit_key', '=', key)
            .where('hit_at', '<=', now - windowMs),
        ),
        plainStep(
          db
            .insertInto('limit_hits')
            .columns(['id', 'limit_key', 'hit_at', 'expires_at'])
            .expression(
              db
                .selectFrom('limit_keys')
                .select([
                  sql<string>`CAST(${id} AS text)`.as('id'),
                  'limit_key',
                  sql<number>`CAST(${now} AS bigint)`.as('hit_at'),
                  'expires_at',
                ])
                .where('limit_key', '=', key)
                .where((eb) => hitsOf(key).select(eb.fn.countAll<number>().as('hits')), '<', max),
            ),
        ),
        plainStep(hitsOf(key).select(['id', 'hit_at']).orderBy('hit_at').orderBy('id')),
      ]);
      const last = results.at(-1);
      const rows = last?.kind === 'plain' ? last.rows : [];
      return rows.map(({ id: hit, hit_at: at }) => ({ id: String(hit), at: Number(at) }));
    },

    remove: (id: string) => database.write('control', [plainStep(db.deleteFrom('limit_hits').where('id', '=', id))]),

    /** Deletes hits older than every window, so that the tables hold about an hour of traffic. */
    sweep: (now: number) =>
      database.write('control', [
        plainStep(db.deleteFrom('limit_hits').where('expires_at', '<=', now)),
        plainStep(db.deleteFrom('limit_keys').where('expires_at', '<=', now)),
      ]),
  };
}
