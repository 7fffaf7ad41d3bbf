import { isServiceError, type ServiceError } from './service-error.ts';
import { state } from './shared-state.ts';

/**
 * Calls the listener for every error that ends one of the app's calls or hooks, after all retries; use it for logging
 * or a message bar. Returns a function that removes the listener.
 * @example
 * ```ts
 * import { onError } from '@service/client';
 * const stop = onError((error) => console.warn(error.code, error.requestId));
 * ```
 */
export function onError(listener: (error: ServiceError) => void): () => void {
  const { errorListeners } = state();
  errorListeners.add(listener);
  return () => void errorListeners.delete(listener);
}

export function reportError(error: unknown): void {
  // The app itself aborted the call, so there is nothing to report.
  if (!isServiceError(error) || error.code === 'aborted') return;
  for (const listener of state().errorListeners) listener(error);
}

export function reported<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    reportError(error);
    throw error;
  });
}
