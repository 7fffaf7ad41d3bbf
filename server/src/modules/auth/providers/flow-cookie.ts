import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../../callers/index.ts';
import { readCookie } from '../cookies.ts';
import { FLOW_MS } from './flow.ts';

/** Flows that one browser may have open at once; the limit bounds the size of its request headers. */
const SLOTS = 8;
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

interface CookieOf {
  readonly project: Project;
  readonly slot: number;
  readonly isHttps: boolean;
}

/** Chooses the slot for a new flow: a free one, so that tabs do not disturb one another, or a random one when all are taken. */
export function chooseSlot(headers: IncomingHttpHeaders, of: Omit<CookieOf, 'slot'>): number {
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
  const free = slots.filter((slot) => readFlowCookie(headers, { ...of, slot }) === undefined);
  const candidates = free.length > 0 ? free : slots;
  return candidates[randomInt(candidates.length)] ?? 0;
}

/** `SameSite=Lax`, because the callback is a link from the provider's site. */
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

/** On https the name starts with `__Host-`, which no sub-domain can set. */
function nameOf({ project, slot, isHttps }: CookieOf): string {
  return `${isHttps ? '__Host-' : ''}${project.id}_oauth_${slot}`;
}
