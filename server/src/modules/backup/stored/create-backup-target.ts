import { join } from 'node:path';
import { openBucket } from '../../../blobs/index.ts';
import type { BackupTargetConfig } from '../../../config/index.ts';
import type { BackupTarget } from './backup-target.ts';
import { createFileTarget } from './file-target.ts';

export function createBackupTarget(config: BackupTargetConfig, dataDir: string): BackupTarget {
  if (config.kind === 'file') return createFileTarget(config.directory);
  const bucket = openBucket(config, join(dataDir, 'cache', 'archives'));
  const root = config.prefix === '' ? '' : `${config.prefix}/`;
  const nameOf = (project: string, file: string): string => `${root}${project}/${file}`;
  return {
    check: async () => undefined,
    async put(project, file, bytes) {
      await bucket.put(nameOf(project, file), bytes);
    },
    read: (project, file, range) => bucket.read(nameOf(project, file), range),
    async list(project) {
      const prefix = nameOf(project, '');
      const files: string[] = [];
      for await (const { name } of bucket.list(prefix)) files.push(name.slice(prefix.length));
      return files;
    },
    delete: (project, file) => bucket.delete([nameOf(project, file)]),
    // An unfinished multipart upload has no name; lifecycle rules of the bucket delete it.
    removeLeft: async () => undefined,
    close: () => bucket.close(),
  };
}
