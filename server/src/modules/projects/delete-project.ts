import type { StoreName } from '../../database/database.ts';
import type { Answer, MemberCall } from '../../http/route.ts';
import { ServiceError } from '../../platform/errors.ts';
import { DOMAINS_SUBJECT } from './app-domains.ts';
import { failedBy, goneSubject, type ProjectParts, projectSubject } from './project-parts.ts';

/**
 * Takes the project out of the service, then its rows off the disk. The other order could leave a project without its
 * rows; a store that could not be dropped is swept at the next start. The audit entries stay.
 */
export async function deleteProject(parts: ProjectParts, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const subject = projectSubject(project.store);
  try {
    await parts.database.write('control', [
      parts.projectsStore.deleteStep(project.store),
      parts.keysStore.deleteAllStep(project.store),
      ...parts.membersStore.deleteAllSteps(project.store),
      ...parts.domainsStore.replaceSteps(project.store, []),
      ...parts.belongings.steps(project.store),
      parts.audit.step(call, {
        project,
        action: 'project.delete',
        target: project.id,
        details: { name: project.name },
      }),
      ...parts.feed.steps(subject),
      ...parts.feed.steps(goneSubject(project.store)),
      ...parts.feed.steps(DOMAINS_SUBJECT),
    ]);
  } catch (error) {
    if (failedBy(error, 'project')) throw new ServiceError('project_not_found', 'There is no such project.');
    throw error;
  } finally {
    parts.feed.announce(subject);
    parts.feed.announce(DOMAINS_SUBJECT);
  }
  await forget(parts, project.store);
  await parts.database.drop(project.store).catch(parts.onError);
  return { status: 200, body: { count: 1 } };
}

/** Lets go of what this process holds of a project: its jobs, tables and sessions. */
export async function forget({ belongings, onError }: ProjectParts, store: StoreName): Promise<void> {
  try {
    await belongings.forget(store);
  } catch (error) {
    onError(error);
  }
}

/** Drops the stores whose projects are gone. */
export async function sweepStores({ database, projectsStore }: ProjectParts): Promise<void> {
  // The stores first: a project made in between has a store that is not among them.
  const stores = await database.stores();
  const known = new Set(await projectsStore.stores());
  for (const store of stores) {
    if (store.startsWith('p_') && !known.has(store)) await database.drop(store);
  }
}
