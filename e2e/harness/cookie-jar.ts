import type { ApiAnswer, ApiClient, ApiRequest } from './api-client.ts';

/** A cookie as `Set-Cookie` gave it, with the names of its attributes in lower case. */
export interface ReceivedCookie {
  readonly name: string;
  readonly value: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** One browser's cookies for one address, as `curl -b jar -c jar` keeps them. */
export class CookieJar {
  readonly #values = new Map<string, string>();
  readonly #api: ApiClient;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  /** Calls with the jar's cookies, and stores those of the answer. */
  async call(method: string, path: string, request: ApiRequest = {}): Promise<ApiAnswer> {
    const cookie = this.header;
    const headers = { ...(cookie !== '' && { cookie }), ...request.headers };
    const answer = await this.#api.call(method, path, { ...request, headers });
    for (const received of receivedCookies(answer)) {
      if (received.attributes.get('max-age') === '0') this.#values.delete(received.name);
      else this.#values.set(received.name, received.value);
    }
    return answer;
  }

  get(path: string): Promise<ApiAnswer> {
    return this.call('GET', path);
  }

  post(path: string, body?: unknown): Promise<ApiAnswer> {
    return this.call('POST', path, { body });
  }

  get header(): string {
    return Array.from(this.#values, ([name, value]) => `${name}=${value}`).join('; ');
  }

  get names(): string[] {
    return [...this.#values.keys()];
  }

  value(name: string): string {
    const value = this.#values.get(name);
    if (value === undefined) throw new Error(`there is no cookie ${name} but ${this.names.join(', ')}`);
    return value;
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  /** Another jar with the same cookies, such as a thief or a second tab has. */
  copy(): CookieJar {
    const copy = new CookieJar(this.#api);
    for (const [name, value] of this.#values) copy.#values.set(name, value);
    return copy;
  }
}

export function receivedCookies({ headers }: Pick<ApiAnswer, 'headers'>): ReceivedCookie[] {
  return headers.getSetCookie().map((text) => {
    const [pair = '', ...rest] = text.split(';');
    const equals = pair.indexOf('=');
    const attributes = rest.map((part): [string, string] => {
      const [key = '', ...value] = part.trim().split('=');
      return [key.toLowerCase(), value.join('=')];
    });
    return { name: pair.slice(0, equals), value: pair.slice(equals + 1), attributes: new Map(attributes) };
  });
}
