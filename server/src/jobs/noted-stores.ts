import type { Database, StoreName } from '../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../database/kysely.ts';
import type { Clock } from '../platform/clock.ts';

/** A note younger than this is good enough for more work. */
const FRESH_MS = 5 * 60_000;
/**
 * A note is taken away only when it is older than this and the store's queue is empty. The difference to `FRESH_MS`
 * is how long a transaction may take that relied on the note: far longer than any deadline lets it.
 */
const KEPT_MS = 10 * 60_000;

interface Notes {
  store: string;
  noted_at: number;
}

/** Of jobs, and of deliveries of webhooks. */
interface Tables {
  store_work: Notes;
  webhook_work: Notes;
}

export type NotedStores = ReturnType<typeof createNotedStores>;

/**
 * Which stores may have work, in the control store: after a crash only these are opened to look for it, however many
 * projects there are. A store is noted before the transaction that adds work, so none is ever missed.
 */
export function createNotedStores(database: Database, clock: Clock, table: keyof Tables = 'store_work') {
  const db = createSqlBuilder<Tables>(database);
  const freshUntil = new Map<StoreName, number>();

  return {
    /** Resolves when the note is durable; at once, without a promise, when this process knows of a fresh one. */
    note(store: StoreName): undefined | Promise<void> {
      const now = clock.now();
      const fresh = freshUntil.get(store);
      // A clock that was set back must not keep a note fresh for ever.
      if (fresh !== undefined && fresh > now && fresh <= now + FRESH_MS) return undefined;
      const insert = db
        .insertInto(table)
        .values({ store, noted_at: now })
        .onConflict((conflict) => conflict.column('store').doUpdateSet({ noted_at: now }));
      return database.write('control', [plainStep(insert)]).then(() => {
        freshUntil.set(store, now + FRESH_MS);
      });
    },

    async list(): Promise<StoreName[]> {
      const rows = await fetchRows(database, db.selectFrom(table).select('store'));
      return rows.map(({ store }) => store as StoreName);
    },

    /** Call when the store's queue is empty. */
    async forgetWhenOld(store: StoreName): Promise<void> {
      const before = clock.now() - KEPT_MS;
      const remove = db.deleteFrom(table).where('store', '=', store).where('noted_at', '<', before);
      await database.write('control', [plainStep(remove)]);
    },

    /** The store is gone. */
    async drop(store: StoreName): Promise<void> {
      freshUntil.delete(store);
      await database.write('control', [plainStep(db.deleteFrom(table).where('store', '=', store))]);
    },
  };
}
