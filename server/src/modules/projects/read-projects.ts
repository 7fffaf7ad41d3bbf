import { type Static, Type } from 'typebox';
import type { Operator, Project } from '../../callers/index.ts';
import { type Answer, listingQuery, type MemberCall, type OperatorCall, readListing } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { boundedBy } from './member-policy.ts';
import { showProject } from './project-answer.ts';
import type { ProjectsContext } from './projects-context.ts';
import type { StoredProject, Viewer } from './projects-store.ts';

export const projectsQuery = Type.Object({
  ...listingQuery.properties,
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name or the id; `*` matches any characters.' }),
  ),
  stats: Type.Optional(Type.Boolean({ default: false, description: 'Adds the figures of the last 24 hours.' })),
});

export async function listProjects(
  context: ProjectsContext,
  { operator, query }: OperatorCall<Static<typeof projectsQuery>>,
): Promise<Answer> {
  const { projectsStore, membersStore } = context;
  const listing = readListing(query, {
    fields: ['created_at', 'name', 'id'],
    otherwise: { field: 'created_at', direction: 'asc' },
    tieBreaker: 'id',
  });
  const viewer = viewerOf(operator);
  const asked = { viewer, search: query.search?.trim() };
  const [projects, count] = await Promise.all([projectsStore.list(asked, listing), projectsStore.count(asked)]);
  const stores = projects.map(({ project }) => project.store);
  const [roles, stats] = await Promise.all([
    viewer === 'all' ? undefined : membersStore.rolesOf(viewer.accountId, stores),
    query.stats === true ? context.lastDay(stores) : undefined,
  ]);
  const data = projects.map((stored) => {
    const own = roles?.get(stored.project.store) ?? 'owner';
    const role = boundedBy(operator.kind === 'admin' ? undefined : operator.scope, own);
    const shown = showProject(context, stored, role);
    return stats === undefined ? shown : { ...shown, stats: shownStats(stats.get(stored.project.store)) };
  });
  return { status: 200, body: { data, count } };
}

function shownStats(sum: { requests: number; errors: number; storageBytes: number } | undefined) {
  return { requests: sum?.requests ?? 0, errors: sum?.errors ?? 0, storage_bytes: sum?.storageBytes ?? 0 };
}

export async function getProject(context: ProjectsContext, { project, role }: MemberCall): Promise<Answer> {
  const data = showProject(context, await requireStored(context, project), role);
  return { status: 200, body: { data, count: 1 } };
}

/** The project as stored right now, not the cached one. Throws `project_not_found` when it has been deleted. */
export async function requireStored({ projectsStore }: ProjectsContext, project: Project): Promise<StoredProject> {
  const stored = await projectsStore.find(project.id);
  if (stored?.project.store === project.store) return stored;
  throw new ServiceError('project_not_found', 'There is no such project.');
}

function viewerOf(operator: Operator): Viewer {
  return operator.kind === 'admin' ? 'all' : { accountId: operator.accountId, only: operator.scope?.projects ?? null };
}
