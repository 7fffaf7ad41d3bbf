import { readAnswer } from '../core/read-answer.ts';
import { callService, type ServiceCall } from './call-service.ts';
import { cookieText, forwardedHeaders, hasRunOut, mergeCookies, refreshPairOf } from './visitor.ts';

type Visitor = Pick<ServiceCall, 'url' | 'cookies' | 'forwarded'>;

/** How long a renewal is shared: the requests of a page arrive within moments of each other, all with the old cookies. */
const KEPT_MS = 10_000;
const API = '/api/baas/';

const renewals = new Map<string, Promise<readonly string[]>>();

/** All requests with the same refresh token share one renewal; only that visitor knows the token. */
export function renewOnce(visitor: Visitor): Promise<readonly string[]> {
  const token = refreshPairOf(visitor.cookies) ?? '';
  let renewal = renewals.get(token);
  if (renewal === undefined) {
    renewal = renew(visitor);
    renewals.set(token, renewal);
    const forget = (): void => void renewals.delete(token);
    renewal.then(() => void (setTimeout(forget, KEPT_MS) as { unref?(): void }).unref?.(), forget);
  }
  return renewal;
}

async function renew(visitor: Visitor): Promise<readonly string[]> {
  const { response, text } = await callService('/auth/refresh', { ...visitor, method: 'POST' });
  if (response.status !== 401) readAnswer(response.status, text, (name) => response.headers.get(name));
  return response.headers.getSetCookie();
}

/**
 * Renews the visitor's session before a page is rendered, for Next's `proxy.ts` (`middleware.ts` before Next 16). The
 * page sees the new cookies and the browser receives them. Sends no request unless the visitor's session has expired.
 * @example
 * ```ts
 * import { renewSession } from '@service/client/server';
 * import { NextResponse } from 'next/server';
 * export const proxy = (request: Request) => renewSession(request, NextResponse.next);
 * ```
 */
export async function renewSession<R extends Response>(
  request: Request,
  next: (init: { request: { headers: Headers } }) => R,
): Promise<R> {
  const headers = new Headers(request.headers);
  const cookies = cookieText(headers);
  // The browser's own API requests renew the session themselves.
  const isPage = !new URL(request.url).pathname.startsWith(API);
  let lines: readonly string[] = [];
  if (isPage && hasRunOut(cookies)) {
    // If the service is unreachable, the page is rendered for a visitor who is not signed in, and the browser tries again.
    lines = await renewOnce({ cookies, forwarded: forwardedHeaders(headers) }).catch(() => []);
    if (lines.length > 0) headers.set('cookie', mergeCookies(cookies, lines));
  }
  const response = next({ request: { headers } });
  for (const line of lines) response.headers.append('set-cookie', line);
  return response;
}
