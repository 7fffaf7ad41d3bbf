import type { Project } from '../../../callers/index.ts';
import { type Answer, type Call, ProtocolError, wantsPage } from '../../../http/index.ts';
import { type MaybePromise, whenReady } from '../../../platform/when-ready.ts';
import type { AppFunctions } from '../../functions/index.ts';
import type { FileBytes } from './file-bytes.ts';
import { findFile } from './find-file.ts';
import { nothingHere, nothingPublished } from './nothing-here.ts';
import type { PublishedApp, PublishedApps } from './published-apps.ts';
import { serveFile } from './serve-file.ts';

export interface ServeContext {
  readonly functions: Pick<AppFunctions, 'hasHandler'>;
  readonly publishedApps: PublishedApps;
  readonly fileBytes: FileBytes;
}

/** Paths of the service; an app's origin never serves them, so that its answers cannot pass for the service's. */
const SERVICE_PATH = /^\/(?:api|console|health|metrics)(?:\/|$)/;
const WEBHOOK_PATH = /^\/webhook\/([^/]+)$/;

/** Answers a request on the origin of a published app; 404 without a project. */
export function serveApp(context: ServeContext, call: Call, project: Project | undefined): MaybePromise<Answer> {
  const [path = ''] = (call.raw.url ?? '').split('?', 1);
  if (project === undefined) return nothingHere(call);
  const handler = WEBHOOK_PATH.exec(path)?.[1];
  if (handler !== undefined)
    return whenReady(context.functions.hasHandler(project, handler), (has) => refuse(call, project, has));
  if (SERVICE_PATH.test(path)) return nothingHere(call, project.name);
  const { method } = call.raw;
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
  return whenReady(context.publishedApps.get(project.store), (app) =>
    serveStatic(context, call, { project, app, path }),
  );
}

/** POST requests reach the handler through another route. */
function refuse(call: Call, project: Project, hasHandler: boolean): Answer {
  if (hasHandler) throw methodNotAllowed('POST');
  return nothingHere(call, project.name);
}

function serveStatic(
  { fileBytes }: ServeContext,
  call: Call,
  { project, app, path }: { project: Project; app: PublishedApp; path: string },
): MaybePromise<Answer> {
  if (app.deploymentId === undefined) return nothingPublished(call, project.name);
  const found = findFile(app.files, path, wantsPage(call));
  if (found.kind === 'file') return serveFile(fileBytes, call, { store: project.store, file: found.file });
  if (found.kind === 'missing') return nothingHere(call, project.name);
  const search = call.search === '' ? '' : `?${call.search}`;
  const headers = {
    Location: found.path + search,
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/plain; charset=utf-8',
  };
  return { status: 308, body: '', headers };
}

function methodNotAllowed(allowed: string): ProtocolError {
  return new ProtocolError(405, 'method_not_allowed', `This address supports ${allowed}.`, { Allow: allowed });
}
