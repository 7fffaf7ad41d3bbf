import {
  DamagedArchive,
  type Manifest,
  UnfitRecord,
  UnsupportedArchive,
  walkArchiveFile,
} from '../../../archive/format/index.ts';
import type { LeftOut } from '../../../archive/sections/index.ts';
import { storageError } from '../../../blobs/index.ts';
import { isInstanceOperator, type Project } from '../../../callers/index.ts';
import type { PlainStep, StoreName } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import { type ArchiveKey, openArchiveKey } from '../archive-key.ts';
import type { BackupContext } from '../backup-context.ts';
import { diskError } from '../disk-error.ts';
import { invalidArchive } from './invalid-archive.ts';
import { requireEmpty } from './is-empty.ts';
import { type LoadedArchive, loadArchive } from './load-archive.ts';

export interface RestoreOrder {
  readonly author: AuditAuthor;
  /** The store of the project of an archived moment that is restored into another project. */
  readonly source: StoreName | undefined;
  /** The project before the restore. */
  readonly project: Project;
  readonly path: string;
  /** Writes the archive of a moment to `path`; undefined when the archive is there. */
  readonly makeArchive: (() => Promise<void>) | undefined;
  readonly passphrase: string | undefined;
  readonly isStored: boolean;
  readonly storedPassphrase: string | undefined;
  readonly replaces: boolean;
  readonly takesKeys: boolean;
  readonly skipsSecrets: boolean;
  readonly isPaused: boolean;
  readonly isDryRun: boolean;
  /** Whether the caller may raise limits of any project; then the archive's limits apply. */
  readonly mayRaiseLimits: boolean;
}

export interface RestoreProgress {
  /** The archive is complete. Throws when this process has lost the restore. */
  verified(manifest: Manifest): Promise<void>;
  /** Marks the restore as done in the transaction that switches stores, so a restore found running is certainly not done. */
  doneStep(leftOut: readonly LeftOut[]): PlainStep;
}

/** Loads the archive into a new store and switches the project in one transaction; until then nothing changes. */
export async function runRestore(
  context: BackupContext,
  target: StoreName,
  order: RestoreOrder,
  progress: RestoreProgress,
): Promise<readonly LeftOut[]> {
  const { project, path, isDryRun, isPaused } = order;
  try {
    await order.makeArchive?.();
    const manifest = await walkArchiveFile(path);
    requireFit(context, order, manifest);
    const { key, leftOut } = await openKey(context, order, manifest);
    await progress.verified(manifest);
    const filled = { ...project, store: target };
    const loaded = await loadArchive(context, { path, manifest, project: filled, isDryRun, isPaused, key, leftOut });
    if (isDryRun) await readSettings(context, order, loaded);
    else {
      if (!order.replaces) await requireEmpty(context, project.store);
      await switchTo(context, target, order, { ...loaded, doneStep: progress.doneStep(loaded.leftOut) });
    }
    return loaded.leftOut;
  } catch (error) {
    throw restoreError(error);
  } finally {
    for (const store of isDryRun ? [target] : [target, project.store]) await discard(context, store);
  }
}

function requireFit(
  { settings }: BackupContext,
  { project, mayRaiseLimits }: RestoreOrder,
  { counts }: Manifest,
): void {
  if (mayRaiseLimits) return;
  const { storage_bytes: bytesMax, storage_files: filesMax } = settings(project).limits;
  if (counts.files <= filesMax && counts.file_bytes <= bytesMax) return;
  throw new ServiceError('storage_full', 'The archive has more files than this project may store.', {
    details: { files: counts.files, file_bytes: counts.file_bytes, storage_files: filesMax, storage_bytes: bytesMax },
  });
}

/** The key of the archive's secrets; undefined when they are left out. Throws `passphrase_required`, `wrong_passphrase`. */
async function openKey(
  { masterKey, projects }: BackupContext,
  { author, passphrase, storedPassphrase, isStored, skipsSecrets }: RestoreOrder,
  manifest: Manifest,
): Promise<{ readonly key: ArchiveKey | undefined; readonly leftOut: readonly LeftOut[] }> {
  if (skipsSecrets) return { key: undefined, leftOut: [] };
  const opened = await openArchiveKey(manifest, {
    masterKey,
    passphrase: passphrase ?? storedPassphrase,
    // An archive that does not prove its source is trusted only as a stored backup of this project, or for instance operators.
    mayOpen: async (source) =>
      source === undefined
        ? isStored || mayRunInstallation(author)
        : await projects.mayReadSecrets(author.operator, source as StoreName),
  });
  if (opened.kind === 'open') return { key: opened.key, leftOut: [] };
  if (manifest.counts.secrets === 0) return { key: undefined, leftOut: [] };
  if (opened.kind === 'not_allowed') return { key: undefined, leftOut: [SECRETS_NOT_YOURS] };
  throw new ServiceError(
    'passphrase_required',
    opened.kind === 'passphrase_missing'
      ? 'The archive has secrets that need its passphrase. Send it, or leave them out with secrets=skip.'
      : 'The archive has secrets that only the server that created it can decrypt. Leave them out with secrets=skip, or create it again with a passphrase.',
  );
}

const SECRETS_NOT_YOURS: LeftOut = {
  kind: 'secrets',
  name: '*',
  reason: 'Only operators, and owners and admins of the archived project, may restore its secrets.',
};

function mayRunInstallation({ operator }: AuditAuthor): boolean {
  return operator.kind !== 'service' && isInstanceOperator(operator);
}

async function readSettings({ projects }: BackupContext, order: RestoreOrder, loaded: LoadedArchive) {
  const { loading, settings: document } = loaded;
  const { project, mayRaiseLimits } = order;
  try {
    return await projects.read(loading, { document, project, mayRaiseLimits });
  } catch (error) {
    throw error instanceof UnfitRecord ? new DamagedArchive('settings.json', 'record', error.message) : error;
  }
}

async function switchTo(
  context: BackupContext,
  to: StoreName,
  order: RestoreOrder,
  loaded: LoadedArchive & { readonly doneStep: PlainStep },
): Promise<void> {
  const { templates, projects, carryOver } = context;
  const { project, author, takesKeys } = order;
  const { settings: document, leftOut, doneStep } = loaded;
  const restored = await readSettings(context, order, loaded);
  await carryOver(project.store, to);
  try {
    await projects.switchStore(author, {
      project,
      to,
      restored,
      keys: takesKeys ? { publicKey: document.project.public_key, keys: document.keys } : undefined,
      steps: [
        doneStep,
        ...templates.forgetSteps(project.store),
        ...templates.restoreSteps(to, document.mail_templates),
      ],
      details: { from: document.project.name, left_out: leftOut.length, keys: takesKeys ? 'archive' : 'own' },
    });
  } catch (error) {
    // The response to the commit may be lost, and work after it may fail, so the store that the project uses decides.
    if (!(await projects.isInUse(to))) throw error;
    context.logger.warn(
      { project: project.id, err: { message: String(error) } },
      'A restore has finished with problems.',
    );
  }
}

/** Deletes a store that no project uses. If that fails, the next start deletes it. */
async function discard({ database, forgetStore, logger, projects }: BackupContext, store: StoreName): Promise<void> {
  try {
    if (await projects.isInUse(store)) return;
    await forgetStore(store);
    await database.drop(store);
  } catch (error) {
    logger.warn(
      { store, err: { message: String(error) } },
      'A store that is no longer needed could not be deleted yet.',
    );
  }
}

function restoreError(error: unknown): unknown {
  if (error instanceof DamagedArchive) return invalidArchive(error);
  if (error instanceof UnsupportedArchive) return new ServiceError('unsupported_archive', error.message);
  const failure = storageError(diskError(error));
  if (!isDatabaseFailure(failure)) return failure;
  const message = 'The database is not answering at the moment. Nothing was changed; try again.';
  return new ServiceError('unavailable', message, { cause: failure });
}
