import type { Project } from '../../../../callers/index.ts';
import type { Answer, ProjectCall } from '../../../../http/index.ts';
import { type MaybePromise, whenReady } from '../../../../platform/when-ready.ts';
import { handlerName } from '../../definitions/handler-name.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import { receiveWebhook } from './receive-webhook.ts';

export interface AppHandlers {
  hasHandler(project: Project, file: string): MaybePromise<boolean>;
  /** Runs the handler of a file; `origin` is the app's origin. Throws `function_not_found`. */
  receive(call: ProjectCall, file: string, origin: string): Promise<Answer>;
}

export function createAppHandlers(context: ExecutionContext): AppHandlers {
  return {
    hasHandler: ({ store }, file) =>
      whenReady(context.sets.get(store), ({ definitions }) => definitions.get(handlerName(file))?.enabled === true),
    receive: (call, file, origin) => receiveWebhook(context, call, { name: handlerName(file), origin }),
  };
}
