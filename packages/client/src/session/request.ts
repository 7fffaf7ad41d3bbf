import { reported } from '../core/report-error.ts';
import { send } from './send.ts';

/**
 * Any call of the project's API that has no function of its own, under the same rules: the public key and the session go
 * along, a session that has ended is refreshed once, failures are {@link ServiceError}s. `path` begins after the project.
 *
 * @example
 * ```ts
 * import { request } from '@service/client';
 *
 * const { data } = await request<{ data: { id: string; current: boolean }[] }>('/auth/sessions');
 * ```
 */
export function request<T>(path: string, init?: RequestInit & { timeoutMs?: number }): Promise<T> {
  return reported(send<T>(path, init));
}
