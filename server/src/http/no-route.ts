import { ServiceError } from '../platform/errors.ts';
import { type MaybePromise, whenReady } from '../platform/when-ready.ts';
import type { Access } from './access.ts';
import type { RequestCall } from './call.ts';
import { ProtocolError } from './failure.ts';
import type { Origins } from './origins.ts';
import type { Answer, Route } from './route.ts';

const PROJECT_PATH = /^\/api\/baas\/([a-z][a-z0-9-]{1,38}[a-z0-9])(?:\/|$)/;

/** Answers what no route answers: preflights of browsers, other methods, unknown addresses. */
export function createNoRoute(
  routes: readonly Route[],
  { access, origins }: { access: Access; origins: Origins },
): (call: RequestCall) => MaybePromise<Answer> {
  const patterns = routes.map((route) => ({ segments: route.path.split('/'), method: route.method }));

  return (call) => {
    const path = (call.raw.url ?? '').split('?')[0] ?? '';
    const projectId = PROJECT_PATH.exec(path)?.[1];
    const isPreflight = call.raw.method === 'OPTIONS' && call.headers['access-control-request-method'] !== undefined;
    return whenReady(projectId === undefined ? undefined : access.findProject(projectId), (project) => {
      if (isPreflight) {
        if (project !== undefined) call.extraHeaders.push(...origins.preflightHeaders(project, call.raw));
        return { status: 204, body: '' };
      }
      call.project = project;
      if (project !== undefined) call.extraHeaders.push(...origins.answerHeaders(project, call.raw));
      const allowed = methodsAt(path, patterns);
      if (allowed.length === 0) throw new ServiceError('not_found', 'There is nothing at this address.');
      throw new ProtocolError(405, 'method_not_allowed', `This address takes ${allowed.join(', ')}.`, {
        Allow: allowed.join(', '),
      });
    });
  };
}

function methodsAt(path: string, patterns: readonly { segments: readonly string[]; method: string }[]): string[] {
  const segments = path.split('/');
  const fits = (pattern: readonly string[]): boolean =>
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
  const methods = new Set(patterns.filter((pattern) => fits(pattern.segments)).map((pattern) => pattern.method));
  const withHead = methods.has('GET') ? ['HEAD', ...methods] : [...methods];
  return withHead.sort();
}
