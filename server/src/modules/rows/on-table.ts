import type { Caller, Project } from '../../callers/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Catalogue } from '../tables/index.ts';
import type { RowsContext } from './rows-context.ts';

/** The request gives up after this many conflicts. Changes of several tables take turns, so it may meet one after the other. */
const RELOADS_MAX = 20;

export interface Target {
  readonly project: Project;
  readonly caller: Caller;
  readonly table: string;
}

/** Called only after the caller's rights are known, so that a refusal precedes errors about the input. */
export type LazyInput<Input> = () => Input;

export interface OpenTable {
  readonly context: RowsContext;
  readonly target: Target;
  readonly table: Table;
  readonly catalogue: Catalogue;
  readonly nowMs: number;
  /** The caller passes every rule, sees hidden columns and may set the server's columns. */
  readonly isSecret: boolean;
}

/** Thrown when a row is about to get an id that does not follow its time of creation. */
export class IdOrderEnds extends Error {}

/** When the tables changed, the database refuses the whole work, and it runs again with the new catalogue. */
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
        // Another process may have just added the table.
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

/** Call this before adding or changing rows. Throws `storage_full`. */
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
