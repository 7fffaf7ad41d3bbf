import { type Static, Type } from 'typebox';
import { ARCHIVE_EXTENSION, ARCHIVE_TYPE } from '../../../archive/format/index.ts';
import type { BlobReading } from '../../../blobs/index.ts';
import {
  type Answer,
  chooseRange,
  type listingQuery,
  type MemberCall,
  ProtocolError,
  rangeApplies,
  readListing,
} from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { requirePassphrase } from '../archive-key.ts';
import { requireExcludable } from '../backup-schemas.ts';
import { passphraseOf } from '../passphrase-header.ts';
import { writeToFile } from '../restore/receive-archive.ts';
import { LEASE_MS, type MakeContext, makeBackup } from './make-backup.ts';
import { NO_OUTCOME, presentBackup, type StoredBackup } from './stored-backup.ts';

export const newBackupBody = Type.Object({
  exclude: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
  passphrase: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Allows other servers to decrypt the secrets in the backup.' }),
  ),
  store: Type.Optional(
    Type.Boolean({
      description:
        'Stores the backup where scheduled backups are; otherwise this server keeps it for a day. Defaults to true where such a place is set.',
    }),
  ),
});

export interface StoredContext extends MakeContext {
  readonly hasTarget: boolean;
  readonly passphrase: string | undefined;
  readonly works: Set<Promise<unknown>>;
}

const BACKUPS_PER_DAY_MAX = 50;

export async function createBackup(
  context: StoredContext,
  call: MemberCall<unknown, Static<typeof newBackupBody>>,
): Promise<Answer> {
  const { backupsStore, clock, database, hasTarget, ids } = context;
  const { project, body } = call;
  const { store = hasTarget } = body;
  if (store && !hasTarget)
    throw validationFailed({ store: 'needs a place for backups: the operator sets SERVICE_BACKUP_URL' });
  const excluded = requireExcludable(body.exclude ?? []);
  const own = body.passphrase === undefined ? passphraseOf(call.headers) : requirePassphrase(body.passphrase);
  const passphrase = own ?? (store ? context.passphrase : undefined);
  await requireRoom(context, call);
  const nowMs = clock.now();
  const ordered = {
    id: ids(),
    store: project.store,
    trigger: 'manual',
    keptIn: store ? 'target' : 'blobs',
    slot: null,
    excluded,
    createdAt: isoTime(nowMs),
    leaseUntilMs: nowMs + LEASE_MS,
  } as const;
  await database.write('control', [
    backupsStore.insertStep(ordered),
    context.audit.step(call, {
      project,
      action: 'backup.create',
      target: ordered.id,
      details: { excluded, stored: store },
    }),
  ]);
  const backup = await requireBackup(context, project, ordered.id);
  const work: Promise<unknown> = makeBackup(context, { backup, project, passphrase }).finally(() =>
    context.works.delete(work),
  );
  context.works.add(work);
  return { status: 202, body: { data: presentBackup(backup), count: 1 } };
}

/** A second backup would be no newer than a running one. At most `KEPT_HERE_MAX` are stored here. */
async function requireRoom(context: StoredContext, { project }: MemberCall): Promise<void> {
  const { backupsStore } = context;
  const order = [{ field: 'id', direction: 'desc' }] as const;
  const listed = await backupsStore.list(project.store, { limit: BACKUPS_PER_DAY_MAX, offset: 0, order });
  const newest = listed.map((backup) => ended(context, backup));
  const running = newest.filter(({ state, trigger }) => state === 'running' && trigger === 'manual');
  if (running.length > 0) throw new ServiceError('conflict', 'A backup of this project is being made at the moment.');
  const kept = newest.filter(({ keptIn, state }) => keptIn === 'blobs' && state === 'ready');
  if (kept.length >= KEPT_HERE_MAX) {
    throw new ServiceError(
      'conflict',
      `This server keeps at most ${KEPT_HERE_MAX} backups of a project. Delete one first.`,
    );
  }
}

const KEPT_HERE_MAX = 5;

export async function listBackups(
  context: StoredContext,
  { project, query }: MemberCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ['created_at', 'id'],
    otherwise: { field: 'created_at', direction: 'desc' },
    tieBreaker: 'id',
  });
  const { backupsStore } = context;
  const [backups, count] = await Promise.all([
    backupsStore.list(project.store, listing),
    backupsStore.count(project.store),
  ]);
  return { status: 200, body: { data: backups.map((backup) => presentBackup(ended(context, backup))), count } };
}

export async function showBackup(context: StoredContext, { project, params }: MemberCall): Promise<Answer> {
  const backup = await requireBackup(context, project, params['backup_id'] ?? '');
  return { status: 200, body: { data: presentBackup(backup), count: 1 } };
}

/** Deletes the file first: a record without a file can still be deleted, but nothing would ever delete a file without a record. */
export async function deleteBackup(context: StoredContext, call: MemberCall): Promise<Answer> {
  const { audit, backupsStore, database, place } = context;
  const { project, params } = call;
  const backup = await requireBackup(context, project, params['backup_id'] ?? '');
  if (backup.state === 'running') throw new ServiceError('conflict', 'This backup is being made at the moment.');
  await place.delete(backup);
  await database.write('control', [
    backupsStore.deleteStep(project.store, backup.id),
    audit.step(call, { project, action: 'backup.delete', target: backup.id }),
  ]);
  return { status: 200, body: { data: presentBackup(backup), count: 1 } };
}

export async function fetchBackup(context: StoredContext, call: MemberCall): Promise<Answer> {
  const { project, params, headers } = call;
  const backup = await requireReady(context, project, params['backup_id'] ?? '');
  const size = backup.sizeBytes ?? 0;
  const etag = `"${backup.sha256}"`;
  const applies = rangeApplies(headers, { etag, lastModifiedMs: undefined });
  const choice = chooseRange(applies ? headers.range : undefined, size);
  if (choice.kind === 'unsatisfiable') {
    const message = `The backup has ${size} bytes; the range is outside of them.`;
    throw new ProtocolError(416, 'range_not_satisfiable', message, { 'Content-Range': `bytes */${size}` });
  }
  const part = choice.kind === 'part' ? choice.range : undefined;
  const reading = await requireReading(context, backup, part);
  if (part === undefined || part.start === 0) await recordDownload(context, call, backup);
  const name = backup.file?.split('/')[1] ?? `${project.id}-${backup.id}${ARCHIVE_EXTENSION}`;
  return {
    status: part === undefined ? 200 : 206,
    headers: {
      'Content-Type': ARCHIVE_TYPE,
      'Content-Length': String(part === undefined ? size : part.end - part.start + 1),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Accept-Ranges': 'bytes',
      ETag: etag,
      ...(part !== undefined && { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }),
    },
    body: reading.bytes,
  };
}

export async function copyBackup(
  context: StoredContext,
  call: MemberCall<unknown>,
  id: string,
  path: string,
): Promise<void> {
  const backup = await requireReady(context, call.project, id);
  // The size is not checked: the restore detects any change of the bytes.
  const reading = await context.place.read(backup);
  if (reading === undefined) throw gone();
  await writeToFile(path, reading.bytes);
}

async function recordDownload(
  { audit, database }: StoredContext,
  call: MemberCall,
  { id }: StoredBackup,
): Promise<void> {
  const { project } = call;
  await database.write('control', [audit.step(call, { project, action: 'backup.download', target: id })]);
}

async function requireReading(
  { place }: StoredContext,
  backup: StoredBackup,
  range?: { readonly start: number; readonly end: number },
): Promise<BlobReading> {
  const reading = await place.read(backup, range);
  if (reading === undefined) throw gone();
  if (reading.size === backup.sizeBytes) return reading;
  await reading.close();
  throw new ServiceError('unavailable', 'The size of the stored backup has changed.');
}

function gone(): ServiceError {
  return new ServiceError('not_found', 'The stored backup is missing.');
}

async function requireReady(context: StoredContext, project: MemberCall['project'], id: string): Promise<StoredBackup> {
  const backup = await requireBackup(context, project, id);
  if (backup.state !== 'ready') throw new ServiceError('conflict', `The backup is ${backup.state}.`);
  return backup;
}

async function requireBackup(
  context: StoredContext,
  { store }: MemberCall['project'],
  id: string,
): Promise<StoredBackup> {
  const backup = await context.backupsStore.find(store, id);
  if (backup === undefined) throw new ServiceError('not_found', 'There is no such backup.');
  return ended(context, backup);
}

/** A manual backup fails with its process; a scheduled one is made again. */
function ended({ clock }: StoredContext, backup: StoredBackup): StoredBackup {
  const { state, trigger, leaseUntilMs } = backup;
  const isDead = state === 'running' && trigger === 'manual' && leaseUntilMs < clock.now();
  return isDead ? { ...backup, state: 'failed', error: NO_OUTCOME } : backup;
}
