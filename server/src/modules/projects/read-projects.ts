import type { Static } from 'typebox';
import type { Operator, Project } from '../../callers/index.ts';
import { type listingQuery, readListing } from '../../http/listing.ts';
import type { Answer, MemberCall, OperatorCall } from '../../http/route.ts';
import { ServiceError } from '../../platform/errors.ts';
import { showProject } from './project-answer.ts';
import type { ProjectContext } from './project-context.ts';
import type { StoredProject, Viewer } from './projects-store.ts';

/** The projects the operator is a member of; all of them for the admin token. */
export async function listProjects(
  context: ProjectContext,
  { operator, query }: OperatorCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ['created_at', 'name', 'id'],
    otherwise: { field: 'created_at', direction: 'asc' },
    tieBreaker: 'id',
  });
  const { projectsStore } = context;
  const viewer = viewerOf(operator);
  const [projects, count] = await Promise.all([projectsStore.list(viewer, listing), projectsStore.count(viewer)]);
  return { status: 200, body: { data: projects.map((project) => showProject(context, project)), count } };
}

export async function getProject(context: ProjectContext, { project }: MemberCall): Promise<Answer> {
  return {
    status: 200,
    body: { data: showProject(context, await requireStored(context, project)), count: 1 },
  };
}

/** What is stored at this moment, not what is in memory; 404 when the project was deleted meanwhile. */
export async function requireStored({ projectsStore }: ProjectContext, project: Project): Promise<StoredProject> {
  const stored = await projectsStore.find(project.id);
  if (stored?.project.store === project.store) return stored;
  throw new ServiceError('project_not_found', 'There is no such project.');
}

function viewerOf(operator: Operator): Viewer {
  return operator.kind === 'admin' ? 'all' : { accountId: operator.accountId, only: operator.scope?.projects ?? null };
}
