import type { Kysely, Selectable } from 'kysely';
import type { Excludable } from '../../../archive/format/index.ts';
import type { Database, Listing, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../../database/index.ts';
import type { BackupFailure, StoredBackup } from './stored-backup.ts';

interface BackupRow {
  id: string;
  store: string;
  state: string;
  trigger_kind: string;
  kept_in: string;
  file: string | null;
  slot: string | null;
  excluded: string;
  created_at: string;
  size_bytes: number | null;
  sha256: string | null;
  verified_at: string | null;
  error: string | null;
  lease_until_ms: number;
  attempts: number;
}

export interface NewBackup {
  readonly id: string;
  readonly store: StoreName;
  readonly trigger: StoredBackup['trigger'];
  readonly keptIn: StoredBackup['keptIn'];
  readonly slot: string | null;
  readonly excluded: readonly Excludable[];
  readonly createdAt: string;
  /** 0 when any process may claim it. */
  readonly leaseUntilMs: number;
}

export interface FinishedBackup {
  readonly file: string | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly verifiedAt: string;
}

/** Name of the step that fails when another process has claimed the backup, or it was deleted. */
export const CLAIM_STEP = 'claim';

interface Tables {
  backups: BackupRow;
  backup_schedule: { id: number; last_slot: string };
}

/** Makes the step fail when another process has taken the work over. */
const IS_MINE = { atLeast: 1, name: CLAIM_STEP };

export type BackupField = 'id' | 'created_at';
export type BackupsStore = ReturnType<typeof createBackupsStore>;

export function createBackupsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return { ...backups(database, db), ...cleanUp(database, db) };
}

function backups(database: Database, db: Kysely<Tables>) {
  const running = (id: string) => db.updateTable('backups').where('id', '=', id).where('state', '=', 'running');
  return {
    /** Does nothing when the project already has a backup for this slot. */
    insertStep: (backup: NewBackup): PlainStep =>
      plainStep(
        db
          .insertInto('backups')
          .values(rowOf(backup))
          .onConflict((conflict) => conflict.columns(['store', 'slot']).doNothing()),
      ),

    async find(store: StoreName, id: string): Promise<StoredBackup | undefined> {
      const query = db.selectFrom('backups').selectAll().where('store', '=', store).where('id', '=', id);
      return (await fetchRows(database, query)).map(backupOf)[0];
    },

    async list(store: StoreName, listing: Listing<BackupField>): Promise<readonly StoredBackup[]> {
      const query = pageOf(db.selectFrom('backups').selectAll().where('store', '=', store), listing);
      return (await fetchRows(database, query)).map(backupOf);
    },

    async count(store: StoreName): Promise<number> {
      return await fetchCount(database, db.selectFrom('backups').where('store', '=', store));
    },

    /** A scheduled backup that no process makes, or whose process died. */
    async nextToMake(nowMs: number): Promise<StoredBackup | undefined> {
      const query = db
        .selectFrom('backups')
        .selectAll()
        .where('state', '=', 'running')
        .where('trigger_kind', '=', 'schedule')
        .where('lease_until_ms', '<', nowMs)
        .orderBy('id')
        .limit(1);
      return (await fetchRows(database, query)).map(backupOf)[0];
    },

    /** Succeeds in only one of several processes. */
    claimStep: ({ id, leaseUntilMs, attempts }: StoredBackup, untilMs: number): PlainStep =>
      plainStep(
        running(id)
          .where('lease_until_ms', '=', leaseUntilMs)
          .set({ lease_until_ms: untilMs, attempts: attempts + 1 }),
        IS_MINE,
      ),

    renewStep: (id: string, untilMs: number): PlainStep =>
      plainStep(running(id).set({ lease_until_ms: untilMs }), IS_MINE),

    finishStep: (id: string, { file, sizeBytes, sha256, verifiedAt }: FinishedBackup): PlainStep =>
      plainStep(
        running(id).set({ state: 'ready', file, size_bytes: sizeBytes, sha256, verified_at: verifiedAt }),
        IS_MINE,
      ),

    failStep: (id: string, error: BackupFailure): PlainStep =>
      plainStep(running(id).set({ state: 'failed', error: JSON.stringify(error) })),

    failLeftStep: (nowMs: number, error: BackupFailure): PlainStep =>
      plainStep(
        db
          .updateTable('backups')
          .set({ state: 'failed', error: JSON.stringify(error) })
          .where('state', '=', 'running')
          .where('trigger_kind', '=', 'manual')
          .where('lease_until_ms', '<', nowMs),
      ),
  };
}

function cleanUp(database: Database, db: Kysely<Tables>) {
  return {
    deleteStep: (store: StoreName, id: string): PlainStep =>
      plainStep(db.deleteFrom('backups').where('store', '=', store).where('id', '=', id)),

    deleteFileStep: (store: StoreName, file: string): PlainStep =>
      plainStep(db.deleteFrom('backups').where('store', '=', store).where('file', '=', file)),

    deleteAllStep: (store: StoreName): PlainStep => plainStep(db.deleteFrom('backups').where('store', '=', store)),

    async manualFiles(store: StoreName): Promise<ReadonlySet<string>> {
      const query = db
        .selectFrom('backups')
        .select('file')
        .where('store', '=', store)
        .where('trigger_kind', '=', 'manual');
      return new Set((await fetchRows(database, query)).flatMap(({ file }) => file ?? []));
    },

    async existingBlobs(ids: readonly string[]): Promise<readonly string[]> {
      const query = db.selectFrom('backups').select('id').where('id', 'in', ids).where('kept_in', '=', 'blobs');
      return (await fetchRows(database, query)).map(({ id }) => id);
    },

    async oldBlobs(before: string): Promise<readonly StoredBackup[]> {
      const query = db
        .selectFrom('backups')
        .selectAll()
        .where('kept_in', '=', 'blobs')
        .where('state', '!=', 'running')
        .where('created_at', '<', before)
        .limit(100);
      return (await fetchRows(database, query)).map(backupOf);
    },

    async lastVerified(): Promise<readonly { readonly store: StoreName; readonly verifiedAt: string }[]> {
      const query = db
        .selectFrom('backups')
        .select((eb) => ['store', eb.fn.max('verified_at').as('verified_at')])
        .where('state', '=', 'ready')
        .where('kept_in', '=', 'target')
        .groupBy('store');
      const rows = await fetchRows(database, query);
      return rows.map(({ store, verified_at }) => ({ store: store as StoreName, verifiedAt: String(verified_at) }));
    },

    /** The last scheduled time that was claimed; empty when there was none. */
    async lastSlot(): Promise<string> {
      const [row] = await fetchRows(database, db.selectFrom('backup_schedule').select('last_slot'));
      return row?.last_slot ?? '';
    },

    /** Fails as `CLAIM_STEP` when another process was faster. */
    takeSlotStep: (before: string, slot: string): PlainStep =>
      plainStep(db.updateTable('backup_schedule').set({ last_slot: slot }).where('last_slot', '=', before), IS_MINE),
  };
}

function rowOf({ trigger, keptIn, excluded, createdAt, leaseUntilMs, ...backup }: NewBackup): BackupRow {
  return {
    ...backup,
    state: 'running',
    trigger_kind: trigger,
    kept_in: keptIn,
    file: null,
    excluded: JSON.stringify(excluded),
    created_at: createdAt,
    size_bytes: null,
    sha256: null,
    verified_at: null,
    error: null,
    lease_until_ms: leaseUntilMs,
    attempts: 0,
  };
}

function backupOf(row: Selectable<BackupRow>): StoredBackup {
  return {
    id: row.id,
    store: row.store as StoreName,
    state: row.state as StoredBackup['state'],
    trigger: row.trigger_kind as StoredBackup['trigger'],
    keptIn: row.kept_in as StoredBackup['keptIn'],
    file: row.file,
    excluded: JSON.parse(row.excluded) as Excludable[],
    createdAt: row.created_at,
    sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
    sha256: row.sha256,
    verifiedAt: row.verified_at,
    error: row.error === null ? null : (JSON.parse(row.error) as BackupFailure),
    leaseUntilMs: Number(row.lease_until_ms),
    attempts: Number(row.attempts),
  };
}
