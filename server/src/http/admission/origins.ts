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
  /**
   * Guards against CSRF. Throws `origin_not_allowed` when a foreign page sends a change: browsers add the user's cookies
   * even if the page may not read the answer. Without a project, only the service's own pages are allowed.
   */
  refuseForeignPage(request: IncomingMessage, project: Project | undefined): void;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOCAL_PAGE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;
const PORT = /^(:\d{1,5})?$/;

export function createOrigins(settings: OriginSettings): Origins {
  const isAllowed = (project: Project, origin: string): boolean =>
    project.allowedOrigins.includes(origin) ||
    isOwnApp(settings, project, origin) ||
    isLocal(settings, project, origin);

  return {
    isAllowed,
    appHost(project) {
      if (settings.mode === 'development') return 'localhost';
      return servedDomains(settings, project)[0] ?? ownHost(settings, project);
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
