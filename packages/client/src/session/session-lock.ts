import { getConfig } from '../core/config.ts';

/** A suspended tab may hold the lock for any length of time. */
const WAIT_MS = 45_000;

/** Lets one tab at a time change the session's cookies: a late answer to an old cookie could remove a new one. */
export async function whileAlone<T>(work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    begun ??= work();
    return begun;
  };
  try {
    // Pages that are neither https nor localhost have no locks; the service allows for concurrent renewals.
    const signal = AbortSignal.timeout(WAIT_MS);
    await globalThis.navigator?.locks?.request(`@service/client:${getConfig().projectId}`, { signal }, begin);
  } catch {
    // If the work itself failed, awaiting it below rejects.
  }
  return await begin();
}
