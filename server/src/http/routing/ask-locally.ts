import type { Call, Method } from '../route.ts';
import type { RequestListener } from './route-requests.ts';

export interface LocalRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LocalAnswer {
  readonly status: number;
  readonly text: string;
}

export type AskLocally = (from: Call, request: LocalRequest) => Promise<LocalAnswer>;

/** Headers that admission and the audit log read: the caller's identity and address. Cookies are not forwarded. */
const HANDED_ON = [
  'authorization',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
];

/** Marks the body as complete, so that no code waits for more of it or cuts the connection. */
const WHOLE = { complete: true };

/** Calls the service's routes as the current caller. Admission, limits, audit and log work as for any request. */
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
