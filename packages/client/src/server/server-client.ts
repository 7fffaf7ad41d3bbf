import { readAnswer } from '../core/read-answer.ts';
import { isServiceError } from '../core/service-error.ts';
import type { AuthUser } from '../core/wire.ts';
import type { Row, TableName } from '../register.ts';
import type { ListOptions } from '../rows/list-options.ts';
import { dataPath, type ListParameters, listPath } from '../rows/list-path.ts';
import { callService } from './call-service.ts';
import { renewOnce } from './renew-session.ts';
import {
  type CookieSource,
  cookieText,
  type ForwardedVisitor,
  forwardedHeaders,
  mergeCookies,
  withoutSession,
} from './visitor.ts';

export interface ServerClientOptions extends ForwardedVisitor {
  /** The cookies of the visitor's request; from a request or its headers, also forwards the visitor's address. */
  readonly cookies?: CookieSource;
  /** Replaces `SERVICE_URL`. */
  readonly url?: string;
  /** Receives the `Set-Cookie` headers of a renewed session, for the answer; without it, sessions are not renewed. */
  readonly onSetCookie?: (headers: readonly string[]) => void;
}

export interface ServerClient {
  /** Calls any route of the project's API. */
  request<R>(path: string, init?: RequestInit & { timeoutMs?: number }): Promise<R>;
  /** Rows that the visitor may see, for `initialData` of `useQuery`. */
  list<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
    table: T,
    options?: ListOptions<T, S>,
  ): Promise<Pick<Row<T>, S>[]>;
  getRow<T extends TableName>(table: T, id: string): Promise<Row<T>>;
  /** The signed-in user, for `initialUser` of `useAuth`; undefined when there is none. */
  getUser(): Promise<AuthUser | undefined>;
}

/**
 * A client that acts for one visitor, for loaders and server components. Create one per request: it carries that
 * visitor's cookies.
 * @example
 * ```ts
 * import { createServerClient } from '@service/client/server';
 * export async function loadTodos(request: Request) {
 *   return await createServerClient({ cookies: request }).list('todos', { order: 'created_at:desc', limit: 20 });
 * }
 * ```
 */
export function createServerClient(options: ServerClientOptions = {}): ServerClient {
  const { url, onSetCookie } = options;
  let cookies = cookieText(options.cookies);
  const forwarded = forwardedHeaders(options.cookies, options);
  let renewing: Promise<void> | undefined;

  const exchange = async <R>(path: string, init: RequestInit & { timeoutMs?: number }): Promise<R> => {
    const { response, text } = await callService(path, { ...init, url, cookies, forwarded });
    return readAnswer(response.status, text, (name) => response.headers.get(name));
  };
  const renew = async (): Promise<void> => {
    if (onSetCookie === undefined) {
      cookies = withoutSession(cookies);
      return;
    }
    const lines = await renewOnce({ url, cookies, forwarded });
    onSetCookie(lines);
    cookies = mergeCookies(cookies, lines);
  };
  const request = async <R>(path: string, init: RequestInit & { timeoutMs?: number } = {}): Promise<R> => {
    try {
      return await exchange<R>(path, init);
    } catch (error) {
      if (!isServiceError(error, 'session_expired')) throw error;
    }
    // Reads that were sent together share one renewal.
    renewing ??= renew();
    await renewing;
    return await exchange<R>(path, init);
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

/**
 * For loaders and actions of Remix and React Router: a client for the request, and the headers to add to its answer.
 * @example
 * ```ts
 * import { createLoaderClient } from '@service/client/server';
 * export async function loader({ request }: { request: Request }) {
 *   const { service, headers } = createLoaderClient(request);
 *   return Response.json({ todos: await service.list('todos') }, { headers });
 * }
 * ```
 */
export function createLoaderClient(
  request: Request,
  visitor: ForwardedVisitor = {},
): { readonly service: ServerClient; readonly headers: Headers } {
  const headers = new Headers();
  const onSetCookie = (lines: readonly string[]): void => {
    for (const line of lines) headers.append('set-cookie', line);
  };
  return { service: createServerClient({ ...visitor, cookies: request, onSetCookie }), headers };
}
