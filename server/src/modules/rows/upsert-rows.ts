import { and, type Condition } from '../../database/filter/index.ts';
import type { RowStep, WriteOptions } from '../../database/index.ts';
import { type Column, visibleMap } from '../../database/schema/index.ts';
import { type Scope, upsertRow } from '../../database/sql/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { validationFailed } from '../../platform/errors.ts';
import { idOf, newRow, type ReturnedRow, shownTo } from './new-row.ts';
import type { OpenTable } from './on-table.ts';
import { requireColumn } from './read-columns.ts';
import { findScope, requireScope } from './require-scope.ts';
import { readUpsert, readUpserts, type SentRow, type Values } from './row-body.ts';
import { type Change, explained } from './row-failure.ts';
import { refersToHidden, requireVisibleReferences } from './visible-references.ts';
import { outcomeOf, type WriteOutcome } from './write-outcome.ts';

const NEVER: Condition = { kind: 'never' };

interface UpsertRequest {
  readonly body: unknown;
  readonly onConflict: string;
  readonly isMinimal: boolean | undefined;
  readonly write: WriteOptions;
}

/** The rights for an upsert; `read` is undefined when the caller may read no row and so can update none. */
export interface UpsertScopes {
  readonly create: Scope;
  readonly update: Scope;
  readonly read: Scope | undefined;
}

export function readUpsertScopes(open: OpenTable): UpsertScopes {
  return { create: requireScope(open, 'create'), update: requireScope(open, 'update'), read: findScope(open, 'read') };
}

/** Inserts rows, or updates those with the same values in the columns of a unique index; all or nothing. */
export async function upsertRows(open: OpenTable, request: UpsertRequest): Promise<WriteOutcome> {
  const scopes = readUpsertScopes(open);
  const on = requireUnique(open, request.onConflict, 'on_conflict');
  const sent = readSent(open, request.body);
  const values = sent.map((one) => one.values);
  if (refersToHidden(open, values)) await requireVisibleReferences(open, values);
  const shown = shownTo(scopes.read, request.isMinimal);
  const planned = sent.map((one) => ({ sent: one, row: newRow(open, one.values), on, scopes, shown }));
  const change: Change = { open, action: 'upsert', rows: planned.map(({ row }) => row), upsert: { on, sent } };
  const steps = planned.map((one) => upsertStep(open, one));
  const written = await explained(change, () =>
    open.context.database.write(open.target.project.store, steps, request.write),
  );
  return outcomeOf(written, shown.shown !== undefined);
}

/** One unique column, or all columns of a unique index in any order, among those the caller may see. */
export function requireUnique({ table, isSecret }: OpenTable, text: string, parameter: string): readonly Column[] {
  const visible = visibleMap(table, isSecret);
  const names = new Set(text.split(','));
  const columns = [...names].map((name) => requireColumn(visible, name));
  const [only] = columns;
  if (columns.length === 1 && only?.unique === true) return columns;
  const index = table.indexes.find(
    (each) =>
      each.unique && each.columns.length === columns.length && columns.every((one) => each.columns.includes(one)),
  );
  if (index !== undefined) return index.columns;
  const shown = [...names].join(', ').slice(0, 200);
  throw validationFailed({
    [parameter]: `must be a unique column or the columns of a unique index, which "${shown}" is not`,
  });
}

export interface UpsertOne {
  readonly sent: SentRow;
  readonly row: Values;
  readonly on: readonly Column[];
  readonly scopes: UpsertScopes;
  readonly shown: ReturnedRow;
}

/** A row without a required column may only update. A row found by another column keeps its id. */
export function upsertStep(open: OpenTable, { sent, row, on, scopes, shown }: UpsertOne): RowStep {
  const { create, update, read } = scopes;
  return upsertRow(open.context.database.dialect, {
    table: open.table,
    row,
    sent: [...sent.values.keys()].filter((column) => column.name !== 'id'),
    on,
    createCheck: and(create.condition, ...sent.missing.map(isGiven)),
    update: {
      scope: read === undefined ? NEVER : and(read.condition, update.condition),
      check: update.condition,
    },
    ...shown,
    id: idOf(open, row),
    now: isoTime(open.nowMs),
  });
}

function isGiven(column: Column): Condition {
  return { kind: 'is', column, value: 'not_null' };
}

function readSent(open: OpenTable, body: unknown): readonly SentRow[] {
  return Array.isArray(body) ? readUpserts(open, body) : [readUpsert(open, body)];
}
