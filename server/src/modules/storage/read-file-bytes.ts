import type { BlobReading } from '../../blobs/index.ts';
import { storageError } from '../../blobs/index.ts';
import type { FileRecord } from './file-record.ts';
import { fileNotFound } from './file-scope.ts';
import { getFile } from './read-files.ts';
import { blobKey, type StorageContext, type Target } from './storage-context.ts';

export interface StoredBytes {
  readonly file: FileRecord;
  readonly reading: BlobReading;
}

export async function readFileBytes(context: StorageContext, target: Target, id: string): Promise<StoredBytes> {
  const file = await getFile(context, target, id);
  const reading = await context.blobs.read(blobKey(target.project, file.id)).catch((error: unknown) => {
    throw storageError(error);
  });
  if (reading === undefined) throw fileNotFound();
  return { file, reading };
}
