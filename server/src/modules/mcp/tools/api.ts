export type Method = 'GET' | 'POST' | 'PUT';

export interface ToolApi {
  /** Makes one call and returns its JSON. Throws `ApiRefusal`. */
  call(method: Method, path: string, body?: unknown): Promise<ApiAnswer>;
  /** Reads a public text. Throws `ApiRefusal`. */
  text(path: string): Promise<string>;
}

export interface ApiAnswer {
  readonly data?: unknown;
  readonly count?: number;
  readonly cut?: Readonly<Record<string, readonly string[]>>;
  readonly [name: string]: unknown;
}

export class ApiRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Value = string | number | boolean | undefined;

export function withQuery(path: string, query: Readonly<Record<string, Value>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, `${value}`]))}`;
}
