/** A response. `body` is the parsed JSON, or the text when it is not JSON. */
export interface Reply<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

export interface ApiInit {
  readonly method?: string;
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array;
  /** Becomes `Authorization: Bearer …`; null sends none. */
  readonly key?: string | null;
  /** Becomes the header the test identities read. */
  readonly user?: TestUser;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface TestUser {
  readonly id: string;
  readonly email?: string;
  readonly role?: string | null;
  /** False: the email address is not confirmed. */
  readonly verified?: boolean;
}

export type Api = <Body = unknown>(path: string, init?: ApiInit) => Promise<Reply<Body>>;

export const TEST_USER_HEADER = 'x-test-user';

/** Sends requests to `url`, with `defaultKey` unless a call names another key. */
export function createApi(url: string, defaultKey?: string): Api {
  return async <Body>(path: string, init: ApiInit = {}): Promise<Reply<Body>> => {
    const response = await fetch(new URL(path, url), { ...requestOf(init, defaultKey), redirect: 'manual' });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: bodyOf(response, text) as Body };
  };
}

function requestOf(init: ApiInit, defaultKey: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  const key = init.key === undefined ? defaultKey : init.key;
  if (key !== undefined && key !== null) headers.set('authorization', `Bearer ${key}`);
  if (init.user !== undefined) headers.set(TEST_USER_HEADER, JSON.stringify(init.user));
  const hasJson = init.json !== undefined;
  if (hasJson && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const body = hasJson ? JSON.stringify(init.json) : init.body;
  const method = init.method ?? (body === undefined ? 'GET' : 'POST');
  return {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    ...(init.signal && { signal: init.signal }),
  };
}

function bodyOf(response: Response, text: string): unknown {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson && text !== '' ? JSON.parse(text) : text;
}
