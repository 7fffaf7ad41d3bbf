import { reported } from '../core/report-error.ts';
import { send } from './send.ts';

/**
 * Calls any route of the project's API that has no function of its own, under the same rules: sends the public key and
 * the session, renews an expired session once, and rejects with {@link ServiceError}. `path` starts below the project.
 * @example
 * ```ts
 * import { request } from '@service/client';
 * const { data } = await request<{ data: { id: string; current: boolean }[] }>('/auth/sessions');
 * ```
 */
export function request<T>(path: string, init?: RequestInit & { timeoutMs?: number }): Promise<T> {
  return reported(send<T>(path, init));
}
