import { isServiceError, type ServiceError } from './service-error.ts';
import { state } from './shared-state.ts';

/**
 * Hears of every failure that an app's call or hook ends with, after all repetitions; for a log or a message bar.
 * Gives what stops it.
 *
 * @example
 * ```ts
 * import { onError } from '@service/client';
 *
 * const stop = onError((error) => console.warn(error.code, error.requestId));
 * ```
 */
export function onError(listener: (error: ServiceError) => void): () => void {
  const { errorListeners } = state();
  errorListeners.add(listener);
  return () => void errorListeners.delete(listener);
}

export function reportError(error: unknown): void {
  // Nobody has to hear of what the app itself called off.
  if (!isServiceError(error) || error.code === 'aborted') return;
  for (const listener of state().errorListeners) listener(error);
}

/** Reports what a call fails with, and fails with it. */
export async function reported<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    reportError(error);
    throw error;
  }
}
