import type { Database, StoreName } from '../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/kysely.ts';
import type { Clock } from '../../platform/clock.ts';

/** No backup reads for longer: a client that takes its time must not keep what was deleted. */
export const HOLD_MS = 60 * 60 * 1000;

/**
 * While a store is held, the bytes of files that are deleted stay: a backup still reads them. In the database, so that
 * every process knows. Who deletes asks after the rows are gone, and who backs up holds before it looks at the rows:
 * whatever was seen by the backup is there to be read.
 */
export interface BlobHolds {
  hold(store: StoreName): Promise<{ readonly untilMs: number; release(): Promise<void> }>;
  /** Until when the blobs of a store are held; undefined when they are not. */
  heldUntil(store: StoreName): Promise<number | undefined>;
  /** Ends the holds of processes that died. */
  releaseAll(): Promise<void>;
}

export function createBlobHolds(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
}): BlobHolds {
  const { database, clock, ids } = options;
  const db = createSqlBuilder<{ blob_holds: { id: string; store: string; until_ms: number } }>(database);

  return {
    async hold(store) {
      const id = ids();
      const now = clock.now();
      const untilMs = now + HOLD_MS;
      await database.write('control', [
        plainStep(db.deleteFrom('blob_holds').where('until_ms', '<', now)),
        plainStep(db.insertInto('blob_holds').values({ id, store, until_ms: untilMs })),
      ]);
      const release = async (): Promise<void> => {
        await database.write('control', [plainStep(db.deleteFrom('blob_holds').where('id', '=', id))]);
      };
      return { untilMs, release };
    },
    async heldUntil(store) {
      const query = db
        .selectFrom('blob_holds')
        .select((eb) => eb.fn.max('until_ms').as('until_ms'))
        .where('store', '=', store)
        .where('until_ms', '>', clock.now());
      const untilMs = (await fetchRows(database, query))[0]?.until_ms;
      return untilMs == null ? undefined : Number(untilMs);
    },
    async releaseAll() {
      await database.write('control', [plainStep(db.deleteFrom('blob_holds'))]);
    },
  };
}
