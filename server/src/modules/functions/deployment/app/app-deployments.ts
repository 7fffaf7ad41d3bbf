import type { Project } from '../../../../callers/index.ts';
import type { PlainStep, StoreName } from '../../../../database/index.ts';
import { announced } from '../../../../database/index.ts';
import { functionsSubject } from '../../definitions/function-sets.ts';
import { handlerFile } from '../../definitions/handler-name.ts';
import type { SourceFiles } from '../build/resolve-import.ts';
import type { DeploymentContext } from '../deployment-context.ts';
import { deploymentChanges, type FunctionChanges } from './deployment-changes.ts';
import { type DeployOptions, deploySteps, restoreSteps } from './deployment-steps.ts';
import { type PreparedFunction, prepareFunctions } from './prepare-functions.ts';

export interface AppFunctionSet {
  readonly functions: readonly string[];
  readonly handlers: readonly string[];
  /** The steps fail when a function has changed since. */
  deploySteps(deploymentId: string): Promise<readonly PlainStep[]>;
  changes(): Promise<FunctionChanges>;
}

export interface AppDeployments {
  /** Throws `invalid_source`, `invalid_schedule`, `payload_too_large`. */
  prepare(project: Project, files: SourceFiles, options?: DeployOptions): Promise<AppFunctionSet>;
  restoreSteps(project: Project, deploymentId: string): Promise<readonly PlainStep[]>;
  forgetSteps(deploymentIds: readonly string[]): readonly PlainStep[];
  committed<Value>(store: StoreName, transaction: Promise<Value>): Promise<Value>;
  announceSteps(store: StoreName): readonly PlainStep[];
  announceChange(store: StoreName): Promise<void>;
}

export function createAppDeployments(context: DeploymentContext): AppDeployments {
  const { feed } = context;
  return {
    prepare: async (project, files, options = {}) => {
      const prepared = await prepareFunctions(context, project, files);
      return setOf(context, { project, prepared, ...options });
    },
    restoreSteps: (project, deploymentId) => restoreSteps(context, project, deploymentId),
    forgetSteps: (ids) => [context.deploymentsStore.deleteStep(ids), context.versionsStore.deleteUnusedStep()],
    committed: (store, transaction) => announced(feed, functionsSubject(store), transaction),
    announceSteps: (store) => feed.steps(functionsSubject(store)),
    announceChange: async (store) => {
      await context.database.write('control', feed.steps(functionsSubject(store)));
    },
  };
}

function setOf(
  context: DeploymentContext,
  { project, prepared, ...options }: { project: Project; prepared: readonly PreparedFunction[] } & DeployOptions,
): AppFunctionSet {
  const namesOf = (isHandler: boolean): string[] =>
    prepared.filter((one) => one.isHandler === isHandler).map(({ name }) => (isHandler ? handlerFile(name) : name));
  return {
    functions: namesOf(false),
    handlers: namesOf(true),
    deploySteps: (deploymentId) => deploySteps(context, { project, deploymentId, prepared, ...options }),
    changes: () => deploymentChanges(context, project, prepared, options),
  };
}
