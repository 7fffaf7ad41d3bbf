import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/index.ts';
import type { BlobDamage } from './judge-blob.ts';

interface ScrubTables {
  scrub: { id: number; owner: string; lease_until_ms: number; place: string; finished_at_ms: number };
  damaged_blobs: { store: string; blob_id: string; damage: string; found_at: string };
}

export interface DamagedBlob {
  readonly store: StoreName;
  readonly id: string;
}

/** Progress of a round in the scrub's own format; `place` is empty between rounds. */
export interface ScrubRound {
  readonly place: string;
  readonly finishedAtMs: number;
}

export interface Lease {
  readonly owner: string;
  readonly nowMs: number;
  readonly untilMs: number;
}

/** Name of the step that fails when another process has taken over the round. */
export const LEASE_STEP = 'scrub_lease';

export type ScrubStore = ReturnType<typeof createScrubStore>;

export function createScrubStore(database: Database) {
  const db = createSqlBuilder<ScrubTables>(database);
  const mine = (owner: string) => db.updateTable('scrub').where('id', '=', 1).where('owner', '=', owner);
  const isMine = { atLeast: 1, name: LEASE_STEP };

  return {
    async round(): Promise<ScrubRound> {
      const [row] = await fetchRows(database, db.selectFrom('scrub').selectAll().where('id', '=', 1));
      if (row === undefined) throw new Error('The row with the state of the scrub is missing.');
      return { place: row.place, finishedAtMs: Number(row.finished_at_ms) };
    },

    /** Fails with `LEASE_STEP` while another process holds the lease. */
    takeStep: ({ owner, nowMs, untilMs }: Lease): PlainStep =>
      plainStep(
        db
          .updateTable('scrub')
          .set({ owner, lease_until_ms: untilMs })
          .where('id', '=', 1)
          .where((eb) => eb.or([eb('owner', '=', owner), eb('lease_until_ms', '<', nowMs)])),
        isMine,
      ),
    releaseStep: (owner: string): PlainStep => plainStep(mine(owner).set({ lease_until_ms: 0 })),
    placeStep: (owner: string, place: string): PlainStep => plainStep(mine(owner).set({ place }), isMine),
    finishStep: (owner: string, nowMs: number): PlainStep =>
      plainStep(mine(owner).set({ place: '', finished_at_ms: nowMs, lease_until_ms: 0 }), isMine),

    async damaged(): Promise<readonly DamagedBlob[]> {
      const rows = await fetchRows(database, db.selectFrom('damaged_blobs').select(['store', 'blob_id']));
      return rows.map(({ store, blob_id }) => ({ store: store as StoreName, id: blob_id }));
    },
    damageStep: ({ store, id }: DamagedBlob, damage: BlobDamage, foundAt: string): PlainStep =>
      plainStep(
        db
          .insertInto('damaged_blobs')
          .values({ store, blob_id: id, damage, found_at: foundAt })
          .onConflict((conflict) => conflict.columns(['store', 'blob_id']).doNothing()),
      ),
    soundStep: ({ store, id }: DamagedBlob): PlainStep =>
      plainStep(db.deleteFrom('damaged_blobs').where('store', '=', store).where('blob_id', '=', id)),
    forgetSteps: (store: StoreName): readonly PlainStep[] => [
      plainStep(db.deleteFrom('damaged_blobs').where('store', '=', store)),
    ],
  };
}
