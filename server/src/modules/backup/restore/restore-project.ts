import { rm } from 'node:fs/promises';
import { isInstanceOperator, type Project } from '../../../callers/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { BackupContext } from '../backup-context.ts';
import { passphraseOf } from '../passphrase-header.ts';
import type { RestoreRecord } from '../restore-record.ts';
import { isEmpty, requireEmpty } from './is-empty.ts';
import { momentRange, requireMoment, writeMomentArchive } from './moment-archive.ts';
import { receiveArchive } from './receive-archive.ts';
import { type RestoreQuery, waitMsOf } from './restore-options.ts';
import type { RestoreEnd, Restores } from './restores.ts';

export interface RestoreContext extends BackupContext {
  readonly restores: Restores;
  readonly passphrase: string | undefined;
  /** Writes a stored backup of the project to a file. Throws `not_found`. */
  readonly fetchBackup: (call: MemberCall<RestoreQuery>, id: string, path: string) => Promise<void>;
}

/** Restores the project, or a new one beside it. Responds with the result, or 202 when it does not finish in time. */
export async function restoreProject(context: RestoreContext, call: MemberCall<RestoreQuery>): Promise<Answer> {
  const { as: id, ...query } = call.query;
  requireOneSource(call.query);
  // A dry run creates no project: the loaded data is discarded.
  const isBeside = id !== undefined && query.dry_run !== true;
  const project = isBeside ? await createBeside(context, call, id) : call.project;
  const started = await startRestore(context, call, { project, query }).catch(async (error: unknown) => {
    if (isBeside && (await isEmpty(context, project.store))) await context.projects.removeUnchanged(call, project);
    throw error;
  });
  const end = await within(started.ended, waitMsOf(query));
  if (end === undefined) return answer(202, await requireRestore(context, project.store, started.id));
  if (end.failure !== undefined) throw end.failure;
  return answer(200, end.record);
}

interface RestoreTarget {
  readonly project: Project;
  readonly query: RestoreQuery;
}

interface StartedRestore {
  readonly id: string;
  readonly ended: Promise<RestoreEnd>;
}

/** From here on, the end of the restore also removes a project that was created for it and stays empty. */
async function startRestore(
  context: RestoreContext,
  call: MemberCall<RestoreQuery>,
  { project, query }: RestoreTarget,
): Promise<StartedRestore> {
  const { replace, dry_run: isDryRun = false, backup, at } = query;
  if (replace !== undefined && replace !== project.id) {
    throw validationFailed({ replace: `must be the id of this project, ${project.id}` });
  }
  const passphrase = passphraseOf(call.headers);
  const atMs = at === undefined ? undefined : await requireMoment(context, at);
  // Checked before the client uploads anything. A dry run replaces nothing, so the project need not be empty.
  if (replace === undefined && !isDryRun) await requireEmpty(context, project.store);
  const { id, path } = context.restores.begin();
  if (backup !== undefined) await context.fetchBackup(call, backup, path);
  else if (atMs === undefined) await receiveArchive(path, call);
  const order = {
    author: call,
    source: project.store === call.project.store ? undefined : call.project.store,
    project,
    path,
    makeArchive: atMs === undefined ? undefined : () => writeMomentArchive(context, call.project, { atMs, path }),
    passphrase,
    isStored: backup !== undefined || at !== undefined,
    storedPassphrase: backup === undefined ? undefined : context.passphrase,
    replaces: replace !== undefined,
    takesKeys: query.keys === 'archive',
    skipsSecrets: query.secrets === 'skip',
    isPaused: query.paused ?? false,
    isDryRun,
    mayRaiseLimits: isInstanceOperator(call.operator),
  };
  try {
    return { id, ...(await context.restores.start(id, order)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function requireOneSource({ at, as, backup, replace }: RestoreQuery): void {
  if (at !== undefined && backup !== undefined) throw validationFailed({ at: 'cannot go with backup' });
  if (as !== undefined && at === undefined) throw validationFailed({ as: 'needs at' });
  if (as !== undefined && replace !== undefined) throw validationFailed({ as: 'cannot go with replace' });
}

/** Creates the project into which a moment of another one is restored. */
async function createBeside(context: RestoreContext, call: MemberCall<RestoreQuery>, id: string): Promise<Project> {
  await requireMoment(context, call.query.at ?? '');
  return await context.projects.create(call, { id, name: call.project.name }).catch((error: unknown) => {
    throw namedAs(error);
  });
}

/** The problem of a new project's id is one of the parameter `as` here. */
function namedAs(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const problem: unknown = Object(error.details?.['fields']).id;
  if (typeof problem !== 'string') return error;
  return error.code === 'validation_failed'
    ? validationFailed({ as: problem })
    : new ServiceError(error.code, error.message, { details: { fields: { as: problem } } });
}

export async function showMoments(context: RestoreContext): Promise<Answer> {
  const { fromMs, toMs } = await momentRange(context);
  return { status: 200, body: { data: { from: isoTime(fromMs), to: isoTime(toMs) }, count: 1 } };
}

export async function showRestore(context: RestoreContext, { project, params }: MemberCall): Promise<Answer> {
  return answer(200, await requireRestore(context, project.store, params['restore_id'] ?? ''));
}

async function requireRestore(
  { restores }: RestoreContext,
  store: MemberCall['project']['store'],
  id: string,
): Promise<RestoreRecord> {
  const record = await restores.find(store, id);
  if (record === undefined) throw new ServiceError('not_found', 'There is no such restore.');
  return record;
}

function answer(status: number, { source: _, created: __, ...data }: RestoreRecord): Answer {
  return { status, body: { data, count: 1 } };
}

async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
