import type { Step, StepResult, WriteResult } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import { idempotencyOf, type Repeatable } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import {
  batchedSteps,
  findRefusals,
  type PlannedBatchItem,
  type PlannedItem,
  planItem,
  separateSteps,
} from './batch-items.ts';
import { blamedItem } from './hidden-duplicate.ts';
import { type LazyInput, type OpenTable, onTable, requireRoom, type Target } from './on-table.ts';
import { readBatch } from './read-batch.ts';
import type { Values } from './row-body.ts';
import { findRowError, isCausedByOneRow } from './row-failure.ts';
import type { RowsContext } from './rows-context.ts';
import { findReferenceProblems, refersToHidden } from './visible-references.ts';
import { unexpectedResult } from './write-outcome.ts';

const NO_VALUES: Values = new Map();
const ONE_ROW = '{"count":1}';

export interface BatchInput {
  /** `{items, atomic}` or an array of items. */
  readonly body: unknown;
  readonly repeatable?: Repeatable | undefined;
  /** Called with the number of items before any work, so that each item counts as a write. */
  readonly spend?: ((items: number) => void) | undefined;
}

export interface BatchOutcome {
  readonly results: readonly string[];
  readonly succeeded: number;
  readonly replayed: boolean;
}

/** Later items see the changes of earlier ones. Writes all or none, or each item alone when not atomic. */
export function runBatch(context: RowsContext, target: Target, ask: LazyInput<BatchInput>): Promise<BatchOutcome> {
  return onTable(context, target, async (open) => {
    const refusals = findRefusals(open);
    requireHope(Object.values(refusals));
    const { body, repeatable, spend } = ask();
    const { items, isAtomic } = readBatch(body);
    spend?.(items.length);
    requireHope(items.map((item) => (item.op === 'broken' ? possible : refusals[item.op])));
    if (items.some(({ op }) => op !== 'delete')) await requireRoom(open);
    const planned = await withVisibleReferences(
      open,
      items.map((item) => planItem(open, item)),
    );
    const write = {
      schemaVersion: open.catalogue.version,
      ...(repeatable && {
        idempotency: idempotencyOf({ ...target, path: [target.table, 'batch'] }, repeatable, open.nowMs),
      }),
    };
    return isAtomic ? await runAtomic(open, requirePlanned(planned), write) : await runEach(open, planned, write);
  });
}

/** An item that refers to a file or row which the caller may not see fails as it would alone. */
async function withVisibleReferences(
  open: OpenTable,
  planned: readonly PlannedItem[],
): Promise<readonly PlannedItem[]> {
  if (!refersToHidden(open, planned.map(valuesOf))) return planned;
  const left = await Promise.all(
    planned.map(async (item) => ('error' in item || item.leaving === undefined ? item : await item.leaving())),
  );
  const problems = await findReferenceProblems(open, left.map(valuesOf));
  return left.map((item, index) => {
    const error = problems[index];
    return error === undefined ? item : { error };
  });
}

function valuesOf(item: PlannedItem): Values {
  return 'error' in item ? NO_VALUES : (item.change.rows[0] ?? NO_VALUES);
}

type Write = Parameters<RowsContext['database']['write']>[2];

const possible = (): undefined => undefined;

/** Refuses a batch with the error of a single call when none of its items could ever pass. */
function requireHope(asked: readonly (() => ServiceError | undefined)[]): void {
  const refusals: ServiceError[] = [];
  for (const find of new Set(asked)) {
    const refusal = find();
    if (refusal === undefined) return;
    refusals.push(refusal);
  }
  const refusal = refusals.find((one) => one.code === 'not_authenticated') ?? refusals[0];
  if (refusal !== undefined) throw refusal;
}

function requirePlanned(planned: readonly PlannedItem[]): readonly PlannedBatchItem[] {
  return planned.map((item, index) => {
    if ('error' in item) throw batchFailed(index, item.error);
    return item;
  });
}

async function runAtomic(open: OpenTable, planned: readonly PlannedBatchItem[], write: Write): Promise<BatchOutcome> {
  try {
    const { results, replayed } = await writeAtomically(open, planned, write);
    const texts = results.flatMap(rowTexts);
    if (texts.length !== planned.length) throw unexpectedResult();
    return { results: texts, succeeded: texts.length, replayed };
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    const blamed = await blamedItem(open, planned, error.error);
    const { index } = blamed;
    const item = planned[index];
    const explained = item === undefined ? undefined : await findRowError(item.change, blamed.error);
    if (explained === undefined) throw error;
    throw explained.code === 'idempotency_conflict' ? explained : batchFailed(index, explained);
  }
}

/** Rows that share a step are written again one by one, because an error names only the step. */
async function writeAtomically(
  open: OpenTable,
  planned: readonly PlannedBatchItem[],
  write: Write,
): Promise<WriteResult> {
  const { database } = open.context;
  const { store } = open.target.project;
  const steps = batchedSteps(open, planned);
  try {
    return await database.write(store, steps, write);
  } catch (error) {
    if (steps.length === planned.length || !(isCausedByOneRow(error) || isDatabaseFailure(error, 'row_hidden')))
      throw error;
  }
  return await database.write(store, separateSteps(open, planned), write);
}

async function runEach(open: OpenTable, planned: readonly PlannedItem[], write: Write): Promise<BatchOutcome> {
  const ready = planned.flatMap((item) => ('error' in item ? [] : [item]));
  if (ready.length === 0) return outcomeOfEach(planned, [], false);
  const steps = separateSteps(open, ready).map((step): Step => ({ kind: 'attempt', step }));
  const { results, replayed } = await writeAll(open, steps, write);
  if (results.length !== steps.length) throw unexpectedResult();
  return await outcomeOfEach(planned, results, replayed);
}

async function writeAll(
  open: OpenTable,
  steps: readonly Step[],
  write: Write,
): ReturnType<RowsContext['database']['write']> {
  try {
    return await open.context.database.write(open.target.project.store, steps, write);
  } catch (error) {
    if (!isDatabaseFailure(error, 'idempotency_conflict')) throw error;
    throw new ServiceError('idempotency_conflict', 'This Idempotency-Key was used with another request.');
  }
}

async function outcomeOfEach(
  planned: readonly PlannedItem[],
  results: readonly StepResult[],
  replayed: boolean,
): Promise<BatchOutcome> {
  const texts: string[] = [];
  let succeeded = 0;
  let next = 0;
  for (const item of planned) {
    const result = 'error' in item ? undefined : results[next++];
    if (result !== undefined && result.kind !== 'failed') succeeded += 1;
    texts.push(await eachText(item, result));
  }
  return { results: texts, succeeded, replayed };
}

async function eachText(item: PlannedItem, result: StepResult | undefined): Promise<string> {
  if ('error' in item) return errorText(item.error);
  if (result === undefined) throw unexpectedResult();
  if (result.kind !== 'failed') return rowTexts(result)[0] ?? ONE_ROW;
  const error = await findRowError(item.change, result.error);
  if (error === undefined) throw new Error(`A single item of a batch failed with ${result.error.kind}.`);
  return errorText(error);
}

function errorText({ message, code }: ServiceError): string {
  return JSON.stringify({ error: message, code });
}

function rowTexts(result: StepResult): string[] {
  if (result.kind !== 'rows') throw unexpectedResult();
  const { rows = [], touched } = result;
  return Array.from({ length: touched }, (_, index) => rows[index] ?? ONE_ROW);
}

function batchFailed(index: number, error: ServiceError): ServiceError {
  return new ServiceError('batch_failed', `Item ${index} failed, so nothing was written: ${error.message}`, {
    details: { index, code: error.code, ...error.details },
  });
}
