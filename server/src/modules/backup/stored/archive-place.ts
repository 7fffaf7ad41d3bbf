import type { BlobReading, BlobStore, ByteRange } from '../../../blobs/index.ts';
import type { BackupTarget } from './backup-target.ts';
import type { StoredBackup } from './stored-backup.ts';

/** Backups kept for a day are stored among the blobs in their own group, where every process finds them. */
export const BACKUPS_GROUP = 'backups';

type BackupLocation = Pick<StoredBackup, 'id' | 'keptIn' | 'file'>;

export interface ArchivePlace {
  put(backup: BackupLocation, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  read(backup: BackupLocation, range?: ByteRange): Promise<BlobReading | undefined>;
  delete(backup: BackupLocation): Promise<void>;
}

export function createArchivePlace(blobs: BlobStore, target: BackupTarget | undefined): ArchivePlace {
  const keyOf = ({ id }: BackupLocation) => ({ group: BACKUPS_GROUP, id });
  return {
    async put(backup, bytes) {
      if (backup.keptIn === 'target') {
        const { project, file } = placeOf(backup);
        return await requireTarget(target).put(project, file, bytes);
      }
      await blobs.put(keyOf(backup), bytes);
      blobs.confirm(keyOf(backup));
    },
    async read(backup, range) {
      if (backup.keptIn !== 'target') return await blobs.read(keyOf(backup), range);
      const { project, file } = placeOf(backup);
      return await target?.read(project, file, range);
    },
    async delete(backup) {
      if (backup.keptIn !== 'target') return await blobs.delete([keyOf(backup)]);
      if (backup.file === null) return;
      const { project, file } = placeOf(backup);
      await target?.delete(project, file);
    },
  };
}

export function placeOf({ file }: Pick<BackupLocation, 'file'>): { readonly project: string; readonly file: string } {
  const [project = '', name = ''] = (file ?? '').split('/');
  return { project, file: name };
}

function requireTarget(target: BackupTarget | undefined): BackupTarget {
  if (target === undefined) throw new Error('No target for backups is configured any more.');
  return target;
}
