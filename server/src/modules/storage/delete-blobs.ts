import type { PlainStep, StoreName } from '../../database/index.ts';
import { HopelessJob, type Job } from '../../jobs/index.ts';
import type { StorageContext } from './storage-context.ts';

export const DELETE_BLOBS = 'storage.delete-blobs';

export function deleteBlobsLater(
  { jobs }: StorageContext,
  store: StoreName,
  ids: readonly string[],
): Promise<PlainStep> {
  return jobs.enqueueLater(store, { kind: DELETE_BLOBS, payload: { ids } });
}

/** Safe to run twice, because ids are never reused. */
export async function deleteBlobs(
  { blobs, images }: Pick<StorageContext, 'blobs' | 'images'>,
  { store, payload }: Pick<Job, 'store' | 'payload'>,
): Promise<void> {
  const keys = idsOf(payload).map((id) => ({ group: store, id }));
  await blobs.delete(keys);
  await images.forget(keys);
}

export async function deleteBlobsOfProject(
  { blobs, images }: Pick<StorageContext, 'blobs' | 'images'>,
  store: StoreName,
): Promise<void> {
  await blobs.deleteGroup(store);
  await images.forgetGroup(store);
}

function idsOf(payload: Job['payload']): readonly string[] {
  const ids = typeof payload === 'object' && payload !== null && 'ids' in payload ? payload['ids'] : undefined;
  if (!Array.isArray(ids)) throw new HopelessJob('the job names no files');
  return ids.map(String);
}
