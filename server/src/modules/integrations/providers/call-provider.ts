import {
  type AddressGuard,
  OutboundError,
  type SafeSend,
  type SafeStream,
} from '../../../platform/safe-fetch/index.ts';
import type { ProviderCall } from './provider.ts';
import { timedOut, upstreamError } from './provider-failure.ts';

const BODY_BYTES_MAX = 8 * 1024 * 1024;

export interface ProviderRoutes {
  readonly send: SafeSend;
  readonly stream: SafeStream;
  readonly vet: AddressGuard;
  /** For all requests of one call together. */
  readonly timeoutMs: number;
}

export async function callProvider<Value>(
  { send, stream, vet, timeoutMs }: ProviderRoutes,
  { title, repeatKey }: { readonly title: string; readonly repeatKey: string },
  work: (call: ProviderCall) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => undefined);
  const timer = setTimeout(() => {
    reject(timedOut(title));
    ending.abort();
  }, timeoutMs);
  const { signal } = ending;
  const call: ProviderCall = {
    send: sendThrough(send, signal, timeoutMs),
    fetch: fetchThrough(stream, signal, timeoutMs),
    vet,
    signal,
    timeoutMs,
    repeatKey,
  };
  try {
    return await Promise.race([work(call), over]);
  } catch (error) {
    throw upstreamError(title, error);
  } finally {
    clearTimeout(timer);
    // Aborts everything that the work left open. The explicit reason avoids creating an error with a stack.
    ending.abort('ended');
  }
}

/** As in `fetchThrough`, credentials are never sent in clear. */
function sendThrough(send: SafeSend, signal: AbortSignal, timeoutMs: number): ProviderCall['send'] {
  return async (url, request) => {
    const answer = await send(url, {
      ...request,
      signal,
      timeoutMs,
      bodyBytesMax: BODY_BYTES_MAX + 1,
      isPlainOnlyIfOpened: true,
      isKept: true,
    });
    if (answer.body.length > BODY_BYTES_MAX)
      throw new OutboundError('response_too_large', `The answer is longer than ${BODY_BYTES_MAX} bytes.`);
    return answer;
  };
}

/** A `fetch` for the providers' client packages. Never sends credentials in clear, unless the operator allowed the address. */
function fetchThrough(stream: SafeStream, signal: AbortSignal, timeoutMs: number): ProviderCall['fetch'] {
  return async (input, init = {}) => {
    if (input instanceof Request) throw new TypeError('Requests are sent as an address and what is to be sent there.');
    const { method = 'GET', body } = init;
    if (body != null && typeof body !== 'string' && !(body instanceof Uint8Array))
      throw new TypeError('Requests to providers have text or bytes as their body.');
    const signals = init.signal == null ? [signal] : [signal, init.signal];
    return await stream(input, {
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body != null && { body }),
      signal: AbortSignal.any(signals),
      timeoutMs,
      isPlainOnlyIfOpened: true,
    });
  };
}
