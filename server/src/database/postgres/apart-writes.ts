import type { RowStep, Step } from '../database.ts';

/** The tables whose rows a write can touch, through foreign keys too. */
export interface TableReach {
  /** Tables whose rows it changes or locks. */
  readonly changed: ReadonlySet<string>;
  /** Tables whose new rows may refer to rows that it deletes. */
  readonly referring: ReadonlySet<string>;
}

/** Undefined when the steps of the write do not tell. */
export function reachOf(steps: readonly Step[]): TableReach | undefined {
  const rows = steps.map(rowStepOf).filter((step) => step !== undefined);
  if (rows.length < steps.length) return undefined;
  const deletes = rows.filter(({ action }) => action === 'delete');
  return {
    changed: new Set(rows.flatMap(tablesOf)),
    referring: new Set(deletes.flatMap(({ table }) => table.cascadesTo)),
  };
}

/**
 * Whether a write may run beside another one without a deadlock. It may have to wait where a value is unique, or
 * where a reference restricts deletes: there the delete fails anyway once the new row is committed.
 */
export function isApart(steps: readonly Step[], { changed, referring }: TableReach): boolean {
  return steps.every((step) => {
    const rows = rowStepOf(step);
    if (rows === undefined) return true;
    return rows.action === 'insert' ? !referring.has(rows.table.id) : !tablesOf(rows).some((id) => changed.has(id));
  });
}

export function isInsert(step: Step): boolean {
  return rowStepOf(step)?.action === 'insert';
}

function rowStepOf(step: Step): RowStep | undefined {
  if (step.kind === 'attempt') return step.step;
  return step.kind === 'rows' ? step : undefined;
}

function tablesOf({ table: { id, cascadesTo } }: RowStep): readonly string[] {
  return [id, ...cascadesTo];
}
