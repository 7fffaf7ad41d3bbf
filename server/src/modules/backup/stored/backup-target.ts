import { join } from 'node:path';
import { type BlobReading, type ByteRange, openBucket } from '../../../blobs/index.ts';
import type { BackupTargetConfig } from '../../../config/index.ts';
import { createFileTarget } from './file-target.ts';

/** Where backups are kept: files named `<project>/<file>`, each there whole or not at all. */
export interface BackupTarget {
  put(project: string, file: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined when there is no such file. */
  read(project: string, file: string, range?: ByteRange): Promise<BlobReading | undefined>;
  /** The names of all files of a project, also those of others. */
  list(project: string): Promise<readonly string[]>;
  /** Missing ones are no error. */
  delete(project: string, file: string): Promise<void>;
  close(): Promise<void>;
}

export function createBackupTarget(config: BackupTargetConfig, dataDir: string): BackupTarget {
  if (config.kind === 'file') return createFileTarget(config.directory);
  const bucket = openBucket(config, join(dataDir, 'cache', 'archives'));
  const root = config.prefix === '' ? '' : `${config.prefix}/`;
  const nameOf = (project: string, file: string): string => `${root}${project}/${file}`;
  return {
    async put(project, file, bytes) {
      await bucket.put(nameOf(project, file), bytes);
    },
    read: (project, file, range) => bucket.read(nameOf(project, file), range),
    async list(project) {
      const prefix = nameOf(project, '');
      const files: string[] = [];
      for await (const name of bucket.list(prefix)) files.push(name.slice(prefix.length));
      return files;
    },
    delete: (project, file) => bucket.delete([nameOf(project, file)]),
    close: () => bucket.close(),
  };
}
