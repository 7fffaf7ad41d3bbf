import type { Project } from '../../callers/index.ts';
import type { StoreName } from '../../database/index.ts';
import type { ProjectsContext } from './projects-context.ts';

/** The project with this store; undefined when it has another store by now or no longer exists. */
export async function findOwner(
  { projectsStore, cache }: Pick<ProjectsContext, 'projectsStore' | 'cache'>,
  store: StoreName,
): Promise<Project | undefined> {
  const id = await projectsStore.idOf(store);
  if (id === undefined) return undefined;
  const known = await cache.find(id);
  if (known === undefined || known.store === store) return known;
  // Another process has just restored the project into this store.
  cache.forget(known.store);
  const current = await cache.find(id);
  return current?.store === store ? current : undefined;
}
