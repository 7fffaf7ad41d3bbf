import { and, type Condition } from '../../database/filter/index.ts';
import type { RowStep, Step, StoreName, WriteResult } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { compileList, deleteRows } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type Catalogue, scope } from '../tables/index.ts';
import { deleteBlobsLater } from './delete-blobs.ts';
import { type FileRecord, presentFile } from './file-record.ts';
import { accessTo, explained, fileNotFound, ownScope, requireId } from './file-scope.ts';
import { DELETED_STEP } from './files-store.ts';
import { deletableFiles, FILE_COLUMNS, fileColumn } from './files-table.ts';
import { startsWith } from './read-files.ts';
import type { StorageContext, Target } from './storage-context.ts';

const PORTION = 500;
const TRIES_MAX = 5;

export function deleteFile(context: StorageContext, target: Target, id: string): Promise<FileRecord> {
  const known = requireId(id);
  return deleting(context, target, async (catalogue, table) => {
    const { seen, allowed } = accessTo(context, target, { id: known, action: 'delete', table, catalogue });
    const step = deleteRows(context.database.dialect, {
      table,
      where: allowed,
      shown: FILE_COLUMNS,
      onNoMatch: { visible: seen },
    });
    const { results } = await writeDelete(context, target.project.store, { catalogue, ids: [known], step });
    const row = results.find((result) => result.kind === 'rows')?.rows?.[0];
    if (typeof row !== 'string') throw fileNotFound();
    return presentFile(context, target.project, row);
  });
}

/** Deletes in portions. `in_use` ends it; files deleted before stay deleted. */
export async function deleteByPrefix(context: StorageContext, target: Target, prefix: string): Promise<number> {
  if (prefix === '') throw prefixRequired();
  let deleted = 0;
  for (;;) {
    const portion = await deleting(context, target, (catalogue, table) =>
      deletePortion(context, target, { catalogue, table, prefix }),
    );
    deleted += portion.deleted;
    // Others may have deleted some of the found files, so only a short search result means that none are left.
    if (portion.found < PORTION) return deleted;
  }
}

interface Portion {
  readonly catalogue: Catalogue;
  readonly table: Table;
  readonly prefix: string;
}

async function deletePortion(
  context: StorageContext,
  target: Target,
  { catalogue, table, prefix }: Portion,
): Promise<{ readonly found: number; readonly deleted: number }> {
  const { database } = context;
  const { store } = target.project;
  const condition = and(ownScope(context, target).condition, deletable(context, target, table), startsWith(prefix));
  const read = compileList(database.dialect, {
    scope: { table, columns: [fileColumn('id')], condition },
    order: [],
    limit: PORTION,
    offset: 0,
    count: false,
  });
  const { json } = await database.list(store, read);
  const ids = (JSON.parse(`[${json}]`) as readonly { readonly id: string }[]).map(({ id }) => id);
  if (ids.length === 0) return { found: 0, deleted: 0 };
  const among: Condition = { kind: 'compare', column: fileColumn('id'), op: 'in', values: ids };
  const step = deleteRows(context.database.dialect, {
    table,
    where: and(condition, among),
    shown: undefined,
    onNoMatch: 'nothing',
  });
  const { results } = await writeDelete(context, store, { catalogue, ids, step });
  return { found: ids.length, deleted: results.find((result) => result.kind === 'rows')?.touched ?? 0 };
}

function deletable({ clock }: StorageContext, { caller }: Target, table: Table): Condition {
  const decision = scope(table, 'delete', caller, clock.now());
  if (decision.allowed) return decision.scope.condition;
  throw caller.kind === 'anonymous'
    ? new ServiceError('not_authenticated', 'Sign in to delete files.')
    : new ServiceError('forbidden', 'You may not delete files.');
}

async function writeDelete(
  context: StorageContext,
  store: StoreName,
  { catalogue, ids, step }: { readonly catalogue: Catalogue; readonly ids: readonly string[]; readonly step: RowStep },
): Promise<WriteResult> {
  const { database, filesStore } = context;
  const steps: Step[] = [
    ...filesStore.subtractUsageSteps(ids),
    step,
    filesStore.deletedStep(ids),
    await deleteBlobsLater(context, store, ids),
  ];
  return await explained(() => database.write(store, steps, { schemaVersion: catalogue.version }));
}

/** Retries when tables that refer to files have changed, or when the caller may no longer delete one of the files. */
async function deleting<Result>(
  context: StorageContext,
  { project, caller }: Target,
  work: (catalogue: Catalogue, table: Table) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const catalogue = await context.tables.catalogue(project);
    try {
      return await work(catalogue, deletableFiles(catalogue, caller.kind));
    } catch (error) {
      const isStale = isDatabaseFailure(error, 'stale_schema');
      const isOvertaken = isDatabaseFailure(error, 'not_applied') && error.error.name === DELETED_STEP;
      if (!isStale && !isOvertaken) throw error;
      if (tries === TRIES_MAX) throw changedTooOften(error);
      if (isStale) await context.tables.reload(project, catalogue.version);
    }
  }
}

function changedTooOften(cause: unknown): ServiceError {
  const message = 'These files, or tables that refer to them, are being changed. Try again.';
  return new ServiceError('unavailable', message, { cause, retryAfterSeconds: 1 });
}

export function prefixRequired(): ServiceError {
  return new ServiceError('filter_required', 'A prefix is required, so that no file is deleted by mistake.');
}
