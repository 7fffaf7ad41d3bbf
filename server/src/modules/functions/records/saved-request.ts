import { isUtf8 } from 'node:buffer';
import type { CallRequest } from '../runtime/index.ts';

/** Headers that would let a reader of the record impersonate the sender. */
const NOT_SAVED: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'x-forwarded-key']);

interface SavedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  /** Set when the body is not UTF-8. */
  readonly body_base64?: string;
}

export function saveRequest({ method, url, headers, body }: CallRequest): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const saved: SavedRequest = {
    method,
    url,
    headers: headers.filter(([name]) => !NOT_SAVED.has(name)),
    ...(isUtf8(bytes) ? { body: bytes.toString('utf8') } : { body_base64: bytes.toString('base64') }),
  };
  return JSON.stringify(saved);
}

export function restoreRequest(text: string): CallRequest {
  const { method, url, headers, body, body_base64 } = JSON.parse(text) as SavedRequest;
  const bytes = body_base64 === undefined ? Buffer.from(body ?? '', 'utf8') : Buffer.from(body_base64, 'base64');
  return { method, url, headers, body: bytes };
}
