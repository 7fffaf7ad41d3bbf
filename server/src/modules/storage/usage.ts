import { type Static, Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { StorageContext } from './storage-context.ts';
import { FILE_BYTES_MAX } from './upload/receive-file.ts';

export const storageUsage = Type.Object({
  files: Type.Integer(),
  bytes: Type.Integer(),
  files_max: Type.Integer(),
  file_bytes_max: Type.Integer({ description: 'The most bytes a single file may have.' }),
  bytes_max: Type.Integer(),
});

export async function readUsage(
  { filesStore, settings }: StorageContext,
  project: Project,
): Promise<Static<typeof storageUsage>> {
  const { filesMax, bytesMax } = settings(project);
  const { files, bytes } = await filesStore.usage(project.store);
  return { files, bytes, files_max: filesMax, file_bytes_max: FILE_BYTES_MAX, bytes_max: bytesMax };
}
