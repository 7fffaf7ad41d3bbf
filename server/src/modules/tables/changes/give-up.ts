import type { PlainStep, StoreName, TableDefinition } from '../../../database/index.ts';
import { dropHiddenColumnStep, dropIndexStep, isNotApplied } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { ServiceError } from '../../../platform/errors.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Plan } from '../change-catalogue.ts';
import { indexesOf } from '../table-plans.ts';
import { updateTableSteps } from '../tables-store.ts';
import { findPending } from './carry-out.ts';
import { ChangeStopped } from './change-lease.ts';
import type { ChangesContext } from './changes-context.ts';
import { END_STEP } from './changes-store.ts';
import { isOwnWork } from './plan-change.ts';
import type { StoredError, TableChange } from './table-change.ts';

export async function giveUp(
  context: ChangesContext,
  store: StoreName,
  change: TableChange,
  error?: ServiceError,
): Promise<void> {
  const { cache, changes } = context;
  const hasMark = findPending(await cache.reload(store), change) !== undefined;
  await dropIndexes(context, store, change, hasMark);
  try {
    await changes.change({ store }, (catalogue) => endPlan(context, catalogue, change, error && storedError(error)));
  } catch (failure) {
    // Another process has ended the change.
    if (!isNotApplied(failure, END_STEP)) throw failure;
  }
  await context.announce(store);
}

/** Once the mark is gone, an older release may have built the indexes itself, so `endPlan` decides about whole ones. */
async function dropIndexes(
  { database: { indexBuilder } }: ChangesContext,
  store: StoreName,
  { prepared }: TableChange,
  hasMark: boolean,
): Promise<void> {
  for (const name of prepared.indexes) {
    await (hasMark ? indexBuilder.drop(store, name) : indexBuilder.abandon(store, name));
  }
}

function endPlan(
  { ddl: { dialect }, rows, clock }: ChangesContext,
  catalogue: Catalogue,
  change: TableChange,
  error: StoredError | undefined,
): Plan<undefined> {
  const end = { at: isoTime(clock.now()), ...(error && { error }) };
  const steps: PlainStep[] = [rows.endStep(change.id, error === undefined ? 'cancelled' : 'failed', end)];
  const stored = catalogue.stored.get(change.tableId);
  if (stored === undefined) return { steps, result: undefined };
  const { pending } = stored.definition;
  // The other change may prepare indexes with the same names.
  if (pending !== undefined && pending.id !== change.id) throw new ChangeStopped('lost');
  const definition = definitionWithout(change, stored.definition);
  const wanted = new Set(indexesOf(stored).map(({ name }) => name));
  const unwanted = change.prepared.indexes.filter((name) => !wanted.has(name));
  steps.push(
    ...(pending === undefined ? unwanted.map((name) => dropIndexStep(dialect, { name })) : []),
    ...change.prepared.columns.map((key) => dropHiddenColumnStep(dialect, definition, key)),
    ...updateTableSteps(dialect, { ...stored, definition, version: stored.version + 1 }),
  );
  return { steps, result: undefined };
}

/** A release that has removed the mark has also forgotten which indexes the service itself still had to build. */
function definitionWithout(change: TableChange, marked: TableDefinition): TableDefinition {
  const { pending, ...definition } = marked;
  if (pending?.id === change.id) return definition;
  if (!isOwnWork(change.request)) return marked;
  return { ...marked, unbuilt: [...new Set([...(marked.unbuilt ?? []), ...change.prepared.indexes])] };
}

function storedError({ code, message, details }: ServiceError): StoredError {
  return { code, message, ...(details !== undefined && { details }) };
}
