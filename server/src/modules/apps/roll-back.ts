import type { Project } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuditAuthor } from '../audit/index.ts';
import { type AppsContext, activate, recordChange } from './apps-context.ts';
import { type Deployment, deploymentNotFound } from './deployment.ts';

const TRIES_MAX = 20;

export async function rollBack(
  context: AppsContext,
  author: AuditAuthor,
  { project, id }: { project: Project; id: string },
): Promise<Deployment> {
  return await context.turns(project.store, async () => {
    for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
      const deployment = await tryToRollBack(context, project, id);
      if (deployment === undefined) continue;
      const { number } = deployment;
      await recordChange(context, author, { project, action: 'deployment.rollback', target: id, details: { number } });
      return deployment;
    }
    throw new ServiceError('overloaded', 'Too many changes of this app at once. Try again.');
  });
}

async function tryToRollBack(context: AppsContext, project: Project, id: string): Promise<Deployment | undefined> {
  const { deploymentsStore, functions } = context;
  const { store } = project;
  // Read the state first: it changes whenever a deployment is deleted.
  const state = await deploymentsStore.state(store);
  const deployment = await deploymentsStore.find(store, id);
  if (deployment === undefined) throw deploymentNotFound();
  const restore = await functions.restoreSteps(project, id);
  const isActivated = await activate(context, store, [
    deploymentsStore.stateStep(state, { deployment_id: id }),
    ...restore,
  ]);
  return isActivated ? deployment : undefined;
}
