import { exchange, type RequestOptions } from '../core/exchange.ts';
import { isServiceError } from '../core/service-error.ts';
import { state } from '../core/shared-state.ts';
import { renewedSince } from './refresh-session.ts';

/** The first retry may follow another tab's failed renewal, so there is a second one. */
const REPETITIONS = 2;

/** Renews an expired session and retries, unless the identity changes: the retry would run as another user. */
export function send<T>(path: string, options?: RequestOptions): Promise<T> {
  return withSession(() => exchange<T>(path, options));
}

export async function withSession<T>(attempt: () => Promise<T>): Promise<T> {
  const { epoch } = state();
  const isSame = (): boolean => state().epoch === epoch;
  for (let repetition = 0; ; repetition += 1) {
    const sentAt = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (!isServiceError(error, 'session_expired') || repetition === REPETITIONS || !isSame()) throw error;
      await renewedSince(sentAt);
      if (!isSame()) throw error;
    }
  }
}

export function sendJson<T>(method: string, path: string, body: unknown, options?: RequestOptions): Promise<T> {
  return send(path, { ...options, method, body: JSON.stringify(body) });
}
