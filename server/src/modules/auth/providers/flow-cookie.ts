import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../../http/callers.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { readCookie } from '../cookies.ts';
import { FLOW_MS } from './flow.ts';

/** Flows that one browser may have open at once; more would make its headers grow without end. */
const SLOTS = 8;
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

interface CookieOf {
  readonly project: Project;
  readonly flowId: string;
  readonly isHttps: boolean;
}

/** The `Set-Cookie` that binds a flow to the browser. Lax, because the way back is a link from the provider's site. */
export function flowCookie(cookie: CookieOf, value: string): string {
  return cookieText(cookie, value, FLOW_MS / 1000);
}

export function endedFlowCookie(cookie: CookieOf): string {
  return cookieText(cookie, '', 0);
}

export function readFlowCookie(headers: IncomingHttpHeaders, cookie: CookieOf): string | undefined {
  return readCookie(headers.cookie ?? '', nameOf(cookie));
}

function cookieText(cookie: CookieOf, value: string, maxAgeSeconds: number): string {
  return `${nameOf(cookie)}=${value}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}${cookie.isHttps ? '; Secure' : ''}`;
}

/** On https only the name that no sub-domain can set. */
function nameOf({ project, flowId, isHttps }: CookieOf): string {
  const slot = Number.parseInt(sha256Hex(flowId).slice(0, 2), 16) % SLOTS;
  return `${isHttps ? '__Host-' : ''}${project.id}_oauth_${slot}`;
}
