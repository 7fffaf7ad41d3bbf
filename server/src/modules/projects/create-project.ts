import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../database/index.ts';
import type { Answer, OperatorCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuditAuthor } from '../audit/index.ts';
import { showProject } from './project-answer.ts';
import { isReservedId, projectIdFrom, requireProjectId } from './project-policy.ts';
import type { ProjectsContext } from './projects-context.ts';

const PUBLIC_KEY_BYTES = 24;
/** Waiting does not help: the caller must delete a project first. */
const FULL_RETRY_SECONDS = 3600;
/** A random suffix of five characters collides once in 60 million. */
const TRIES_MAX = 5;
/** Links and keys that still name a deleted project must not lead to a stranger's project. */
const RESERVED_MS = 90 * 24 * 60 * 60 * 1000;

export interface NewProject {
  readonly name: string;
  /** A chosen id, which must be free. Absent: derived from the name. */
  readonly id?: string;
}

export async function createProjectAnswer(
  context: ProjectsContext,
  call: OperatorCall<unknown, NewProject>,
): Promise<Answer> {
  const project = await createProject(context, call, call.body, roomSteps(context, call));
  const data = showProject(context, { project, settings: {} }, 'owner');
  return { status: 201, body: { data, count: 1 } };
}

/** Limits projects per account, even for concurrent requests. Throws `forbidden`. */
export function roomSteps(
  { membersStore, projectsPerAccount }: ProjectsContext,
  { operator }: Pick<OperatorCall, 'operator'>,
): readonly PlainStep[] {
  if (operator.kind === 'admin') return [];
  if (operator.scope !== undefined) throw new ServiceError('forbidden', 'A limited token cannot make projects.');
  return membersStore.requireRoomSteps(operator.accountId, projectsPerAccount);
}

function noRoom(max: number): ServiceError {
  return new ServiceError('rate_limited', `An account has at most ${max} projects of its own. Delete one first.`, {
    retryAfterSeconds: FULL_RETRY_SECONDS,
    limit: max,
  });
}

/** Creates a project that the creating account owns. The admin token and the service itself own no projects. */
export async function createProject(
  context: ProjectsContext,
  author: AuditAuthor,
  { name: wantedName, id: chosenId }: NewProject,
  extraSteps: readonly PlainStep[] = [],
): Promise<Project> {
  const name = requireDisplayName(wantedName);
  const tries = chosenId === undefined ? TRIES_MAX : 1;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const id = chosenId === undefined ? projectIdFrom(name, attempt, randomToken) : requireProjectId(chosenId);
    if (chosenId === undefined && isReservedId(id)) continue;
    const project = newProject(context, { id, name });
    if (await isInserted(context, author, project, extraSteps)) return project;
  }
  throw new ServiceError('duplicate', 'This project id is taken.', { details: { fields: { id: 'is taken' } } });
}

function newProject({ ids, clock }: ProjectsContext, { id, name }: Required<NewProject>): Project {
  return {
    id,
    // Never reused: data of a deleted project cannot appear in a later project with the same id.
    store: `p_${ids().replaceAll('-', '')}`,
    name,
    plan: 'free',
    publicKey: newPublicKey(),
    allowedOrigins: [],
    createdAt: isoTime(clock.now()),
  };
}

async function isInserted(
  { database, clock, audit, projectsStore, membersStore, placeSteps, projectsPerAccount }: ProjectsContext,
  author: AuditAuthor,
  project: Project,
  extraSteps: readonly PlainStep[],
): Promise<boolean> {
  const { operator } = author;
  const owner =
    operator.kind === 'account'
      ? [
          membersStore.insertStep({
            store: project.store,
            account_id: operator.accountId,
            role: 'owner',
            created_at: project.createdAt,
          }),
        ]
      : [];
  const details = { name: project.name };
  const since = isoTime(clock.now() - RESERVED_MS);
  // An operator of the installation may assign an id that is reserved for its former owner.
  const taker = operator.kind === 'account' && !operator.isOperator ? operator.accountId : undefined;
  const place = await placeSteps(project.store);
  try {
    await database.write('control', [
      ...extraSteps,
      ...projectsStore.takeReservedIdSteps(project.id, taker, since),
      projectsStore.insertStep(project),
      ...place,
      ...owner,
      audit.step(author, { project, action: 'project.create', target: project.id, details }),
    ]);
    return true;
  } catch (error) {
    if (isDatabaseFailure(error, 'unique_violation')) return false;
    if (isNotApplied(error, 'reserved')) return false;
    if (isNotApplied(error, 'room')) throw noRoom(projectsPerAccount);
    throw error;
  }
}

export function newPublicKey(): string {
  return `pk_${randomToken(PUBLIC_KEY_BYTES)}`;
}
