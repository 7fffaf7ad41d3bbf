import type { RawAnswer } from './exchange.ts';
import { OutboundError } from './outbound-error.ts';
import { createSafeSend, type OutboundRequest, type SafeSendOptions } from './send.ts';

/** `SafeSend` with a fetch `Response`. An answer longer than `bodyBytesMax` is a failure. */
export type SafeFetch = (url: string | URL, request?: OutboundRequest) => Promise<Response>;

const BODY_BYTES_MAX = 1024 * 1024;
const BODILESS = new Set([204, 205, 304]);

export function createSafeFetch(options: SafeSendOptions): SafeFetch {
  const send = createSafeSend(options);
  return async (url, request = {}) => {
    const { bodyBytesMax = BODY_BYTES_MAX } = request;
    const answer = await send(url, { ...request, bodyBytesMax: bodyBytesMax + 1 });
    if (answer.body.length > bodyBytesMax)
      throw new OutboundError('response_too_large', `The answer is longer than ${bodyBytesMax} bytes.`);
    return responseOf(answer);
  };
}

function responseOf({ status, rawHeaders, body }: RawAnswer): Response {
  try {
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    return new Response(BODILESS.has(status) ? null : body, { status, headers });
  } catch (error) {
    throw new OutboundError('invalid_response', 'The answer is not valid HTTP.', error);
  }
}
