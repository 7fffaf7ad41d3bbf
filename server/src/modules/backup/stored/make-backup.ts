import { createHash } from 'node:crypto';
import { DamagedArchive, walkArchive } from '../../../archive/format/index.ts';
import { storageError } from '../../../blobs/index.ts';
import type { Project } from '../../../callers/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Limit } from '../../../platform/limit.ts';
import type { BackupContext } from '../backup-context.ts';
import { diskError } from '../disk-error.ts';
import { buildArchive } from '../write/build-archive.ts';
import type { ArchivePlace } from './archive-place.ts';
import { backupFile } from './backup-file.ts';
import type { BackupsStore } from './backups-store.ts';
import type { BackupFailure, StoredBackup } from './stored-backup.ts';

/** A process that has not renewed its lease for this long counts as dead. */
export const LEASE_MS = 60_000;
const RENEW_MS = 15_000;

export interface MakeContext extends BackupContext {
  readonly backupsStore: BackupsStore;
  readonly place: ArchivePlace;
  readonly making: Limit;
}

/** Makes a queued backup, stores it, and reads it back from the target. Never throws: the record shows the outcome. */
export async function makeBackup(
  context: MakeContext,
  ordered: { readonly backup: StoredBackup; readonly project: Project; readonly passphrase: string | undefined },
): Promise<boolean> {
  const { backupsStore, clock, database, logger } = context;
  const { backup, project } = ordered;
  const renewal = setInterval(() => {
    const renewed = database.write('control', [backupsStore.renewStep(backup.id, clock.now() + LEASE_MS)]);
    renewed.catch((error: unknown) => logger.warn({ err: { message: String(error) } }, 'A lease was not renewed.'));
  }, RENEW_MS).unref();
  try {
    await context.making(() => make(context, ordered));
    return true;
  } catch (error) {
    const message = String(error instanceof ServiceError ? (error.cause ?? error) : error);
    logger.error({ project: project.id, backup: backup.id, err: { message } }, 'A backup failed.');
    const failed = database.write('control', [backupsStore.failStep(backup.id, failureOf(error))]);
    await failed.catch(() => undefined);
    return false;
  } finally {
    clearInterval(renewal);
  }
}

async function make(
  context: MakeContext,
  { backup, project, passphrase }: Parameters<typeof makeBackup>[1],
): Promise<void> {
  const { backupsStore, clock, database, place } = context;
  const built = await buildArchive(context, { project, excluded: backup.excluded, passphrase });
  const file = backup.keptIn === 'target' ? fileOf(context, project, built.manifest.created_at) : null;
  const placed = { ...backup, file };
  const hash = createHash('sha256');
  try {
    await place.put(placed, hashing(built.pieces, hash));
  } finally {
    await built.close();
  }
  try {
    const sha256 = hash.digest('hex');
    await verify(place, placed, sha256);
    const verifiedAt = isoTime(clock.now());
    await database.write('control', [
      backupsStore.finishStep(backup.id, { file, sizeBytes: built.bytes, sha256, verifiedAt }),
    ]);
  } catch (error) {
    await place.delete(placed).catch(() => undefined);
    throw error;
  }
}

function fileOf({ ids }: MakeContext, { id }: Project, createdAt: string): string {
  return `${id}/${backupFile(id, Date.parse(createdAt), ids().slice(-8))}`;
}

/** Reads the stored backup as a restore would, and checks that its bytes are the ones written. */
async function verify(place: ArchivePlace, backup: Parameters<ArchivePlace['read']>[0], sha256: string): Promise<void> {
  const reading = await place.read(backup);
  if (reading === undefined) throw new Error('The stored backup is missing.');
  const hash = createHash('sha256');
  await walkArchive(hashing(reading.bytes, hash), {});
  if (hash.digest('hex') !== sha256)
    throw new DamagedArchive('end.json', 'checksum', 'The backup was changed while it was stored.');
}

async function* hashing(
  pieces: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

function failureOf(error: unknown): BackupFailure {
  const told = storageError(diskError(error));
  if (told instanceof ServiceError) return { error: told.message, code: told.code };
  if (told instanceof DamagedArchive) {
    return { error: `The stored backup differs from what was written: ${told.message}`, code: 'invalid_archive' };
  }
  return { error: 'Something went wrong on the server; its log says what.', code: 'internal_error' };
}
