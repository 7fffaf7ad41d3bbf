export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

export function jsonRequest(method: 'POST' | 'PUT' | 'PATCH', path: string, key: string, body: object): HttpRequest {
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  return { method, path, headers, body: JSON.stringify(body) };
}

export function wireOf({ method, path, headers, body }: HttpRequest, host: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body ?? ''}`;
}

/** Sends the request once and returns the answer's text. Throws when it is not 2xx. */
export async function send(request: HttpRequest, url: string): Promise<{ status: number; body: string }> {
  const { method, path, headers, body } = request;
  const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path.slice(0, 200)}: ${answer.status} ${text.slice(0, 500)}`);
  return { status: answer.status, body: text };
}
