import { type Static, Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { StorageContext } from './storage-context.ts';

export const storageUsage = Type.Object({
  files: Type.Integer(),
  bytes: Type.Integer(),
  files_max: Type.Integer(),
  bytes_max: Type.Integer(),
});

export async function readUsage(
  { filesStore, settings }: StorageContext,
  project: Project,
): Promise<Static<typeof storageUsage>> {
  const { filesMax, bytesMax } = settings(project);
  const { files, bytes } = await filesStore.usage(project.store);
  return { files, bytes, files_max: filesMax, bytes_max: bytesMax };
}
