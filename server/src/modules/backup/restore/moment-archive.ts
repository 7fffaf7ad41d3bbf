import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Project } from '../../../callers/index.ts';
import { NotInArchive, type RecoveredProjectData, UnusableArchive } from '../../../continuous-archive/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { BackupContext } from '../backup-context.ts';
import { buildArchive } from '../write/build-archive.ts';
import { writeToFile } from './receive-archive.ts';

/** The range of moments to which a project can be restored. Throws `not_found` where nothing is archived. */
export async function momentRange({
  archive,
}: BackupContext): Promise<{ readonly fromMs: number; readonly toMs: number }> {
  if (archive === undefined) {
    throw new ServiceError(
      'not_found',
      'There is no continuous archive. The operator of the service can set SERVICE_ARCHIVE_URL.',
    );
  }
  const range = await archive.moments();
  if (range !== undefined) return range;
  throw new ServiceError(
    'unavailable',
    'The archive has only just begun, or its storage is not answering. Try again in a minute.',
  );
}

/** Throws `validation_failed` for a moment outside of the range. */
export async function requireMoment(context: BackupContext, at: string): Promise<number> {
  const { fromMs, toMs } = await momentRange(context);
  const atMs = Date.parse(at);
  if (atMs >= fromMs && atMs <= toMs) return atMs;
  const [from, to] = [isoTime(fromMs), isoTime(toMs)];
  const problem = `must be a time from ${from} to ${to}`;
  throw new ServiceError('validation_failed', `at ${problem}.`, { details: { fields: { at: problem }, from, to } });
}

export async function writeMomentArchive(
  context: BackupContext,
  project: Project,
  { atMs, path }: { readonly atMs: number; readonly path: string },
): Promise<void> {
  const directory = join(context.folder, context.ids());
  let data: RecoveredProjectData | undefined;
  try {
    data = await recoverData(context, { id: project.id, atMs, folder: directory });
    const then = await context.projects.findIn(data.database, project.id);
    if (then === undefined) throw new Error('the recovered control store has no such project');
    const built = await buildArchive(contextOf(context, data, atMs), {
      project: then,
      excluded: [],
      passphrase: undefined,
    });
    try {
      await writeToFile(path, built.pieces);
    } finally {
      await built.close();
    }
  } finally {
    await data?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function recoverData(
  { archive, logger }: BackupContext,
  wanted: { readonly id: string; readonly atMs: number; readonly folder: string },
): Promise<RecoveredProjectData> {
  try {
    if (archive === undefined) throw new NotInArchive('Nothing is archived.');
    return await archive.recoverProject(wanted);
  } catch (error) {
    if (error instanceof NotInArchive) throw validationFailed({ at: 'is a time at which the project did not exist' });
    if (!(error instanceof UnusableArchive)) throw error;
    logger.error(
      { project: wanted.id, err: { message: error.message } },
      'A moment of a project could not be recovered.',
    );
    throw new ServiceError(
      'damaged',
      'The archive is incomplete at this moment. Nothing was changed; try an earlier one.',
      {
        cause: error,
      },
    );
  }
}

/** The same parts of the service, with the data of that moment. Nothing deletes its files, so no holds are needed. */
function contextOf(context: BackupContext, { database, blobs }: RecoveredProjectData, atMs: number): BackupContext {
  const { templates, projects } = context;
  return {
    ...context,
    database,
    blobs,
    clock: { now: () => atMs },
    holds: {
      hold: async () => ({ untilMs: Number.POSITIVE_INFINITY, release: async () => undefined }),
      heldUntil: async () => undefined,
      releaseAll: async () => undefined,
    },
    templates: { ...templates, saved: (store) => templates.saved(store, database) },
    projects: { ...projects, save: (project, saved) => projects.saveFrom(database, project, saved) },
  };
}
