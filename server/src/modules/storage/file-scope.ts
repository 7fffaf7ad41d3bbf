import { and, type Condition, or } from '../../database/filter/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import type { RowAction, Table } from '../../database/schema/index.ts';
import { idIs, type Scope } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import { type Catalogue, scope } from '../tables/index.ts';
import { filesTable, uploadTable } from './files-table.ts';
import { linkedFiles } from './linked-files.ts';
import type { StorageContext, Target } from './storage-context.ts';

/** Throws `not_authenticated` or `forbidden` unless the project's rule lets the caller upload. */
export function requireUpload({ settings, clock }: StorageContext, { project, caller }: Target): void {
  const decision = scope(uploadTable(settings(project).upload), 'create', caller, clock.now());
  if (decision.allowed) return;
  throw decision.reason === 'not_authenticated'
    ? new ServiceError('not_authenticated', 'Sign in to upload files.')
    : new ServiceError('forbidden', 'You may not upload files to this project.');
}

/** Files that their own visibility shows, without linking rows. The caller may put only these into a row. */
export function ownScope({ clock }: Pick<StorageContext, 'clock'>, { caller }: Pick<Target, 'caller'>): Scope {
  const decision = scope(filesTable(caller.kind), 'read', caller, clock.now());
  // Every caller may see at least public files.
  if (!decision.allowed) throw fileNotFound();
  return decision.scope;
}

export function readScope(
  context: Pick<StorageContext, 'clock'>,
  target: Pick<Target, 'caller'>,
  catalogue: Catalogue,
): Scope {
  const own = ownScope(context, target);
  if (target.caller.kind === 'secret') return own;
  return { ...own, condition: or(own.condition, linkedFiles(context, target, catalogue)) };
}

export interface FileAccess {
  readonly seen: Condition;
  readonly allowed: Condition;
}

interface FileDeed {
  readonly id: string;
  readonly action: RowAction;
  readonly table: Table;
  readonly catalogue: Catalogue;
}

/** One statement checks both, so callers who may change no file still learn only about files that they may see. */
export function accessTo(
  context: Pick<StorageContext, 'clock'>,
  target: Target,
  { id, action, table, catalogue }: FileDeed,
): FileAccess {
  const seen = and(idIs(table, requireId(id)), readScope(context, target, catalogue).condition);
  const decision = scope(table, action, target.caller, context.clock.now());
  return { seen, allowed: decision.allowed ? and(seen, decision.scope.condition) : { kind: 'never' } };
}

const RELOADS_MAX = 3;

/** Runs `work` with the current catalogue, and again when the tables changed in the meantime. */
export async function withCatalogue<Result>(
  { tables }: Pick<StorageContext, 'tables'>,
  { project }: Pick<Target, 'project'>,
  work: (catalogue: Catalogue) => Promise<Result>,
): Promise<Result> {
  for (let reloads = 0; ; reloads += 1) {
    const catalogue = await tables.catalogue(project);
    try {
      return await work(catalogue);
    } catch (error) {
      if (!isDatabaseFailure(error, 'stale_schema') || reloads === RELOADS_MAX) throw error;
    }
    await tables.reload(project, catalogue.version);
  }
}

export function requireId(text: string): string {
  const id = parseUuid(text);
  if (id === undefined) throw fileNotFound();
  return id;
}

/** Also for a file that the caller may not see, so that the error does not reveal it. */
export function fileNotFound(): ServiceError {
  return new ServiceError('file_not_found', 'There is no such file.');
}

export function notTheOwner(): ServiceError {
  return new ServiceError('forbidden', 'Only the owner of a file and secret keys may do this.');
}

export async function explained<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (isDatabaseFailure(error, 'row_hidden')) throw fileNotFound();
    if (isDatabaseFailure(error, 'rule_failed')) throw notTheOwner();
    if (isDatabaseFailure(error, 'foreign_key_violation')) {
      throw new ServiceError('in_use', 'A row needs this file, so it cannot be deleted.');
    }
    throw error;
  }
}
