import type { IncomingMessage } from 'node:http';
import type { Project } from '../../callers/index.ts';
import type { Origins } from './origins.ts';

const EXPOSED =
  'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ETag, Accept-Ranges, Content-Range, Content-Disposition, Idempotency-Replayed';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Range, X-Requested-With';
const PREFLIGHT_SECONDS = '600';
/** Includes the header that MCP clients send to every address (MCP, "Protocol Version Header"). */
const ANY_ORIGIN_HEADERS = 'Authorization, Content-Type, MCP-Protocol-Version';

/** Headers, as name, value, …, that let a page of an allowed origin read the answer; empty for other origins. */
export function corsHeaders(origins: Origins, project: Project, request: IncomingMessage): readonly string[] {
  const grant = grantTo(origins, project, request);
  return grant.length === 0 ? [] : [...grant, 'Access-Control-Expose-Headers', EXPOSED];
}

/**
 * The headers of the answer to a preflight: before it sends such a request of a page, a browser asks whether the page
 * may.
 */
export function preflightHeaders(origins: Origins, project: Project, request: IncomingMessage): readonly string[] {
  const grant = grantTo(origins, project, request);
  if (grant.length === 0) return [];
  const max = ['Access-Control-Max-Age', PREFLIGHT_SECONDS];
  return [...grant, 'Access-Control-Allow-Methods', METHODS, 'Access-Control-Allow-Headers', HEADERS, ...max];
}

/** Names the origin instead of `*`: a grant to every origin would let any page read a signed-in user's rows. */
function grantTo(origins: Origins, project: Project, { headers }: IncomingMessage): readonly string[] {
  const { origin } = headers;
  if (origin === undefined || !origins.isAllowed(project, origin)) return [];
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true'];
}

/** Browsers hide these answers from a page whose request had cookies, because `Allow-Credentials` is absent. */
export const ANY_ORIGIN: readonly string[] = ['Access-Control-Allow-Origin', '*'];

export function anyOriginPreflight(method: string): readonly string[] {
  const allowed = ['Access-Control-Allow-Methods', method, 'Access-Control-Allow-Headers', ANY_ORIGIN_HEADERS];
  return [...ANY_ORIGIN, ...allowed, 'Access-Control-Max-Age', PREFLIGHT_SECONDS];
}
