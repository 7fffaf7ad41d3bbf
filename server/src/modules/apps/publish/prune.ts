import type { PlainStep, StoreName } from '../../../database/database.ts';
import { HopelessJob, type Job } from '../../../jobs/index.ts';
import type { AppsContext } from '../apps-context.ts';

export const PRUNE_JOB = 'apps.prune';

/** The order to delete blobs, and then whatever no deployment has any more, as a step of a transaction. */
export function pruneLater({ jobs }: AppsContext, store: StoreName, blobs: readonly string[]): Promise<PlainStep> {
  return jobs.enqueueLater(store, { kind: PRUNE_JOB, payload: { blobs: [...blobs] } });
}

/**
 * Deletes blobs whose contents were deleted, and orders the same for the next contents that no file has. The order is
 * part of the transaction that deletes them, so that no blob is forgotten; twice does no harm.
 */
export async function prune(context: AppsContext, { store, payload }: Pick<Job, 'store' | 'payload'>): Promise<void> {
  const { blobs, deploymentsStore, database } = context;
  await blobs.delete(idsOf(payload).map((id) => ({ group: store, id })));
  const state = await deploymentsStore.state(store);
  const unused = await deploymentsStore.unused(store);
  if (unused.length === 0) return;
  // A publish at this moment may count on one of them: then one of the two starts again.
  await database.write(store, [
    deploymentsStore.stateStep(state, {}),
    deploymentsStore.deleteContentsStep(unused.map(({ hash }) => hash)),
    await pruneLater(
      context,
      store,
      unused.map(({ blobId }) => blobId),
    ),
  ]);
}

function idsOf(payload: Job['payload']): readonly string[] {
  const ids = typeof payload === 'object' && payload !== null && 'blobs' in payload ? payload['blobs'] : undefined;
  if (!Array.isArray(ids)) throw new HopelessJob('the job names no blobs');
  return ids.map(String);
}
