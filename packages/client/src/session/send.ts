import { exchange, type RequestOptions } from '../core/exchange.ts';
import { isServiceError } from '../core/service-error.ts';
import { state } from '../core/shared-state.ts';
import { changeIdentity } from './identity.ts';
import { refreshSession } from './refresh-session.ts';

/**
 * A request under the rules of every call: a session that has ended is refreshed once and the request made again. Who
 * signed in or out meanwhile is somebody else, for whom nothing is repeated.
 */
export async function send<T>(path: string, options?: RequestOptions): Promise<T> {
  return await withSession(() => exchange<T>(path, options));
}

export async function withSession<T>(attempt: () => Promise<T>): Promise<T> {
  const { epoch } = state();
  const isSame = (): boolean => state().epoch === epoch;
  try {
    return await attempt();
  } catch (error) {
    if (!isServiceError(error, 'session_expired') || !isSame()) throw error;
    await refreshSession(error);
    if (!isSame()) throw error;
  }
  try {
    return await attempt();
  } catch (error) {
    if (isServiceError(error, 'session_expired') && isSame()) changeIdentity(undefined);
    throw error;
  }
}

/** The same with a JSON body. */
export function sendJson<T>(method: string, path: string, body: unknown, options?: RequestOptions): Promise<T> {
  return send(path, { ...options, method, body: JSON.stringify(body) });
}
