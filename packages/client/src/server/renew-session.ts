import { readAnswer } from '../core/read-answer.ts';
import { callService, type ServiceCall } from './call-service.ts';
import { cookieText, forwardedHeaders, hasRunOut, mergeCookies, refreshPairOf } from './visitor.ts';

type Visitor = Pick<ServiceCall, 'url' | 'cookies' | 'forwarded'>;

/** A page's requests come within moments of each other, and all of them carry the cookies from before the renewal. */
const KEPT_MS = 10_000;
const API = '/api/baas/';

const renewals = new Map<string, Promise<readonly string[]>>();

/**
 * The `Set-Cookie` lines of a renewed session, or those that clear one that has ended. All requests with one refresh
 * token share one renewal; the token is a secret of its visitor, so nobody else's request finds it.
 */
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
  if (response.status !== 401)
    readAnswer({ status: response.status, text, header: (name) => response.headers.get(name) });
  return response.headers.getSetCookie();
}

/**
 * Renews the visitor's session before a page is rendered, for Next's `proxy.ts` (`middleware.ts` before Next 16): the page
 * sees the new cookies and the browser gets them. Visitors whose session has not run out cause no request.
 *
 * @example
 * ```ts
 * import { renewSession } from '@service/client/server';
 * import { NextResponse } from 'next/server';
 *
 * export const proxy = (request: Request) => renewSession(request, NextResponse.next);
 * ```
 */
export async function renewSession<R extends Response>(
  request: Request,
  next: (init: { request: { headers: Headers } }) => R,
): Promise<R> {
  const headers = new Headers(request.headers);
  const cookies = cookieText(headers);
  // Requests of the browser's own renew for themselves.
  const isPage = !new URL(request.url).pathname.startsWith(API);
  let lines: readonly string[] = [];
  if (isPage && hasRunOut(cookies)) {
    // Without the service the page is rendered as for a visitor who is not signed in, and the browser tries again.
    lines = await renewOnce({ cookies, forwarded: forwardedHeaders(headers) }).catch(() => []);
    if (lines.length > 0) headers.set('cookie', mergeCookies(cookies, lines));
  }
  const response = next({ request: { headers } });
  for (const line of lines) response.headers.append('set-cookie', line);
  return response;
}
