import type { Project } from '../../../callers/index.ts';
import type { PlainStep, StoreName } from '../../../database/database.ts';
import type { Answer, ProjectCall } from '../../../http/index.ts';
import { type MaybePromise, whenReady } from '../../../platform/when-ready.ts';
import type { SourceFiles } from '../deploy/resolve-import.ts';
import type { FunctionContext } from '../function-context.ts';
import { functionsSubject } from '../function-sets.ts';
import { receiveWebhook } from '../webhook/receive-webhook.ts';
import { deploymentChanges, type FunctionChanges } from './deployment-changes.ts';
import { handlerName } from './deployment-source.ts';
import { type DeployOptions, deploySteps, restoreSteps } from './deployment-steps.ts';
import { type PreparedFunction, prepareFunctions } from './prepare-functions.ts';

/** The functions of a deployment, built and loaded, not in force yet. */
export interface AppFunctionSet {
  readonly functions: readonly string[];
  /** The files below `webhook/` that handle what is sent to them. */
  readonly handlers: readonly string[];
  /** Steps that put them in force for the transaction that publishes; they fail when a function was changed since. */
  deploySteps(deploymentId: string): Promise<readonly PlainStep[]>;
  /** What these steps would change. Throws as they do. */
  changes(): Promise<FunctionChanges>;
}

/** What the published app has of functions. */
export interface AppFunctions {
  /** Builds and loads what stands below `functions/` and `webhook/`. Throws `invalid_source`, `invalid_schedule`, `payload_too_large`. */
  prepare(project: Project, files: SourceFiles, options?: DeployOptions): Promise<AppFunctionSet>;
  /** Steps that put the functions of an earlier deployment in force again. */
  restoreSteps(project: Project, deploymentId: string): Promise<readonly PlainStep[]>;
  /** Steps for deployments that are kept no longer. */
  forgetSteps(deploymentIds: readonly string[]): readonly PlainStep[];
  /** Call when such steps have been committed: this process runs what is in force now. */
  committed(store: StoreName): void;
  /** Both for whoever has no transaction of the control store. */
  announceChange(store: StoreName): Promise<void>;
  /** What tells other processes so, for a transaction of the control store. */
  announceSteps(store: StoreName): readonly PlainStep[];
  /** Whether there is `webhook/<file>.ts` or `.js`. */
  hasHandler(project: Project, file: string): MaybePromise<boolean>;
  /** Runs the handler of a file. `origin` is the app's. Throws `function_not_found`. */
  receive(call: ProjectCall, file: string, origin: string): Promise<Answer>;
}

export function createAppFunctions(context: FunctionContext): AppFunctions {
  const { sets, feed } = context;
  return {
    prepare: async (project, files, options = {}) => {
      const prepared = await prepareFunctions(context, project, files);
      return setOf(context, { project, prepared, ...options });
    },
    restoreSteps: (project, deploymentId) => restoreSteps(context, project, deploymentId),
    forgetSteps: (ids) => [context.deploymentsStore.deleteStep(ids), context.versionsStore.deleteUnusedStep()],
    committed(store) {
      feed.announce(functionsSubject(store));
    },
    async announceChange(store) {
      feed.announce(functionsSubject(store));
      const steps = feed.steps(functionsSubject(store));
      if (steps.length > 0) await context.database.write('control', steps);
    },
    announceSteps: (store) => feed.steps(functionsSubject(store)),
    hasHandler: ({ store }, file) =>
      whenReady(sets.get(store), ({ definitions }) => definitions.get(handlerName(file))?.enabled === true),
    receive: (call, file, origin) => receiveWebhook(context, call, { name: handlerName(file), origin }),
  };
}

function setOf(
  context: FunctionContext,
  { project, prepared, ...options }: { project: Project; prepared: readonly PreparedFunction[] } & DeployOptions,
): AppFunctionSet {
  const namesOf = (isHandler: boolean): string[] =>
    prepared.filter((one) => one.isHandler === isHandler).map(({ name }) => (isHandler ? fileOf(name) : name));
  return {
    functions: namesOf(false),
    handlers: namesOf(true),
    deploySteps: (deploymentId) => deploySteps(context, { project, deploymentId, prepared, ...options }),
    changes: () => deploymentChanges(context, project, prepared, options),
  };
}

function fileOf(name: string): string {
  return name.slice(handlerName('').length);
}
