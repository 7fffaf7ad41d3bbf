import type { Caller, Project } from '../../callers/index.ts';
import { isDatabaseFailure } from '../../database/errors.ts';
import type { Table } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Catalogue } from '../tables/index.ts';
import type { RowsContext } from './rows-context.ts';

/** A change of a table may overtake a request this often before the request gives up. */
const RELOADS_MAX = 3;

/** A table, and the caller who asks for it. */
export interface Target {
  readonly project: Project;
  readonly caller: Caller;
  /** The table's name as the caller wrote it. */
  readonly table: string;
}

/**
 * Input of a request to a table. Read only after the caller's rights are known, so that a refusal comes before any
 * word about parameters and bodies.
 */
export type Ask<Input> = () => Input;

/** A table as one state of the project's catalogue has it, and what is asked of it. */
export interface OpenTable {
  readonly context: RowsContext;
  readonly target: Target;
  readonly table: Table;
  readonly catalogue: Catalogue;
  readonly nowMs: number;
  /** The caller passes every rule, sees hidden columns and sets the server's own. */
  readonly isSecret: boolean;
}

/** Thrown by work that would write a row whose id does not tell its time of creation. */
export class IdOrderEnds extends Error {}

/**
 * Does some work on a table as the catalogue has it. When the tables were changed meanwhile the database refuses the
 * work as a whole; it is then made anew for the new state.
 */
export async function onTable<Result>(
  context: RowsContext,
  target: Target,
  work: (open: OpenTable) => Result | Promise<Result>,
): Promise<Result> {
  const isSecret = target.caller.kind === 'secret';
  let isNewest = !context.isShared;
  for (let reloads = 0; ; reloads += 1) {
    const found = context.tables.catalogue(target.project);
    const catalogue = found instanceof Promise ? await found : found;
    const table = catalogue.tables.get(target.table);
    try {
      if (table === undefined) throw tableNotFound(target.table);
      return await work({ context, target, table, catalogue, nowMs: context.clock.now(), isSecret });
    } catch (error) {
      if (error instanceof IdOrderEnds && table !== undefined) {
        await context.tables.endIdOrder(target.project, table);
        continue;
      }
      if (isOfUnknownName(error) && !isNewest) {
        // Another process may have added it a moment ago.
        isNewest = true;
        const { version } = await context.tables.reload(target.project, catalogue.version);
        if (version === catalogue.version) throw error;
        continue;
      }
      if (!isDatabaseFailure(error, 'stale_schema')) throw error;
      if (reloads === RELOADS_MAX) throw changedTooOften(error);
    }
    await context.tables.reload(target.project, catalogue.version);
  }
}

/** Before rows are added or changed. Throws `storage_full`. */
export function requireRoom({ context, target }: OpenTable): Promise<void> | undefined {
  return context.room?.require(target.project);
}

function isOfUnknownName(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'unknown_column' || error.code === 'table_not_found');
}

function tableNotFound(name: string): ServiceError {
  return new ServiceError('table_not_found', `There is no table "${name.slice(0, 64)}" in this project.`);
}

function changedTooOften(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The tables of this project are being changed. Try again.', {
    cause,
    retryAfterSeconds: 1,
  });
}
