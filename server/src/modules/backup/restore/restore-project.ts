import { rm } from 'node:fs/promises';
import { isInstanceOperator } from '../../../callers/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { BackupContext } from '../backup-context.ts';
import { passphraseOf } from '../passphrase-header.ts';
import type { RestoreRecord } from '../restore-record.ts';
import { requireEmpty } from './is-empty.ts';
import { receiveArchive } from './receive-archive.ts';
import { type RestoreQuery, waitMsOf } from './restore-options.ts';
import type { Restores } from './restores.ts';

export interface RestoreContext extends BackupContext {
  readonly restores: Restores;
  /** The service's passphrase for its own backups. */
  readonly passphrase: string | undefined;
  /** Writes a stored backup of the project to a file. Throws `not_found`. */
  readonly fetchBackup: (call: MemberCall<RestoreQuery>, id: string, path: string) => Promise<void>;
}

/** Receives an archive and restores the project from it. Responds with the result, or 202 when it does not finish in time. */
export async function restoreProject(context: RestoreContext, call: MemberCall<RestoreQuery>): Promise<Answer> {
  const { project, query } = call;
  const { replace, dry_run: isDryRun = false, backup } = query;
  if (replace !== undefined && replace !== project.id) {
    throw validationFailed({ replace: `must be the id of this project, ${project.id}` });
  }
  const passphrase = passphraseOf(call.headers);
  // Checked before the client uploads anything. A dry run replaces nothing, so the project need not be empty.
  if (replace === undefined && !isDryRun) await requireEmpty(context, project.store);
  const { id, path } = context.restores.begin(project);
  if (backup === undefined) await receiveArchive(path, call);
  else await context.fetchBackup(call, backup, path);
  const order = {
    author: call,
    project,
    path,
    passphrase,
    isStored: backup !== undefined,
    storedPassphrase: backup === undefined ? undefined : context.passphrase,
    replaces: replace !== undefined,
    takesKeys: query.keys === 'archive',
    skipsSecrets: query.secrets === 'skip',
    isPaused: query.paused ?? false,
    isDryRun,
    mayRaiseLimits: isInstanceOperator(call.operator),
  };
  const { ended } = await context.restores.start(id, order).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  const end = await within(ended, waitMsOf(query));
  if (end === undefined) return answer(202, await requireRestore(context, project.store, id));
  if (end.failure !== undefined) throw end.failure;
  return answer(200, end.record);
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

function answer(status: number, data: RestoreRecord): Answer {
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
