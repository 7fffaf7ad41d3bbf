import type { PlainStep, StoreName } from '../../../database/index.ts';
import { HopelessJob, type Job } from '../../../jobs/index.ts';
import type { AppsContext } from '../apps-context.ts';

export const PRUNE_JOB = 'apps.prune';

export function pruneLater({ jobs }: AppsContext, store: StoreName, blobs: readonly string[]): Promise<PlainStep> {
  return jobs.enqueueLater(store, { kind: PRUNE_JOB, payload: { blobs: [...blobs] } });
}

/** Deletes blobs of deleted contents and enqueues itself for the next ones, so that no blob is forgotten. */
export async function prune(context: AppsContext, { store, payload }: Pick<Job, 'store' | 'payload'>): Promise<void> {
  const { blobs, deploymentsStore, database } = context;
  await blobs.delete(idsOf(payload).map((id) => ({ group: store, id })));
  const state = await deploymentsStore.state(store);
  const unused = await deploymentsStore.unused(store);
  if (unused.length === 0) return;
  // A concurrent publish may rely on one of these contents: the state step then makes one of the two start again.
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
