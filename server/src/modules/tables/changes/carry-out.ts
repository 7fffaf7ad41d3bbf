import type { Index, PreparedParts, StoreName } from '../../../database/index.ts';
import {
  columnNames,
  indexBuildOf,
  isDatabaseFailure,
  isNotApplied,
  physicalTable,
  validationText,
} from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import { alterPlan, refusalsOf } from '../table-plans.ts';
import { type ChangeLease, ChangeStopped } from './change-lease.ts';
import type { ChangesContext } from './changes-context.ts';
import { END_STEP } from './changes-store.ts';
import { findMisfit } from './check-rows.ts';
import { idsOfChange, isOwnWork, type PlannedChange, planChange } from './plan-change.ts';
import type { TableChange } from './table-change.ts';

/** Makes the change in one short transaction. Throws `ServiceError` when it is impossible, and `ChangeStopped`. */
export async function carryOut(
  context: ChangesContext,
  store: StoreName,
  change: TableChange,
  lease: ChangeLease,
): Promise<void> {
  const { cache } = context;
  const planned = plan(context, await cache.get(store), change);
  await checkRows(context, store, planned, lease);
  for (const index of planned.preparation.indexes) await build(context, store, { planned, index }, lease.signal);
  for (const key of planned.preparation.foreignKeys) await validate(context, store, { planned, key }, lease.signal);
  lease.signal.throwIfAborted();
  await complete(context, store, change);
  await (isOwnWork(change.request) ? context.announce(store) : context.record(store, change));
}

export function findPending({ stored }: Catalogue, { tableId, id }: Pick<TableChange, 'tableId' | 'id'>) {
  const table = stored.get(tableId);
  return table?.definition.pending?.id === id ? table : undefined;
}

function plan({ ddl, clock }: ChangesContext, catalogue: Catalogue, change: TableChange): PlannedChange {
  return planChange(catalogue, requirePending(catalogue, change), {
    input: change.request,
    now: isoTime(clock.now()),
    ids: idsOfChange(change.id),
    dialect: ddl.dialect,
    prepared: new Set(change.prepared.indexes),
  });
}

function requirePending(catalogue: Catalogue, change: TableChange): StoredTable {
  const before = findPending(catalogue, change);
  if (before === undefined) throw new ChangeStopped('lost');
  return before;
}

async function checkRows(
  { database }: ChangesContext,
  store: StoreName,
  { before, after, preparation }: PlannedChange,
  lease: ChangeLease,
): Promise<void> {
  const misfit = await findMisfit(database, {
    store,
    table: physicalTable(before.definition),
    conditions: preparation.conditions,
    signal: lease.signal,
    onPortion: (rows) => {
      lease.rowsDone += rows;
    },
  });
  if (misfit !== undefined) throw refusalsOf(after.definition).get(misfit) ?? new Error(`no refusal for ${misfit}`);
}

async function build(
  { database, ddl }: ChangesContext,
  store: StoreName,
  { planned, index }: { readonly planned: PlannedChange; readonly index: Index },
  signal: AbortSignal,
): Promise<void> {
  try {
    await database.indexBuilder.build(store, indexBuildOf(ddl.dialect, planned.change, index), signal);
  } catch (error) {
    signal.throwIfAborted();
    const refusal = refusalsOf(planned.after.definition).get(`unique:${columnNames(index)}`);
    throw isDatabaseFailure(error, 'unique_violation') ? (refusal ?? error) : error;
  }
}

async function validate(
  { database, ddl }: ChangesContext,
  store: StoreName,
  { planned, key }: { readonly planned: PlannedChange; readonly key: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    await database.indexBuilder.validate(store, validationText(ddl.dialect, planned.before.definition, key), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isDatabaseFailure(error, 'foreign_key_violation')) throw error;
    // The key holds for every row that is written, so rows that a tool has put in beside the service may stay.
    const { name } = planned.before.definition;
    throw new ServiceError('conflict', `Some rows of '${name}' refer to rows that do not exist.`);
  }
}

/** Plans once more, because definitions may have changed in the meantime. */
async function complete(context: ChangesContext, store: StoreName, change: TableChange): Promise<void> {
  const { changes, ddl, rows, clock } = context;
  const prepared: PreparedParts = {
    indexes: new Set(change.prepared.indexes),
    columns: new Set(change.prepared.columns),
  };
  try {
    await changes.change({ store }, (catalogue) => {
      const { before, after, preparation } = plan(context, catalogue, change);
      if (preparation.indexes.some(({ name }) => !prepared.indexes.has(name))) throw changedMeanwhile(change);
      const altered = alterPlan(ddl, catalogue, { before, after, prepared });
      const end = rows.endStep(change.id, 'done', { at: isoTime(clock.now()) });
      return { ...altered, steps: [end, ...altered.steps] };
    });
  } catch (error) {
    if (isNotApplied(error, END_STEP)) throw new ChangeStopped('cancelled');
    throw error;
  }
}

function changedMeanwhile({ table }: TableChange): ServiceError {
  return new ServiceError('conflict', `The table '${table}' was changed while this change was prepared: try again.`);
}
