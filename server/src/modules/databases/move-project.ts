import type { Static } from 'typebox';
import type { Project } from '../../callers/index.ts';
import { isNotApplied, type MoveRow, STEPS } from '../../database/index.ts';
import { type Answer, type listingQuery, type OperatorCall, readListing } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { type DatabasesContext, requireOperator, requireSeveral } from './databases-context.ts';
import type { MoveRecord } from './schemas.ts';

const WAIT_SECONDS = 2;

type MoveCall = OperatorCall<{ readonly wait?: number }, { readonly database: string }>;

/** Moves a project to another database. Its reads continue; its writes wait during the copy. */
export async function moveProject(context: DatabasesContext, call: MoveCall): Promise<Answer> {
  requireOperator(call);
  const project = await requireProject(context, call);
  const several = requireSeveral(context);
  const target = call.body.database;
  if (!(await context.places.store.databases()).some(({ name }) => name === target)) {
    throw validationFailed({ database: 'must be the name of a database of this installation' });
  }
  const source = await context.places.store.placeOf(project.store);
  if (source === target) throw new ServiceError('conflict', `The project is already in the database ${target}.`);
  // A move from or to a database that does not answer would have to wait for it.
  for (const name of [source, target]) await several.registered.requireAnswer(name);
  const row = newMove(context, project, { source, target });
  await startMove(context, call, project, row);
  const ended = several.moves.run(row).then(() => true as const);
  const isEnded = await within(ended, 1000 * (call.query.wait ?? WAIT_SECONDS));
  const data = showMove(project, (await context.places.store.move(project.store, row.id)) ?? row);
  return { status: isEnded ? 200 : 202, body: { data, count: 1 } };
}

function newMove(
  { ids, clock, processes }: DatabasesContext,
  { store }: Project,
  { source, target }: Pick<MoveRow, 'source' | 'target'>,
): MoveRow {
  const start = { error: null, bytes: null, ended_at: null, kept_until: null };
  const created = isoTime(clock.now());
  return { id: ids(), store, source, target, state: 'running', process: processes.id, created_at: created, ...start };
}

async function startMove(
  { database, places, audit }: DatabasesContext,
  call: MoveCall,
  project: Project,
  row: MoveRow,
): Promise<void> {
  const details = { from: row.source, database: row.target };
  try {
    await database.write('control', [
      ...places.store.startMoveSteps(row),
      audit.step(call, { project, action: 'project.move', target: project.id, details }),
    ]);
  } catch (error) {
    if (isNotApplied(error, STEPS.project)) throw noSuchProject();
    if (isNotApplied(error, STEPS.place)) throw new ServiceError('conflict', 'This project has just been moved.');
    if (isNotApplied(error, STEPS.alone))
      throw new ServiceError('conflict', 'This project is being moved at the moment.');
    throw error;
  }
}

export async function listMoves(
  context: DatabasesContext,
  call: OperatorCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  requireOperator(call);
  const project = await requireProject(context, call);
  const page = readListing(call.query, {
    fields: ['id'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const { rows, count } = await context.places.store.movesOf(project.store, page);
  return { status: 200, body: { data: rows.map((row) => showMove(project, row)), count } };
}

export async function getMove(context: DatabasesContext, call: OperatorCall): Promise<Answer> {
  requireOperator(call);
  const project = await requireProject(context, call);
  const row = await context.places.store.move(project.store, call.params['move_id'] ?? '');
  if (row === undefined) throw new ServiceError('not_found', 'There is no such move.');
  return { status: 200, body: { data: showMove(project, row), count: 1 } };
}

async function requireProject({ findProject }: DatabasesContext, { params }: OperatorCall): Promise<Project> {
  const project = await findProject(params['project_id'] ?? '');
  if (project === undefined) throw noSuchProject();
  return project;
}

function noSuchProject(): ServiceError {
  return new ServiceError('project_not_found', 'There is no such project.');
}

function showMove({ id: project }: Project, row: MoveRow): MoveRecord {
  return {
    id: row.id,
    project,
    from: row.source,
    database: row.target,
    state: row.state,
    bytes: row.bytes === null ? null : Number(row.bytes),
    error: row.error,
    created_at: row.created_at,
    ended_at: row.ended_at,
    kept_until: row.kept_until,
  };
}

async function within(ended: Promise<true>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
