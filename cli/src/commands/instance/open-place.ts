import { resolve } from 'node:path';
import { backupTargetOf } from '../../../../server/src/config/urls.ts';
import { type Flags, flag, type OptionText } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { createBucketPlace } from './bucket-place.ts';
import { createFolderPlace } from './folder-place.ts';
import type { Place } from './place.ts';

export const STORED: OptionText = {
  flags: '--stored',
  text: 'at the place that SERVICE_BACKUP_URL names, below which the name is a folder',
};

export function openPlace({ cwd, env, signal }: Context, name: string, flags: Flags): Place {
  if (/^s3:/i.test(name)) {
    throw wrongUse('A place with credentials must not be in the arguments: set SERVICE_BACKUP_URL and say --stored.');
  }
  if (!flag(flags, 'stored')) return createFolderPlace(resolve(cwd, name), name);
  const text = env['SERVICE_BACKUP_URL'];
  if (text === undefined || text === '') throw wrongUse('--stored wants SERVICE_BACKUP_URL in the environment.');
  const config = backupTargetOf(text);
  if (config === undefined) {
    throw wrongUse('SERVICE_BACKUP_URL must be file:///folder or s3://key:secret@host/bucket/prefix?region=….');
  }
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(name)) {
    throw wrongUse('With --stored the name is a folder of letters, digits, dots and dashes.');
  }
  if (config.kind === 'file') return createFolderPlace(resolve(config.directory, name), name);
  return createBucketPlace({ config, folder: name, signal });
}
