import { announced, isNotApplied } from '../../../database/index.ts';
import { validationFailed } from '../../../platform/errors.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import { functionNotFound } from '../definitions/function-definition.ts';
import { functionsSubject } from '../definitions/function-sets.ts';
import { recordChange } from '../definitions/record-change.ts';
import { failJobsSteps } from '../jobs/fail-jobs.ts';
import type { DeploymentContext } from './deployment-context.ts';
import { type Deploy, requireVersionSeen } from './put-function.ts';

/** Its runs stay until retention deletes them, so that owners can still see what it did. */
export async function deleteFunction(
  context: DeploymentContext,
  author: AuditAuthor,
  { project, name, seen }: Pick<Deploy, 'project' | 'name' | 'seen'>,
): Promise<void> {
  if (context.templates.has(name)) {
    throw validationFailed({
      name: 'names a function that comes with the service. Switch it off with enabled: false',
    });
  }
  if (seen !== undefined) {
    const { definition } = await context.functionsStore.find(project.store, name);
    requireVersionSeen(definition, seen);
  }
  const nowMs = context.clock.now();
  const failed = await failJobsSteps(context.jobsStore, { store: project.store, functionName: name, nowMs });
  try {
    const deletion = context.database.write(project.store, [
      ...failed,
      context.functionsStore.deleteStep(name),
      context.versionsStore.deleteAllStep(name),
    ]);
    await announced(context.feed, functionsSubject(project.store), deletion);
  } catch (error) {
    if (isNotApplied(error, 'function')) throw functionNotFound();
    throw error;
  }
  await recordChange(context, author, { project, action: 'function.delete', target: name });
}
