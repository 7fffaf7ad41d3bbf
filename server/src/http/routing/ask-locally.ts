import type { Call, Method } from '../route.ts';
import type { RequestListener } from './route-requests.ts';

export interface LocalRequest {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LocalAnswer {
  readonly status: number;
  readonly text: string;
}

export type AskLocally = (from: Call, request: LocalRequest) => Promise<LocalAnswer>;

/** Headers that admission and the audit log look at: who asks and from where. Cookies are not handed on. */
const HANDED_ON = [
  'authorization',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
];

/** The body is there from the beginning: nobody waits for the rest of it, or cuts a connection for its sake. */
const WHOLE = { complete: true };

/**
 * Asks the service's own routes on behalf of whoever sent the request that is being answered. Only the socket is missing:
 * admission, limits, audit and log are those of any request.
 */
export function createAskLocally(answer: RequestListener): AskLocally {
  return async (from, { method, path, body, headers }) => {
    const { default: inject } = await import('light-my-request');
    const handedOn = Object.entries(from.headers).filter(([name]) => HANDED_ON.includes(name));
    const answered = await inject((request, response) => answer(Object.assign(request, WHOLE), response), {
      method,
      url: path,
      remoteAddress: from.raw.socket.remoteAddress ?? '',
      headers: {
        ...Object.fromEntries(handedOn),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: answered.statusCode, text: answered.payload };
  };
}
