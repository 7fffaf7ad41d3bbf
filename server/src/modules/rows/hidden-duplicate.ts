import type { DatabaseError, PlainStep } from '../../database/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../database/index.ts';
import { type PlannedBatchItem, separateSteps } from './batch-items.ts';
import type { OpenTable } from './on-table.ts';

/** Each try leaves out one more taken value; after this many tries the caller could learn enough. */
const TRIES_MAX = 5;

/** Never applies, so the steps before it are rolled back. */
const UNDO: PlainStep = {
  kind: 'plain',
  statement: { text: 'SELECT 1 AS one WHERE 1 = 0', values: [] },
  atLeast: 1,
  name: 'undo',
};

interface FailedItem {
  readonly index: number;
  readonly error: DatabaseError;
}

/** Reports another failing item rather than a taken value: a failed batch must not probe for hidden values. */
export async function blamedItem(
  open: OpenTable,
  planned: readonly PlannedBatchItem[],
  error: DatabaseError,
): Promise<FailedItem> {
  const first: FailedItem = { index: error.step ?? 0, error };
  if (open.isSecret || error.kind !== 'unique_violation' || planned.length === 1) return first;
  const left = [...planned.keys()].filter((index) => index !== first.index);
  for (let tries = 0; tries < TRIES_MAX && left.length > 0; tries += 1) {
    const failure = await tryOut(open, planned, left);
    if (failure === undefined) return first;
    const at = failure.step ?? 0;
    if (failure.kind !== 'unique_violation') return { index: left[at] ?? first.index, error: failure };
    left.splice(at, 1);
  }
  return first;
}

/** The failure of the remaining items in one transaction; undefined when they succeed. Writes nothing. */
async function tryOut(
  open: OpenTable,
  planned: readonly PlannedBatchItem[],
  left: readonly number[],
): Promise<DatabaseError | undefined> {
  const steps = separateSteps(
    open,
    planned.filter((_, index) => left.includes(index)),
  );
  try {
    const { context, target, catalogue } = open;
    await context.database.write(target.project.store, [...steps, UNDO], { schemaVersion: catalogue.version });
    return undefined;
  } catch (error) {
    if (isNotApplied(error, 'undo')) return undefined;
    if (isDatabaseFailure(error)) return error.error;
    throw error;
  }
}
