import { exchange, type RequestOptions } from '../core/exchange.ts';
import { isServiceError } from '../core/service-error.ts';
import { state } from '../core/shared-state.ts';
import { renewedSince } from './refresh-session.ts';

/** The first repetition may follow a renewal of another tab that failed, so there is a second one. */
const REPETITIONS = 2;

/**
 * A request under the rules of every call: a session that has ended is renewed once and the request made again. Who
 * signed in or out meanwhile is somebody else, for whom nothing is repeated.
 */
export async function send<T>(path: string, options?: RequestOptions): Promise<T> {
  return await withSession(() => exchange<T>(path, options));
}

export async function withSession<T>(attempt: () => Promise<T>): Promise<T> {
  const { epoch } = state();
  const isSame = (): boolean => state().epoch === epoch;
  for (let repetition = 0; ; repetition += 1) {
    const sentAt = performance.now();
    try {
      return await attempt();
    } catch (error) {
      const mayRepeat = isServiceError(error, 'session_expired') && repetition < REPETITIONS;
      if (mayRepeat && isSame()) await renewedSince(sentAt);
      if (!mayRepeat || !isSame()) throw error;
    }
  }
}

/** The same with a JSON body. */
export function sendJson<T>(method: string, path: string, body: unknown, options?: RequestOptions): Promise<T> {
  return send(path, { ...options, method, body: JSON.stringify(body) });
}
