/** An answer with its body as text and, when it is JSON, parsed. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly body: unknown;
}

export interface ApiRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, text and bytes as they are. */
  readonly body?: unknown;
}

/** Calls one base address with one key; knows only HTTP. */
export interface ApiClient {
  call(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body: unknown): Promise<ApiAnswer>;
  patch(path: string, body: unknown): Promise<ApiAnswer>;
  delete(path: string): Promise<ApiAnswer>;
}

/** Called with every answer; the OpenAPI tour compares them with the description. */
export type OnAnswer = (method: string, url: URL, answer: ApiAnswer) => void;

export function createApiClient(base: string, key: string | undefined, witness?: OnAnswer): ApiClient {
  const call = async (method: string, path: string, { headers, body }: ApiRequest = {}): Promise<ApiAnswer> => {
    const sent = body === undefined ? undefined : bodyOf(body);
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const answer = await readAnswer(response);
    witness?.(method, new URL(base + path), answer);
    return answer;
  };
  return {
    call,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, { body }),
    patch: (path, body) => call('PATCH', path, { body }),
    delete: (path) => call('DELETE', path),
  };
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

async function readAnswer(response: Response): Promise<ApiAnswer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/** The value at a path of keys and indexes; an error when there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current: unknown = value;
  for (const key of path) {
    const next = typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined;
    if (next === undefined) throw new Error(`nothing at ${path.join('.')} of ${JSON.stringify(value)}`);
    current = next;
  }
  return current;
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new Error(`no text at ${path.join('.')} but ${JSON.stringify(found)}`);
  return found;
}

/** The values of one column of a list, in order. */
export function column(answer: ApiAnswer, name: string): unknown[] {
  const rows = at(answer.body, 'data');
  if (!Array.isArray(rows)) throw new Error(`no list: ${answer.text}`);
  return rows.map((row: unknown) => at(row, name));
}
