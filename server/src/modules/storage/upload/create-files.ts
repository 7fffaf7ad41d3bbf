import type { PlainStep, Value } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import type { Column } from '../../../database/schema/index.ts';
import { insertRows, type NewRow } from '../../../database/sql/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { placeNewFile } from '../file-name.ts';
import { type FileRecord, presentFile } from '../file-record.ts';
import { QUOTA_STEP } from '../files-store.ts';
import { FILE_COLUMNS, fileColumn, uploadTable } from '../files-table.ts';
import { blobKey, type StorageContext, type Target } from '../storage-context.ts';
import type { UploadFields } from './read-upload.ts';
import type { ReceivedFile } from './receive-file.ts';

export async function createFiles(
  context: StorageContext,
  target: Target,
  received: readonly ReceivedFile[],
  fields: UploadFields,
): Promise<readonly FileRecord[]> {
  const { database, settings } = context;
  const { project } = target;
  const { upload, ...quota } = settings(project);
  const insert = insertRows(database.dialect, {
    table: uploadTable(upload),
    rows: newRows(context, target, received, fields),
    check: { kind: 'always' },
    shown: FILE_COLUMNS,
  });
  const bytes = received.reduce((sum, { size }) => sum + size, 0);
  const count: PlainStep = context.filesStore.addUsageStep({ files: received.length, bytes }, quota);
  try {
    const { results } = await database.write(project.store, [count, insert]);
    for (const { id } of received) context.blobs.confirm(blobKey(project, id));
    const [, made] = results;
    const rows = made?.kind === 'rows' ? (made.rows ?? []) : [];
    return rows.map((row) => presentFile(context, project, String(row)));
  } catch (error) {
    if (isDatabaseFailure(error, 'not_applied') && error.error.name === QUOTA_STEP) throw quotaReached(quota);
    throw error;
  }
}

function newRows(
  { clock }: StorageContext,
  { caller }: Target,
  received: readonly ReceivedFile[],
  { path, visibility, metadata = '{}' }: UploadFields,
): readonly NewRow[] {
  if (received.length > 1 && path !== undefined && path !== '' && !path.endsWith('/')) {
    throw validationFailed({ path: 'must be a folder that ends with / for several files' });
  }
  const now = isoTime(clock.now());
  const ownerId = caller.kind === 'user' ? caller.user.id : null;
  return received.map((file) => {
    const place = placeNewFile(file.filename, path);
    return rowOf({
      id: file.id,
      name: place.name,
      path: place.path,
      size: file.size,
      mime_type: file.mimeType,
      visibility: visibility ?? (ownerId === null ? 'private' : 'owner'),
      checksum_sha256: file.checksumSha256,
      width: file.width,
      height: file.height,
      metadata,
      owner_id: ownerId,
      created_at: now,
      updated_at: now,
    });
  });
}

function rowOf(values: Readonly<Record<string, Value>>): NewRow {
  return new Map<Column, Value>(Object.entries(values).map(([name, value]) => [fileColumn(name), value]));
}

export function quotaReached({ filesMax, bytesMax }: { filesMax: number; bytesMax: number }): ServiceError {
  return new ServiceError(
    'storage_full',
    `The project has reached its quota: it may hold ${filesMax} files with ${bytesMax} bytes in all. Nothing was stored.`,
  );
}
