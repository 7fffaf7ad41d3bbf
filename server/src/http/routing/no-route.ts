import { ServiceError } from '../../platform/errors.ts';
import { type MaybePromise, whenReady } from '../../platform/when-ready.ts';
import type { Access } from '../admission/access.ts';
import { anyOriginPreflight, corsHeaders, preflightHeaders } from '../admission/cors.ts';
import type { Origins } from '../admission/origins.ts';
import { ProtocolError } from '../answers/failure.ts';
import type { RequestCall } from '../call.ts';
import type { Answer, Method, Route } from '../route.ts';

const PROJECT_PATH = /^\/api\/baas\/([a-z][a-z0-9-]{1,38}[a-z0-9])(?:\/|$)/;

export function createNoRoute(
  routes: readonly Route[],
  { access, origins }: { access: Access; origins: Origins },
): (call: RequestCall) => MaybePromise<Answer> {
  const forAnyOrigin = new Set(
    routes.filter(({ allowsAnyOrigin }) => allowsAnyOrigin === true).map(({ method, path }) => `${method} ${path}`),
  );
  const patterns = routes.map((route) => ({ segments: route.path.split('/'), method: route.method }));

  return (call) => {
    const path = (call.raw.url ?? '').split('?')[0] ?? '';
    const projectId = PROJECT_PATH.exec(path)?.[1];
    const isPreflight = call.raw.method === 'OPTIONS' && call.headers['access-control-request-method'] !== undefined;
    return whenReady(projectId === undefined ? undefined : access.findProject(projectId), (project) => {
      if (isPreflight) {
        if (project !== undefined) call.extraHeaders.push(...preflightHeaders(origins, project, call.raw));
        const method = call.raw.headers['access-control-request-method'] ?? '';
        if (forAnyOrigin.has(`${method} ${path}`)) call.extraHeaders.push(...anyOriginPreflight(method));
        return { status: 204, body: '' };
      }
      call.project = project;
      if (project !== undefined) call.extraHeaders.push(...corsHeaders(origins, project, call.raw));
      const allowed = methodsAt(path, patterns);
      if (allowed.length === 0) throw new ServiceError('not_found', 'There is nothing at this address.');
      throw new ProtocolError(405, 'method_not_allowed', `This address supports ${allowed.join(', ')}.`, {
        Allow: allowed.join(', '),
      });
    });
  };
}

function methodsAt(path: string, patterns: readonly { segments: readonly string[]; method: string }[]): string[] {
  const segments = path.split('/').map(decoded);
  const fits = (pattern: readonly string[]): boolean =>
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
  const fitting = patterns.filter((pattern) => fits(pattern.segments));
  // `/data/:table/batch` is its own address, although it also matches `/data/:table/:id`.
  const literals = Math.max(0, ...fitting.map(({ segments: of }) => literalsOf(of)));
  const nearest = fitting.filter((pattern) => literalsOf(pattern.segments) === literals);
  const methods = new Set(nearest.map((pattern) => pattern.method));
  const withHead = methods.has('GET') ? ['HEAD', ...methods] : [...methods];
  return withHead.sort();
}

/** Decodes as the router does: `%62atch` is `batch`. Malformed segments were refused earlier. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function literalsOf(segments: readonly string[]): number {
  return segments.filter((segment) => !segment.startsWith(':')).length;
}

/** The router would send these methods to a pattern's route although the address belongs to a literal one. */
export function shadowedRoutes(
  routes: readonly Route[],
): readonly { readonly method: Method; readonly path: string }[] {
  const split = routes.map(({ method, path }) => {
    const segments = path.split('/');
    return { method, path, segments, literals: literalsOf(segments) };
  });
  const taken = new Set(split.map(({ method, path }) => `${method} ${path}`));
  const patterns = Map.groupBy(split, ({ segments }) => segments.length);
  const shadowed = new Map<string, { method: Method; path: string }>();
  for (const { path, segments, literals } of split) {
    for (const other of patterns.get(segments.length) ?? []) {
      if (other.literals >= literals || !isPattern(other.segments, segments)) continue;
      const key = `${other.method} ${path}`;
      if (!taken.has(key)) shadowed.set(key, { method: other.method, path });
    }
  }
  return [...shadowed.values()];
}

function isPattern(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((part, at) => part.startsWith(':') || part === segments[at]);
}
