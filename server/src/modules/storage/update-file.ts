import type { Step, Value } from '../../database/index.ts';
import type { Column } from '../../database/schema/index.ts';
import { updateRows } from '../../database/sql/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { validationFailed } from '../../platform/errors.ts';
import { requireMetadata } from './file-fields.ts';
import { moveFile } from './file-name.ts';
import { type FileRecord, presentFile } from './file-record.ts';
import { accessTo, explained, fileNotFound, withCatalogue } from './file-scope.ts';
import { FILE_COLUMNS, fileColumn, filesTable, type Visibility } from './files-table.ts';
import { getFile } from './read-files.ts';
import type { StorageContext, Target } from './storage-context.ts';

export interface FilePatch {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly metadata?: unknown;
}

export interface FileUpdate {
  readonly id: string;
  readonly patch: FilePatch;
}

/** A private file loses its signed links. Throws `file_not_found`, or `forbidden` if the caller may only see it. */
export async function updateFile(context: StorageContext, target: Target, update: FileUpdate): Promise<FileRecord> {
  const { database, filesStore } = context;
  const { project, caller } = target;
  const table = filesTable(caller.kind);
  const file = await getFile(context, target, update.id);
  const patch = changedValues(file, update.patch, context.clock.now());
  const { results } = await withCatalogue(context, target, async (catalogue) => {
    const access = accessTo(context, target, { id: file.id, action: 'update', table, catalogue });
    const change = updateRows(database.dialect, {
      table,
      patch,
      where: access.allowed,
      check: { kind: 'always' },
      // A caller who may change a file gets its new state, even if the change hides it from the caller.
      shown: FILE_COLUMNS,
      onNoMatch: { visible: access.seen },
    });
    const steps: Step[] = update.patch.visibility === 'private' ? [change, filesStore.endLinksStep(file.id)] : [change];
    return await explained(() => database.write(project.store, steps, { schemaVersion: catalogue.version }));
  });
  const [changed] = results;
  const row = changed?.kind === 'rows' ? changed.rows?.[0] : undefined;
  if (typeof row !== 'string') throw fileNotFound();
  return presentFile(context, project, row);
}

function changedValues(file: FileRecord, patch: FilePatch, nowMs: number): ReadonlyMap<Column, Value> {
  const { name, path, visibility, metadata } = patch;
  if (Object.values(patch).every((value) => value === undefined)) {
    throw validationFailed({ body: 'must change name, path, visibility or metadata' });
  }
  const values = new Map<Column, Value>([[fileColumn('updated_at'), isoTime(nowMs)]]);
  if (name !== undefined || path !== undefined) {
    // Sets both together, so that the path ends with the name despite concurrent changes.
    const place = moveFile(file, { name, path });
    values.set(fileColumn('name'), place.name).set(fileColumn('path'), place.path);
  }
  if (visibility !== undefined) values.set(fileColumn('visibility'), visibility);
  if (metadata !== undefined) values.set(fileColumn('metadata'), requireMetadata(metadata));
  return values;
}
