import { getConfig } from '../core/config.ts';

/**
 * A suspended tab may hold the lock for any length of time, a running one for 40 s: 10 s to ask whose the
 * session is, if it waited, and 30 s for the one exchange that may change it.
 */
const WAIT_MS = 45_000;

/**
 * Lets one tab at a time change the session's cookies: a late answer to an old cookie could remove a new one.
 * `hasWaited` says that another tab had the lock, so the cookies may have changed.
 */
export async function whileAlone<T>(work: (hasWaited?: boolean) => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  // Pages that are neither https nor localhost have no locks; the service allows for concurrent renewals.
  const ask = (options: LockOptions, hasWaited?: boolean): unknown =>
    globalThis.navigator?.locks?.request(`@service/client:${getConfig().projectId}`, options, (lock) => {
      if (lock) begun = work(hasWaited);
      return begun;
    });
  try {
    await ask({ ifAvailable: true });
    if (!begun) await ask({ signal: AbortSignal.timeout(WAIT_MS) }, true);
  } catch {
    // If the work itself failed, awaiting it below rejects.
  }
  return await (begun ?? work());
}
