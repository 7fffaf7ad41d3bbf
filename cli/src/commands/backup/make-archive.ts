import type { Context } from '../../command/context.ts';
import { Failure } from '../../outcome/failure.ts';
import { type ArchiveBytes, type ArchivePlace, type SavedArchive, saveArchive } from './save-archive.ts';
import {
  type BackupOrder,
  type BackupsApi,
  backupPath,
  beginBackup,
  readyBackup,
  storedBytes,
} from './stored-backup.ts';

export function makeArchive(
  context: Context,
  backups: BackupsApi,
  order: BackupOrder,
  place: ArchivePlace,
): Promise<SavedArchive> {
  return withArchive(context, backups, order, (bytes) => saveArchive(context, place, bytes));
}

/** The server stores the archive meanwhile, so that a broken connection can resume; the copy is deleted afterwards. */
export async function withArchive<Made>(
  context: Context,
  backups: BackupsApi,
  order: BackupOrder,
  use: (bytes: ArchiveBytes) => Promise<Made>,
): Promise<Made> {
  const begun = await beginBackup(backups, { ...order, store: false }).catch((error: unknown) => {
    if (error instanceof Failure && error.facts.code === 'conflict') return undefined;
    throw error;
  });
  if (begun === undefined) return use(await directBytes(backups, order));
  try {
    return await use(storedBytes(backups, await readyBackup(backups, begun)));
  } finally {
    await forget(context, backups, begun.id);
  }
}

export async function directBytes(
  { api, base }: Pick<BackupsApi, 'api' | 'base'>,
  { exclude, headers }: BackupOrder,
): Promise<ArchiveBytes> {
  const { headers: answered, body } = await api.download(`${base}/backup`, {
    query: { exclude: exclude.length === 0 ? undefined : exclude.join(',') },
    headers: { ...headers, accept: '*/*', 'accept-encoding': 'identity' },
  });
  const length = answered.get('content-length');
  return { bytes: body, size: length === null ? undefined : Number(length), sha256: undefined };
}

/** The server deletes its copy after a day anyway, so a failure is only noted. */
async function forget(context: Context, { base }: BackupsApi, id: string): Promise<void> {
  try {
    await (await context.lastApi()).call(backupPath(base, id), { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.output.note(`The server keeps its copy ${id} for a day: ${error.message}`);
  }
}
