import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import { captureSteps, dropCaptureSteps, type ServiceTable, type TableDdl } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { requireUnchanged } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Author } from './author.ts';
import type { Catalogue, StoredTable } from './catalogue.ts';
import type { Plan } from './change-catalogue.ts';
import { UNFINISHED } from './changes/table-change.ts';
import { requireNoLookups } from './follow-change.ts';
import { requireNoReferrers } from './plan-alter.ts';
import { type CreateTableInput, planCreate } from './plan-create.ts';
import { presentTable } from './present-table.ts';
import { announceChange, recordChange } from './record-change.ts';
import { alterPlan, createPlan, deletePlan } from './table-plans.ts';
import type { TablesContext } from './tables-context.ts';

const CANCEL_WAIT_MS = 20_000;

export interface TableAt {
  readonly project: Project;
  readonly name: string;
  /** Accepted values of its `updated_at`; absent: any. */
  readonly seen?: readonly string[] | undefined;
}

export function requireSeen({ seen }: TableAt, table: Table): void {
  requireUnchanged(seen, table.updatedAt, () => presentTable(table));
}

export async function createTable(
  context: TablesContext,
  project: Project,
  author: Author,
  input: CreateTableInput,
  options: { readonly readOnly?: true } = {},
): Promise<Table> {
  const { changes, clock, database, ids } = context;
  const made = await changes.change(project, (catalogue) => {
    const planned = planCreate(catalogue, input, { now: isoTime(clock.now()), ids });
    return createPlan(database.dialect, catalogue, { ...planned, definition: { ...planned.definition, ...options } });
  });
  await recordChange(context, author, { project, action: 'table.create', target: input.name, details: input });
  return requireTable(made.catalogue, made.result);
}

/** Returns the deleted table. Throws `in_use` when another table or something outside needs it. */
export async function deleteTable(context: TablesContext, at: TableAt, author: Author): Promise<Table> {
  const { project, name } = at;
  let deleted: Table | undefined;
  while (deleted === undefined) deleted = await deleteUnused(context, at);
  await recordChange(context, author, { project, action: 'table.delete', target: name });
  return deleted;
}

/** Undefined when the table changed while its uses were checked: the change may have added a webhook. */
async function deleteUnused(context: TablesContext, at: TableAt): Promise<Table | undefined> {
  const { cache, changes, database } = context;
  const { project, name } = at;
  const asked = requireTable(await cache.get(project.store), name);
  requireSeen(at, asked);
  if (asked.readOnly === true) throw keptByService(name);
  await requireUnused(context, project, asked);
  if (asked.change !== undefined) await cancelChange(context, project, asked.change);
  try {
    const { result } = await changes.change(project, (catalogue) => {
      const table = requireTable(catalogue, name);
      if (table.id !== asked.id || table.version !== asked.version) throw new ChangedMeanwhile();
      requireNoReferrers(table);
      requireNoLookups(catalogue, table);
      return deletePlan(database.dialect, requireStored(catalogue, name), table);
    });
    return result;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return undefined;
    throw error;
  }
}

export function keptByService(name: string): ServiceError {
  return new ServiceError(
    'in_use',
    `The table '${name}' is filled by the service: only its read rule and indexes can be changed.`,
  );
}

async function cancelChange({ tableChanges, cache }: TablesContext, { store }: Project, id: string): Promise<void> {
  await tableChanges.cancel(store, id);
  const change = await tableChanges.settle(store, id, CANCEL_WAIT_MS);
  if (change !== undefined && UNFINISHED.includes(change.state)) {
    throw new ServiceError('unavailable', 'The table is being changed, and the change has not ended yet.', {
      retryAfterSeconds: CANCEL_WAIT_MS / 1000,
      details: { change: id },
    });
  }
  await cache.reload(store);
}

class ChangedMeanwhile extends Error {}

export async function requireUnused({ uses }: TablesContext, project: Project, table: Table): Promise<void> {
  for (const use of uses) {
    const user = await use(project, table);
    if (user === undefined) continue;
    throw new ServiceError('in_use', `The table '${table.name}' is used by ${user}.`);
  }
}

export interface WatchChange {
  /** A table of the catalogue, or one that the service keeps in every project. */
  readonly table: Pick<ServiceTable, 'id' | 'name' | 'physical' | 'columns' | 'recordOf' | 'beforeWatch'>;
  readonly on: boolean;
  /** Steps of the same transaction. If one does not apply, everything is rolled back. */
  readonly alongside?: readonly PlainStep[];
}

/** The audit log gets no entry, because owners do not request this change. Throws `table_not_found`. */
export async function watchTable(context: TablesContext, project: Project, watch: WatchChange): Promise<void> {
  const { changes, clock, ddl } = context;
  const { table, on, alongside = [] } = watch;
  await changes.change(project, (catalogue) => {
    const before = catalogue.stored.get(table.id);
    const now = isoTime(clock.now());
    const plan = before === undefined ? systemPlan(ddl, project.id, watch) : ownPlan(catalogue, before, now);
    return { ...plan, steps: [...plan.steps, ...alongside] };
  });
  await announceChange(context, project.store);

  function ownPlan(catalogue: Catalogue, before: StoredTable, updatedAt: string): Plan<string> {
    const definition = { ...before.definition, watched: on };
    const after = { ...before, definition, version: before.version + 1, updatedAt };
    return alterPlan(context.ddl, catalogue, { before, after });
  }
}

/** The catalogue does not record whether a system table has triggers, so this always recreates them. */
function systemPlan(ddl: TableDdl, projectId: string, { table, on }: WatchChange): Plan<string> {
  if (!table.physical.startsWith('_')) throw tableNotFound(table.name);
  const columns = table.columns.filter(({ hidden }) => !hidden);
  const captured = { ...table, columns, record: table.recordOf?.(projectId) };
  const steps = [
    ...dropCaptureSteps(ddl.dialect, captured),
    ...(on ? [...(table.beforeWatch?.(ddl.dialect) ?? []), ...captureSteps(ddl, captured)] : []),
  ];
  return { steps, result: table.name };
}

export function requireTable({ tables }: Pick<Catalogue, 'tables'>, name: string): Table {
  const table = tables.get(name);
  if (table === undefined) throw tableNotFound(name);
  return table;
}

function tableNotFound(name: string): ServiceError {
  return new ServiceError('table_not_found', `There is no table '${name.slice(0, 80)}'.`);
}

export function requireStored(catalogue: Catalogue, name: string): StoredTable {
  const stored = catalogue.stored.get(requireTable(catalogue, name).id);
  if (stored === undefined) throw new Error(`table ${name} is not stored`);
  return stored;
}
