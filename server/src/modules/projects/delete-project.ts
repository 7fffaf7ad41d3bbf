import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuditAuthor } from '../audit/index.ts';
import { DOMAINS_SUBJECT } from './app-domains.ts';
import { forget, goneSubject, type ProjectsContext, projectSubject } from './projects-context.ts';

export async function deleteProject(context: ProjectsContext, call: MemberCall): Promise<Answer> {
  await removeProject(context, call, call.project);
  return { status: 200, body: { count: 1 } };
}

/** Deletes the project first: the other order could leave one without data. The next start sweeps what remains. */
export async function removeProject(
  context: ProjectsContext,
  author: AuditAuthor,
  project: Project,
  extraSteps: readonly PlainStep[] = [],
): Promise<void> {
  const subject = projectSubject(project.store);
  try {
    await context.database.write('control', [
      ...extraSteps,
      ...context.projectsStore.reserveIdSteps(project.store, project.id, isoTime(context.clock.now())),
      context.projectsStore.deleteStep(project.store),
      context.keysStore.deleteAllStep(project.store),
      ...context.membersStore.deleteAllSteps(project.store),
      ...context.domainsStore.claimSteps(project.store, [], 0),
      ...context.dependents.steps(project.store),
      context.audit.step(author, {
        project,
        action: 'project.delete',
        target: project.id,
        details: { name: project.name },
      }),
      ...context.feed.steps(subject),
      ...context.feed.steps(goneSubject(project.store)),
      ...context.feed.steps(DOMAINS_SUBJECT),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'project')) throw new ServiceError('project_not_found', 'There is no such project.');
    throw error;
  }
  await forget(context, project.store);
  await context.database.drop(project.store).catch(context.onError);
}

/** The next start deletes stores whose database does not answer now. */
export async function sweepStores({ database, projectsStore, dependents, onError }: ProjectsContext): Promise<void> {
  // Reads the stores first: a project created in the meantime has a store that is not in this list.
  const stores = await database.stores();
  // Reads future stores before projects: at the end of a restore a store changes from one to the other.
  const future: readonly string[] = await dependents.futureStores();
  const known = new Set([...future, ...(await projectsStore.stores())]);
  for (const store of stores) {
    if (store.startsWith('p_') && !known.has(store)) await database.drop(store).catch(onError);
  }
}
