import type { Database, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** Limits how long a backup reads, so that a slow client cannot keep deleted files alive. */
export const HOLD_MS = 60 * 60 * 1000;

/**
 * While a store is held, the bytes of its deleted files stay, because a backup still reads them: without a hold the
 * archive would name files whose bytes are gone. Holds are in the database, so that every process sees them. A backup
 * takes its hold before it reads rows, and a deletion checks for holds after it has deleted rows; so the bytes of every
 * row that the backup read exist.
 */
export interface BlobHolds {
  hold(store: StoreName): Promise<{ readonly untilMs: number; release(): Promise<void> }>;
  heldUntil(store: StoreName): Promise<number | undefined>;
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
