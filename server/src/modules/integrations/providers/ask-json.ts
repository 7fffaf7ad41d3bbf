import type { ProviderCall } from './provider.ts';
import { ProviderRefusal } from './provider-failure.ts';

export interface JsonRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export interface JsonAnswer {
  readonly status: number;
  /** The value of the first header with this name, which must be lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: unknown;
}

/** Sends one request to a provider's API. Throws `ProviderRefusal` for a status outside of 200 to 299. */
export async function askJson(call: ProviderCall, url: string, request: JsonRequest): Promise<JsonAnswer> {
  const { method = request.json === undefined ? 'GET' : 'POST', headers, json } = request;
  const answer = await call.send(url, {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const { status, rawHeaders } = answer;
  const body = parseJson(new TextDecoder().decode(answer.body));
  const header = (name: string): string | undefined => headerOf(rawHeaders, name);
  if (status >= 200 && status < 300) return { status, header, body };
  throw refusalOf(status, body, header('retry-after'));
}

export function refusalOf(status: number, body: unknown, retryAfter: string | null | undefined): ProviderRefusal {
  return new ProviderRefusal(status, messageIn(body) ?? 'no reason is given', retryAfter);
}

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at === -1 ? undefined : rawHeaders[at + 1];
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function messageIn(body: unknown): string | undefined {
  const { message, error, errors } = Object(body) as Readonly<Record<string, unknown>>;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const candidates = [message, Object(error).message, error, Object(first).message, first] as const;
  return candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '');
}
