import type { Project } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type MaybePromise, whenReady } from '../../platform/when-ready.ts';
import type { Answer, Call, Route } from '../route.ts';
import type { AppHost } from './app-hosts.ts';
import { createHandler, createRouteHandler, type RouteContext } from './handle-route.ts';
import { targetOf } from './request-host.ts';
import type { RequestListener } from './route-requests.ts';

export interface Apps {
  /** Undefined: the host belongs to the service itself. */
  find(authority: string): AppHost | undefined;
  /** Answers requests on an app's origin that are neither API calls nor webhooks; without a project it answers not found. */
  serve(call: Call, project: Project | undefined): MaybePromise<Answer>;
  readonly webhookRoute: Route;
}

/** Also matches names that no handler can have; those requests are answered like missing handlers. */
const WEBHOOK = /^\/webhook\/([^?]*)/;

/** An app's origin answers only its own project's API, and apps answer on no other origin. */
export function answerByHost(answerApi: RequestListener, apps: Apps, handling: RouteContext): RequestListener {
  const refuse = createHandler('', 'malformed', handling, (call) => {
    targetOf(call.raw);
    throw new ServiceError('validation_failed', 'The address is malformed.');
  });
  const serve = createHandler('', 'app', handling, (call) => {
    const projectId = call.params['project_id'];
    const project = projectId === undefined ? undefined : handling.admission.access.findProject(projectId);
    return whenReady(project, (found) => apps.serve(call, found));
  });
  const receive = createRouteHandler(apps.webhookRoute, handling);

  return (request, response) => {
    let target: ReturnType<typeof targetOf>;
    try {
      target = targetOf(request);
    } catch {
      refuse(request, response, undefined);
      return;
    }
    const app = apps.find(target.authority);
    if (app === undefined) {
      answerApi(request, response);
      return;
    }
    const { projectId } = app;
    request.url = target.path;
    if (projectId === undefined) serve(request, response, undefined);
    else if (target.path.startsWith(`/api/baas/${projectId}/`)) answerApi(request, response);
    else {
      const file = request.method === 'POST' ? WEBHOOK.exec(target.path)?.[1] : undefined;
      const params = { project_id: projectId };
      if (file === undefined) serve(request, response, params);
      else receive(request, response, { ...params, file });
    }
  };
}
