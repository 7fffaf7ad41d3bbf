import type { IncomingMessage } from 'node:http';
import type { Project } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';

export interface OriginSettings {
  readonly mode: 'development' | 'production';
  readonly appsDomain: string;
  publicUrl(): string;
  domainOwner(name: string): string | undefined;
}

export interface Origins {
  isAllowed(project: Project, origin: string): boolean;
  /** The host name of the project's published app, which passkeys are bound to unless the owner chose another. */
  appHost(project: Project): string;
  /** Headers, as name, value, …, that let a page of an allowed origin read the answer; empty for other origins. */
  answerHeaders(project: Project, request: IncomingMessage): readonly string[];
  preflightHeaders(project: Project, request: IncomingMessage): readonly string[];
  /**
   * Throws `origin_not_allowed` when a foreign page sends a change, because browsers add cookies even if the page may
   * not read the answer. Without a project, only the service's own pages are allowed.
   */
  refuseForeignPage(request: IncomingMessage, project: Project | undefined): void;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const EXPOSED =
  'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ETag, Accept-Ranges, Content-Range, Content-Disposition, Idempotency-Replayed';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Range, X-Requested-With';
const PREFLIGHT_SECONDS = '600';
/** Includes the header that MCP clients send to every address (MCP, "Protocol Version Header"). */
const ANY_ORIGIN_HEADERS = 'Authorization, Content-Type, MCP-Protocol-Version';
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
    appHost(project) {
      if (settings.mode === 'development') return 'localhost';
      return servedDomains(settings, project)[0] ?? ownHost(settings, project);
    },
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
        // The service may be reached under another name, such as 127.0.0.1; the page is then on the same host as its cookie.
        if (project === undefined && URL.parse(origin)?.host === request.headers.host) return;
        if (project !== undefined && isAllowed(project, origin)) return;
        throw foreignPage();
      }
      // Old browsers send neither header. Programs other than browsers have no cookies that a page could abuse.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw foreignPage();
    },
  };
}

/** Browsers hide these answers from a page whose request had cookies, because `Allow-Credentials` is absent. */
export const ANY_ORIGIN: readonly string[] = ['Access-Control-Allow-Origin', '*'];

export function anyOriginPreflight(method: string): readonly string[] {
  const allowed = ['Access-Control-Allow-Methods', method, 'Access-Control-Allow-Headers', ANY_ORIGIN_HEADERS];
  return [...ANY_ORIGIN, ...allowed, 'Access-Control-Max-Age', PREFLIGHT_SECONDS];
}

/** The published app's own origin: `<project_id>.<apps domain>` or a custom domain, with the scheme and port of the service. */
function isOwnApp(settings: OriginSettings, project: Project, origin: string): boolean {
  const { domains = [] } = project;
  if (domains.length === 0 && !origin.includes(`//${project.id}.`)) return false;
  const { protocol, port } = new URL(settings.publicUrl());
  const end = port === '' ? '' : `:${port}`;
  const own = [...servedDomains(settings, project), ownHost(settings, project)];
  return own.some((host) => origin === `${protocol}//${host}${end}`);
}

function ownHost({ appsDomain }: OriginSettings, { id }: Project): string {
  return `${id}.${appsDomain}`;
}

/** A domain without a verified owner may belong to anyone. */
function servedDomains(settings: OriginSettings, { id, domains = [] }: Project): readonly string[] {
  return domains.filter((domain) => settings.domainOwner(domain) === id);
}

/** During development, pages come from local servers on any port. */
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
