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
  /** Activation steps for the publishing transaction; they fail when a function has changed since. */
  deploySteps(deploymentId: string): Promise<readonly PlainStep[]>;
  /** The changes that these steps would make. Throws the same errors. */
  changes(): Promise<FunctionChanges>;
}

/** The functions of the published app, from their sources to activation. */
export interface AppDeployments {
  /**
   * Builds and loads the files below `functions/` and `webhook/`. Throws `invalid_source`, `invalid_schedule`,
   * `payload_too_large`.
   */
  prepare(project: Project, files: SourceFiles, options?: DeployOptions): Promise<AppFunctionSet>;
  /** Steps that activate the functions of an earlier deployment again. */
  restoreSteps(project: Project, deploymentId: string): Promise<readonly PlainStep[]>;
  forgetSteps(deploymentIds: readonly string[]): readonly PlainStep[];
  committed<Value>(store: StoreName, transaction: Promise<Value>): Promise<Value>;
  /** Steps that announce the change to other processes, for a transaction of the control store. */
  announceSteps(store: StoreName): readonly PlainStep[];
  /** The same announcement for callers without such a transaction. */
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
