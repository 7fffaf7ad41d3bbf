import { type Config, state } from './core/shared-state.ts';

export interface TestRequest {
  readonly method: string;
  /** The path below the project, such as `/data/todos`. */
  readonly path: string;
  /** Path parameters by name, such as `id` for `:id` in the handler's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The parsed JSON that was sent, or the body itself if it is not JSON. */
  readonly body: unknown;
}

/** Returns the JSON of a 200 answer, or a `Response`. If it throws, the app sees a lost connection. */
export type RequestHandler = (request: TestRequest) => unknown;

export interface MockedService {
  readonly requests: readonly TestRequest[];
  /** Adds handlers, or replaces those with the same name. */
  use(handlers: Readonly<Record<string, RequestHandler>>): void;
  /** Undoes everything, as {@link resetService} does. */
  restore(): void;
}

const TEST_CONFIG: Config = { url: 'http://service.test', projectId: 'test', publicKey: 'pk_test' };

/**
 * Answers the packages' requests instead of the service. A handler's name is its method and path; a request without a
 * handler gets 404.
 * @example
 * ```ts
 * import { failure, mockService } from '@service/client/testing';
 * const service = mockService({
 *   'GET /data/todos': () => ({ data: [{ id: '1', title: 'Buy milk' }], count: 1 }),
 *   'PATCH /data/todos/:id': ({ params, body }) => ({ data: { id: params['id'], ...(body as object) }, count: 1 }),
 *   'POST /data/todos': () => failure(403, 'forbidden', 'Not you.'),
 * });
 * ```
 */
export function mockService(
  handlers: Readonly<Record<string, RequestHandler>> = {},
  config: Partial<Config> = {},
): MockedService {
  resetService();
  const known = new Map(Object.entries(handlers));
  const requests: TestRequest[] = [];
  const shared = state();
  shared.config = Object.freeze({ ...TEST_CONFIG, ...config });
  shared.fetch = async (address, init = {}) => {
    const request = describeRequest(String(address), init);
    init.signal?.throwIfAborted();
    for (const [name, handler] of known) {
      const params = match(name, request);
      if (params === undefined) continue;
      const matched = { ...request, params };
      requests.push(matched);
      const answer = await Promise.race([handler(matched), untilAborted(init.signal)]);
      return answer instanceof Response ? answer : Response.json(answer ?? { count: 0 });
    }
    requests.push(request);
    return failure(404, 'not_found', `No handler for ${request.method} ${request.path}.`);
  };
  return {
    requests,
    use(more) {
      for (const [name, handler] of Object.entries(more)) known.set(name, handler);
    },
    restore: resetService,
  };
}

/**
 * Creates an error answer in the service's format.
 * @example
 * ```ts
 * import { failure } from '@service/client/testing';
 * const busy = () => failure(429, 'rate_limited', 'Too many requests.', { 'retry-after': '1' });
 * ```
 */
export function failure(status: number, code: string, error = code, headers: Record<string, string> = {}): Response {
  return Response.json({ error, code, request_id: 'test' }, { status, headers });
}

/**
 * Forgets everything the packages know: the signed-in user, cached answers and handlers. Call it after each test.
 * @example
 * ```ts
 * import { resetService } from '@service/client/testing';
 * import { afterEach } from 'vitest';
 * afterEach(() => resetService());
 * ```
 */
export function resetService(): void {
  const shared = state();
  shared.channel?.close();
  shared.closeQueries?.();
  const { config } = shared;
  delete (globalThis as { [key: symbol]: unknown })[Symbol.for('@service/client')];
  // A component that is still mounted may render once more before it unmounts, and needs the project's configuration.
  if (config?.publicKey === TEST_CONFIG.publicKey) state().config = config;
  if (typeof document !== 'undefined') {
    for (const pair of document.cookie.split('; ')) {
      // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore is in no test environment.
      if (pair.endsWith('_signed_in=1')) document.cookie = `${pair}; Max-Age=0; Path=/`;
    }
  }
}

function describeRequest(address: string, init: RequestInit): TestRequest {
  const { pathname, search } = new URL(address, TEST_CONFIG.url);
  const path = pathname.split('/').slice(4);
  return {
    method: (init.method ?? 'GET').toUpperCase(),
    path: `/${path.join('/')}`,
    params: {},
    query: new URLSearchParams(search),
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
  };
}

function match(name: string, { method, path }: TestRequest): Record<string, string> | undefined {
  const [verb, pattern = ''] = name.split(' ');
  const wanted = pattern.split('/');
  const actual = path.split('/');
  if (verb !== method || wanted.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(actual[index] ?? '');
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
