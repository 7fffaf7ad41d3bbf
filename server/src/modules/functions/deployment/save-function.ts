import type { Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import { announced, isDatabaseFailure, isNotApplied } from '../../../database/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { functionsSubject } from '../definitions/function-sets.ts';
import type { DeploymentContext } from './deployment-context.ts';

const TRIES_MAX = 20;

export interface FunctionSaving {
  readonly after: FunctionDefinition;
  readonly steps: readonly PlainStep[];
}

interface CurrentFunction {
  readonly definition: FunctionDefinition | undefined;
  readonly newest: number;
}

/** When another change came first, computes the change again from the new state, so that both take effect. */
export async function saveFunction(
  { database, feed, functionsStore, plan }: Pick<DeploymentContext, 'database' | 'feed' | 'functionsStore' | 'plan'>,
  project: Project,
  name: string,
  change: (current: CurrentFunction) => FunctionSaving | Promise<FunctionSaving>,
): Promise<{ readonly before: FunctionDefinition | undefined; readonly after: FunctionDefinition }> {
  const { store } = project;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const current = await functionsStore.find(store, name);
    const { after, steps } = await change(current);
    const planned = await plan.steps(project, current.definition, after);
    try {
      const all = [functionsStore.saveStep(current.definition, after), ...steps, ...planned];
      await announced(feed, functionsSubject(store), database.write(store, all));
      return { before: current.definition, after };
    } catch (error) {
      const isOvertaken = isNotApplied(error, 'function') || isNotApplied(error, 'version');
      if (!isOvertaken && !isDatabaseFailure(error, 'unique_violation')) throw error;
    }
  }
  throw new ServiceError('overloaded', 'Too many changes of this function at once. Try again.');
}
