import { and } from '../../database/filter/index.ts';
import type { RowStep } from '../../database/index.ts';
import { idIs } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import { deleteStep } from './delete-row.ts';
import { rowNotFound } from './get-row.ts';
import { insertStep } from './insert-rows.ts';
import { newRow, shownTo } from './new-row.ts';
import type { OpenTable } from './on-table.ts';
import type { BatchItem } from './read-batch.ts';
import { findRefusal, findScope, requireScope } from './require-scope.ts';
import { readPatch, readRow, readUpsert, type Values } from './row-body.ts';
import type { Change } from './row-failure.ts';
import { withoutUnchangedFiles } from './unchanged-files.ts';
import { updateStep } from './update-row.ts';
import { readUpsertScopes, requireUnique, upsertStep } from './upsert-rows.ts';

export type PlannedItem = PlannedBatchItem | { readonly error: ServiceError };

export interface PlannedBatchItem {
  readonly change: Change;
  /** Absent for an insert, which may share a step with adjacent inserts. */
  readonly step?: RowStep;
  /** For an update: plans it again without files that stay where they are. */
  readonly leaving?: () => Promise<PlannedBatchItem>;
}

type Item<Op extends BatchItem['op']> = Extract<BatchItem, { readonly op: Op }>;

/** The reason why the caller can never do an item. Functions, because creating errors is expensive. */
export type RefusalsByOp = Readonly<Record<'insert' | 'update' | 'delete' | 'upsert', () => ServiceError | undefined>>;

export function findRefusals(open: OpenTable): RefusalsByOp {
  const insert = (): ServiceError | undefined => findRefusal(open, 'create');
  const update = (): ServiceError | undefined => findRefusal(open, 'update');
  return { insert, update, delete: () => findRefusal(open, 'delete'), upsert: () => insert() ?? update() };
}

export function planItem(open: OpenTable, item: BatchItem): PlannedItem {
  try {
    return plan(open, item);
  } catch (error) {
    if (error instanceof ServiceError) return { error };
    throw error;
  }
}

export function separateSteps(open: OpenTable, planned: readonly PlannedBatchItem[]): RowStep[] {
  return planned.map((item) => item.step ?? newRowsStep(open, item.change.rows));
}

export function batchedSteps(open: OpenTable, planned: readonly PlannedBatchItem[]): RowStep[] {
  const steps: RowStep[] = [];
  let rows: Values[] = [];
  const flush = (): void => {
    if (rows.length > 0) steps.push(newRowsStep(open, rows));
    rows = [];
  };
  for (const { step, change } of planned) {
    if (step === undefined) {
      rows.push(...change.rows);
      continue;
    }
    flush();
    steps.push(step);
  }
  flush();
  return steps;
}

function newRowsStep(open: OpenTable, rows: readonly Values[]): RowStep {
  return insertStep(open, { rows, create: requireScope(open, 'create'), shown: shownTo(findScope(open, 'read')) });
}

function plan(open: OpenTable, item: BatchItem): PlannedItem {
  switch (item.op) {
    case 'insert':
      return planInsert(open, item);
    case 'update':
      return planUpdate(open, item);
    case 'delete':
      return planDelete(open, item);
    case 'upsert':
      return planUpsert(open, item);
    case 'broken':
      return { error: item.error };
  }
}

function planInsert(open: OpenTable, { data }: Item<'insert'>): PlannedItem {
  requireScope(open, 'create');
  return { change: { open, action: 'insert', rows: [newRow(open, readRow(open, data).values)] } };
}

function planUpdate(open: OpenTable, item: Item<'update'>): PlannedItem {
  const update = requireScope(open, 'update');
  const read = findScope(open, 'read');
  const id = parseUuid(item.id);
  const patch = readPatch(open, item.data, id);
  if (id === undefined || read === undefined) throw rowNotFound();
  const planned = (left: Values): PlannedBatchItem => ({
    step: updateStep(open, { id, patch: left, read, update, shown: shownTo(read) }),
    change: { open, action: 'update', rows: [left], touched: idIs(open.table, id) },
    leaving: async () => planned(await withoutUnchangedFiles(open, left, and(idIs(open.table, id), read.condition))),
  });
  return planned(patch);
}

function planDelete(open: OpenTable, item: Item<'delete'>): PlannedItem {
  const remove = requireScope(open, 'delete');
  const read = findScope(open, 'read');
  const id = parseUuid(item.id);
  if (id === undefined || read === undefined) throw rowNotFound();
  const step = deleteStep(open, { id, read, remove, shown: shownTo(read) });
  return { step, change: { open, action: 'delete', rows: [] } };
}

function planUpsert(open: OpenTable, item: Item<'upsert'>): PlannedItem {
  const scopes = readUpsertScopes(open);
  const on = requireUnique(open, item.on, 'on');
  const sent = readUpsert(open, item.data);
  const row = newRow(open, sent.values);
  const step = upsertStep(open, { sent, row, on, scopes, shown: shownTo(scopes.read) });
  return { step, change: { open, action: 'upsert', rows: [row], upsert: { on, sent: [sent] } } };
}
