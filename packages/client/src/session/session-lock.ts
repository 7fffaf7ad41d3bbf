import { getConfig } from '../core/config.ts';

/** A tab that was put to sleep may hold the lock for as long as it likes. */
const WAIT_MS = 45_000;

/**
 * Does what sets or clears the session's cookies while no other tab of the app does: otherwise the late answer to an old
 * cookie could take a new one away. Pages that are neither https nor localhost have no locks: their tabs renew side by
 * side, which the service allows for.
 */
export async function whileAlone<T>(work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    begun = work();
    return begun;
  };
  try {
    const signal = AbortSignal.timeout(WAIT_MS);
    await globalThis.navigator?.locks?.request(`@service/client:${getConfig().projectId}`, { signal }, begin);
  } catch {
    // Work that failed fails below.
  }
  return await (begun ?? work());
}
