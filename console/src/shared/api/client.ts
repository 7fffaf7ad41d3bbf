import createClient from 'openapi-fetch';
import { ApiFailure } from './api-failure.ts';
import type { operations, paths } from './description.d.ts';
import { sessionFetch } from './session-fetch.ts';

export const api = createClient<paths>({
  baseUrl: location.origin,
  credentials: 'same-origin',
  fetch: (request) => sessionFetch(request),
});

/** A value that a person entered, as the type that a call takes; the service checks it and names the wrong field. */
export function asTyped<T>(value: unknown): T {
  return value as T;
}

export type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

interface ClientAnswer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

export async function answerOf<T>(call: Promise<ClientAnswer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (data !== undefined && data !== null && response.ok) return data;
  throw new ApiFailure(response.status, typeof error === 'object' && error !== null ? error : {});
}

/** Whether the answer to a change of a table came before the change is made. */
export function isUnderWay({ data }: { readonly data: object }): boolean {
  return 'state' in data && 'progress' in data;
}

/** The `data` of a successful answer. Throws `ApiFailure`. */
export async function dataOf<T>(call: Promise<ClientAnswer<{ data: T }>>): Promise<T> {
  return (await answerOf(call)).data;
}
