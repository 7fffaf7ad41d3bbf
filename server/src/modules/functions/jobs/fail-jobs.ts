import type { PlainStep, StoreName } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { JobsStore } from './jobs-store.ts';

/** Jobs of a deleted function beyond this number fail when they are due. */
const AT_ONCE_MAX = 10_000;
const DELETED = 'function_not_found: The function was deleted.';

export async function failJobsSteps(
  jobsStore: JobsStore,
  { store, functionName, nowMs }: { store: StoreName; functionName: string; nowMs: number },
): Promise<readonly PlainStep[]> {
  if (!(await jobsStore.isAnyLeft(store))) return [];
  return [jobsStore.failWaitingStep(functionName, { endedAt: isoTime(nowMs), error: DELETED, atOnce: AT_ONCE_MAX })];
}
