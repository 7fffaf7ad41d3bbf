import createClient from 'openapi-fetch';
import { ApiFailure } from './api-failure.ts';
import type { paths } from './description.d.ts';
import { sessionFetch } from './session-fetch.ts';

/** The client for all calls of the console: the published API, with the console's session cookie. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  credentials: 'same-origin',
  fetch: (request) => sessionFetch(request),
});

interface ClientAnswer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful answer. Throws `ApiFailure`. */
export async function answerOf<T>(call: Promise<ClientAnswer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (data !== undefined && data !== null && response.ok) return data;
  throw new ApiFailure(response.status, typeof error === 'object' && error !== null ? error : {});
}

/** The `data` of a successful answer. Throws `ApiFailure`. */
export async function dataOf<T>(call: Promise<ClientAnswer<{ data: T }>>): Promise<T> {
  return (await answerOf(call)).data;
}
