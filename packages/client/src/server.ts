import { env } from 'node:process';
import type { AuthUser } from './core/auth-user.ts';
import { getConfig } from './core/config.ts';
import { readAnswer } from './core/read-answer.ts';
import { isServiceError, ServiceError } from './core/service-error.ts';
import type { Row, TableName } from './register.ts';
import type { Filter, Order } from './rows/filter.ts';
import { dataPath, type ListParameters, listPath } from './rows/list-path.ts';

export type { AuthUser, Filter, Order };

/** Cookies as frameworks give them: a request, its headers, their text, or Next's `cookies()`. */
export type CookieSource =
  | string
  | { readonly headers: Headers }
  | Headers
  | { getAll(): readonly { readonly name: string; readonly value: string }[] };

export interface ServerClientOptions {
  /** Of the visitor's request; without them everything is asked for as a visitor who is not signed in. */
  readonly cookies?: CookieSource;
  /** In the place of `SERVICE_URL`. */
  readonly url?: string;
  /**
   * Takes the `Set-Cookie` headers of a renewed session: hand them to the answer. Without it, as in server components, a
   * session that must be renewed first rejects with `session_expired`, and the browser renews it.
   */
  readonly onSetCookie?: (headers: readonly string[]) => void;
}

export interface ListOptions<T extends TableName> {
  readonly select?: readonly (keyof Row<T> & string)[];
  readonly filter?: Filter<T>;
  readonly order?: Order<Row<T>> | readonly Order<Row<T>>[];
  readonly limit?: number;
  readonly offset?: number;
}

export interface ServerClient {
  /** Any call of the project's API. */
  request<R>(path: string, init?: RequestInit & { timeoutMs?: number }): Promise<R>;
  /** Rows as the visitor may see them, for `initialData` of `useQuery`. */
  list<T extends TableName>(table: T, options?: ListOptions<T>): Promise<Row<T>[]>;
  getRow<T extends TableName>(table: T, id: string): Promise<Row<T>>;
  /** The signed-in user; undefined when there is none. */
  getUser(): Promise<AuthUser | undefined>;
}

const TIMEOUT_MS = 30_000;

/**
 * The service as one visitor sees it, for loaders and server components. Make one for each request: it carries that
 * visitor's cookies, and nothing is kept or shared between two of them.
 *
 * @example
 * ```ts
 * import { createServerClient } from '@service/client/server';
 *
 * export async function loader({ request }: { request: Request }) {
 *   const service = createServerClient({ cookies: request });
 *   return { todos: await service.list('todos', { order: 'created_at:desc', limit: 20 }) };
 * }
 * ```
 */
export function createServerClient(options: ServerClientOptions = {}): ServerClient {
  let cookies = cookieText(options.cookies);
  const exchange = async (path: string, init: RequestInit & { timeoutMs?: number }): Promise<unknown> => {
    const { response, text } = await send(options, cookies, path, init);
    return readAnswer({ status: response.status, text, header: (name) => response.headers.get(name) });
  };
  const renew = async (): Promise<void> => {
    const { response } = await send(options, cookies, '/auth/refresh', { method: 'POST' });
    const lines = response.headers.getSetCookie();
    options.onSetCookie?.(lines);
    cookies = mergeCookies(cookies, lines);
  };
  const request = async <R>(path: string, init: RequestInit & { timeoutMs?: number } = {}): Promise<R> => {
    try {
      return (await exchange(path, init)) as R;
    } catch (error) {
      if (!isServiceError(error, 'session_expired') || options.onSetCookie === undefined) throw error;
    }
    await renew();
    return (await exchange(path, init)) as R;
  };
  return {
    request,
    list: async (table, parameters = {}) => {
      const path = listPath(dataPath(table), { ...(parameters as ListParameters), count: false });
      return (await request<{ data: never }>(path)).data;
    },
    getRow: async (table, id) => (await request<{ data: never }>(dataPath(table, id))).data,
    async getUser() {
      if (cookies === '') return undefined;
      try {
        return (await request<{ data: { user: AuthUser } }>('/auth/me')).data.user;
      } catch (error) {
        if (isServiceError(error, 'not_authenticated')) return undefined;
        throw error;
      }
    },
  };
}

async function send(
  { url }: ServerClientOptions,
  cookies: string,
  path: string,
  { timeoutMs = TIMEOUT_MS, signal, ...init }: RequestInit & { timeoutMs?: number },
): Promise<{ response: Response; text: string }> {
  const { url: configured, projectId, publicKey } = getConfig();
  const base = url ?? (configured || env['SERVICE_URL']);
  if (!base) throw new ServiceError('Set SERVICE_URL on the server.', { code: 'config_missing' });
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${publicKey}`);
  if (cookies !== '') headers.set('cookie', cookies);
  if (typeof init.body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const address = `${base.replace(/\/+$/, '')}/api/baas/${projectId}${path}`;
    const response = await fetch(address, {
      // A framework that keeps answers would show one visitor's to another.
      cache: 'no-store',
      ...init,
      headers,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    return { response, text: await response.text() };
  } catch (cause) {
    const code = deadline.aborted ? 'timeout' : signal?.aborted ? 'aborted' : 'network_error';
    throw new ServiceError('The service cannot be reached.', { code, retryable: code !== 'aborted', cause });
  }
}

function cookieText(source: CookieSource | undefined): string {
  if (source === undefined) return '';
  if (typeof source === 'string') return source;
  if ('getAll' in source)
    return source
      .getAll()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  return ('headers' in source ? source.headers : source).get('cookie') ?? '';
}

function mergeCookies(cookies: string, lines: readonly string[]): string {
  const pairs = new Map<string, string>();
  for (const pair of [...cookies.split('; '), ...lines.map((line) => line.split(';')[0] ?? '')]) {
    const name = pair.slice(0, pair.indexOf('='));
    if (name === '') continue;
    if (pair.length > name.length + 1) pairs.set(name, pair);
    else pairs.delete(name);
  }
  return [...pairs.values()].join('; ');
}
