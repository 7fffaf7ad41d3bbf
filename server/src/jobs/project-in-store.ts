import type { StoreName } from '../database/index.ts';
import { type Job, PostponedJob } from './job.ts';

const SWITCH_WAIT_MS = 2000;

/**
 * The project whose job it is; undefined when it was deleted. Postpones the job while the project has another store: a
 * restore still fills this one, or this process has not noticed yet that the project moved into it.
 */
export function projectInStore<Project extends { readonly store: StoreName }>(
  job: Pick<Job, 'store'>,
  project: Project | undefined,
): Project | undefined {
  if (project === undefined || project.store === job.store) return project;
  throw new PostponedJob('The project has another store at the moment.', SWITCH_WAIT_MS);
}
