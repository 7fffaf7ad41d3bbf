import type { Call } from '../../../http/index.ts';
import type { CallRequest } from '../runtime/index.ts';

/**
 * The request as a function sees it, without cookies: they are sessions of the service's own origin, and the function's
 * author could use them to act as the visitor.
 */
export function callRequest(
  { raw }: Pick<Call, 'raw'>,
  {
    publicUrl,
    body,
    isPayload = false,
    hidden = [],
  }: Pick<CallRequest, 'body' | 'isPayload'> & {
    readonly publicUrl: string;
    readonly hidden?: readonly string[];
  },
): CallRequest {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.rawHeaders.length; at += 2) {
    const name = (raw.rawHeaders[at] ?? '').toLowerCase();
    if (name !== 'cookie' && !hidden.includes(name)) headers.push([name, raw.rawHeaders[at + 1] ?? '']);
  }
  return { method: raw.method ?? 'POST', url: publicUrl + (raw.url ?? ''), headers, body, isPayload };
}
