import type { RowStep, Step } from '../database.ts';

/** The tables whose rows a write changes or locks, through foreign keys too; undefined when its steps do not tell. */
export function tableIdsOf(steps: readonly Step[]): ReadonlySet<string> | undefined {
  const rows = steps.map(rowStepOf);
  return rows.includes(undefined)
    ? undefined
    : new Set(rows.flatMap((step) => (step === undefined ? [] : reachOf(step))));
}

/** Whether a write touches no row that a change of rows of these tables can touch. */
export function isApart(steps: readonly Step[], tableIds: ReadonlySet<string>): boolean {
  return steps.every((step) => {
    const rows = rowStepOf(step);
    return rows === undefined || rows.action === 'insert' || !reachOf(rows).some((id) => tableIds.has(id));
  });
}

/** No other transaction locks new rows, so such writes may run concurrently with others of their store. */
export function isInsert(step: Step): boolean {
  return rowStepOf(step)?.action === 'insert';
}

function rowStepOf(step: Step): RowStep | undefined {
  if (step.kind === 'attempt') return step.step;
  return step.kind === 'rows' ? step : undefined;
}

function reachOf({ table: { id, cascadesTo } }: RowStep): readonly string[] {
  return [id, ...cascadesTo];
}
