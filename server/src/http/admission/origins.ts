import type { IncomingMessage } from 'node:http';
import type { Project } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';

export interface OriginSettings {
  readonly mode: 'development' | 'production';
  readonly appsDomain: string;
  /** Where the service itself is reached, for example `https://api.example.com`. */
  publicUrl(): string;
  /** The project whose app is served under a host name of its own. */
  domainOwner(name: string): string | undefined;
}

/** Which web pages may use a project from a browser. */
export interface Origins {
  isAllowed(project: Project, origin: string): boolean;
  /** Headers that let the page of an allowed origin read the answer, as name, value, …; none for others. */
  answerHeaders(project: Project, request: IncomingMessage): readonly string[];
  preflightHeaders(project: Project, request: IncomingMessage): readonly string[];
  /**
   * Throws `origin_not_allowed` when a browser sends a changing request from a page that may not: cookies travel with
   * such requests whether or not the page may read the answer. Without a project only the service's own pages may.
   */
  refuseForeignPage(request: IncomingMessage, project: Project | undefined): void;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const EXPOSED =
  'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ETag, Accept-Ranges, Content-Range, Content-Disposition, Idempotency-Replayed';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Range, X-Requested-With';
const PREFLIGHT_SECONDS = '600';
const LOCAL_PAGE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;
const PORT = /^(:\d{1,5})?$/;

export function createOrigins(settings: OriginSettings): Origins {
  const isAllowed = (project: Project, origin: string): boolean =>
    project.allowedOrigins.includes(origin) ||
    isOwnApp(settings, project, origin) ||
    isLocal(settings, project, origin);

  const answerHeaders = (project: Project, request: IncomingMessage): readonly string[] => {
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(project, origin)) return [];
    return [
      'Access-Control-Allow-Origin',
      origin,
      'Access-Control-Allow-Credentials',
      'true',
      'Access-Control-Expose-Headers',
      EXPOSED,
    ];
  };

  return {
    isAllowed,
    answerHeaders,
    preflightHeaders(project, request) {
      const common = answerHeaders(project, request).slice(0, 4);
      if (common.length === 0) return [];
      const max = ['Access-Control-Max-Age', PREFLIGHT_SECONDS];
      return [...common, 'Access-Control-Allow-Methods', METHODS, 'Access-Control-Allow-Headers', HEADERS, ...max];
    },
    refuseForeignPage(request, project) {
      if (SAFE_METHODS.has(request.method ?? 'GET')) return;
      const { origin } = request.headers;
      if (origin !== undefined) {
        if (origin === originOf(settings.publicUrl())) return;
        // The service under another of its names, such as 127.0.0.1: the page is where its cookie is.
        if (project === undefined && URL.parse(origin)?.host === request.headers.host) return;
        if (project !== undefined && isAllowed(project, origin)) return;
        throw foreignPage();
      }
      // Old browsers send neither header; programs that are no browser have no cookies to be abused.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw foreignPage();
    },
  };
}

/** The published app's own origin: `<project_id>.<apps domain>` or a domain of its own, with the scheme and port of the service. */
function isOwnApp(settings: OriginSettings, project: Project, origin: string): boolean {
  const { domains = [] } = project;
  if (domains.length === 0 && !origin.includes(`//${project.id}.`)) return false;
  const { protocol, port } = new URL(settings.publicUrl());
  const end = port === '' ? '' : `:${port}`;
  // A name that is wanted but not proven may be anybody's.
  const served = domains.filter((domain) => settings.domainOwner(domain) === project.id);
  return [`${project.id}.${settings.appsDomain}`, ...served].some((host) => origin === `${protocol}//${host}${end}`);
}

/** While developing, pages come from local servers on any port. */
function isLocal(settings: OriginSettings, project: Project, origin: string): boolean {
  if (settings.mode !== 'development') return false;
  if (LOCAL_PAGE.test(origin)) return true;
  const own = `http://${project.id}.localhost`;
  return origin.startsWith(own) && PORT.test(origin.slice(own.length));
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function foreignPage(): ServiceError {
  return new ServiceError('origin_not_allowed', 'Requests from this web page are not allowed.');
}
