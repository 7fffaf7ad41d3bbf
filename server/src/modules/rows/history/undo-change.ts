import { and, bindFilter, parseFilters } from '../../../database/filter/index.ts';
import type { RowStep } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import { visibleMap } from '../../../database/schema/index.ts';
import { idIs, updateRows } from '../../../database/sql/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { insertStep } from '../insert-rows.ts';
import { newRow, ROWS_MAX, shownTo } from '../new-row.ts';
import { IdOrderEnds, type OpenTable, onTable, requireRoom, type Target } from '../on-table.ts';
import { findScope, requireScope } from '../require-scope.ts';
import { completePatch, readPatch, readRow, type Values } from '../row-body.ts';
import { type Change, findRowError } from '../row-failure.ts';
import type { KeptContent, KeptRow } from './kept-rows.ts';
import type { HistoryContext } from './record-changes.ts';

interface PlannedStep {
  readonly step: RowStep;
  readonly change: Change;
}

export interface UndoneChange {
  readonly rows: number;
  readonly references: number;
}

/** All or nothing. Throws `conflict` with the reason if the earlier state cannot be restored. */
export function undoChange(
  context: HistoryContext,
  target: Target,
  change: { readonly id: string; readonly action: 'update' | 'delete'; readonly content: KeptContent },
): Promise<UndoneChange> {
  return onTable(context, target, async (open) => {
    await requireRoom(open);
    const planned = change.action === 'delete' ? planRestore(open, change.content) : planRevert(open, change.content);
    const undone = context.changes.undoneStep(change.id, isoTime(open.nowMs));
    try {
      const steps = [...planned.map(({ step }) => step), undone];
      const { results } = await context.database.write(target.project.store, steps, {
        schemaVersion: open.catalogue.version,
      });
      const touched = results.map((result) => (result.kind === 'rows' ? result.touched : 0));
      const rows = change.content.tables.reduce((sum, table) => sum + table.rows.length, 0);
      return { rows, references: touched.reduce((sum, one) => sum + one, 0) - rows };
    } catch (error) {
      throw await reasonOf(error, planned);
    }
  });
}

function planRestore(open: OpenTable, { tables, references = [] }: KeptContent): readonly PlannedStep[] {
  const inserts = inOrder(open, tables).flatMap(({ table, rows }) => {
    const one = openOther(open, table);
    const values = rows.map((row) => restoredRow(open, one, row));
    const portions = Array.from({ length: Math.ceil(values.length / ROWS_MAX) }, (_, index) =>
      values.slice(index * ROWS_MAX, (index + 1) * ROWS_MAX),
    );
    return portions.map(
      (some): PlannedStep => ({
        step: insertStep(one, { rows: some, create: requireScope(one, 'create'), shown: shownTo(undefined) }),
        change: { open: one, action: 'insert', rows: some },
      }),
    );
  });
  const links = references.flatMap(({ table, column, rows }) => {
    const one = openOther(open, table);
    // A row that has another reference by now keeps it.
    return rows.map((row) => patchStep(one, row, { [column]: null }, 'nothing'));
  });
  return [...inserts, ...links];
}

/** A restored row may break the order of ids. `onTable` handles that only for the first table. */
function restoredRow(open: OpenTable, one: OpenTable, row: KeptRow): Values {
  try {
    return newRow(one, readRow(one, withKnownColumns(one, row)).values);
  } catch (error) {
    if (error instanceof IdOrderEnds && one.table !== open.table) {
      throw cannotUndo(`The table "${one.table.name}" was created anew since.`);
    }
    throw error;
  }
}

/** A row that changed again since does not match, which fails the whole write. */
function planRevert(open: OpenTable, { tables, after = {} }: KeptContent): readonly PlannedStep[] {
  return tables.flatMap(({ rows }) =>
    rows.map((row) => patchStep(open, row, { updated_at: after[row.id] ?? null }, 'fails')),
  );
}

function patchStep(
  open: OpenTable,
  row: KeptRow,
  state: Readonly<Record<string, unknown>>,
  onNoMatch: 'nothing' | 'fails',
): PlannedStep {
  const patch = readPatch(open, withKnownColumns(open, row), row.id);
  const filter = bindFilter(parseFilters([filterOf(state)]), visibleMap(open.table, true));
  const update = requireScope(open, 'update');
  const id = idIs(open.table, row.id);
  const step = updateRows(open.context.database.dialect, {
    table: open.table,
    patch: completePatch(open.table, patch, open.nowMs),
    where: and(id, filter, update.condition),
    check: update.condition,
    ...shownTo(findScope(open, 'read'), true),
    onNoMatch: onNoMatch === 'nothing' ? 'nothing' : { visible: id },
  });
  return { step, change: { open, action: 'update', rows: [patch], touched: id } };
}

function filterOf(state: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, value === null ? { is: 'null' } : { eq: value }]),
  );
}

/** Tables that others refer to come first. Tables that refer to each other stay as they are, and the database decides. */
function inOrder(open: OpenTable, tables: KeptContent['tables']): KeptContent['tables'] {
  const left = [...tables];
  const ordered: (typeof left)[number][] = [];
  while (left.length > 0) {
    const names = new Set(left.map(({ table }) => table));
    const index = left.findIndex(({ table }) =>
      openOther(open, table).table.columns.every(
        ({ reference }) => reference === undefined || reference.table === table || !names.has(reference.table),
      ),
    );
    ordered.push(...left.splice(Math.max(0, index), 1));
  }
  return ordered;
}

function openOther(open: OpenTable, name: string): OpenTable {
  const table = open.catalogue.tables.get(name);
  if (table === undefined) throw cannotUndo(`The table "${name}" is gone.`);
  return { ...open, table, target: { ...open.target, table: name } };
}

/** Columns that were removed since cannot be restored. */
function withKnownColumns({ table }: OpenTable, row: KeptRow): KeptRow {
  const known = Object.entries(row).filter(([name]) => table.columnByName.has(name));
  return Object.fromEntries(known) as unknown as KeptRow;
}

async function reasonOf(error: unknown, planned: readonly PlannedStep[]): Promise<unknown> {
  if (!isDatabaseFailure(error) || error.error.kind === 'stale_schema') return error;
  const failed = planned[error.error.step ?? 0];
  if (failed === undefined) return cannotUndo('It was undone already.');
  if (failed.change.action === 'update') {
    if (error.error.kind === 'row_hidden') return cannotUndo('A row was deleted since.');
    if (error.error.kind === 'rule_failed') return cannotUndo('A row was changed again since.');
  }
  const reason = await findRowError(failed.change, error.error);
  return reason === undefined ? error : cannotUndo(reason.message, reason);
}

function cannotUndo(reason: string, cause?: ServiceError): ServiceError {
  return new ServiceError('conflict', `The change cannot be undone, and nothing was written: ${reason}`, {
    ...(cause && { details: { code: cause.code, ...cause.details } }),
  });
}
