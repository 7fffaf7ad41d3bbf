import type { StepResult, WriteResult } from '../../database/database.ts';
import { ServiceError } from '../../platform/errors.ts';

export interface WriteOutcome {
  /** The rows as JSON text; undefined when they are not to be shown, or too many. */
  readonly rows: readonly string[] | undefined;
  readonly touched: number;
  readonly created: number;
  /** An earlier request with the same idempotency key did it. */
  readonly replayed: boolean;
}

export type RowsResult = Extract<StepResult, { readonly kind: 'rows' }>;

/** The results of all steps together. One row that the caller may not read hides all: then only the number is told. */
export function outcomeOf({ results, replayed }: WriteResult, isShown: boolean): WriteOutcome {
  let touched = 0;
  let created = 0;
  let rows: string[] | undefined = isShown ? [] : undefined;
  for (const result of results) {
    if (result.kind !== 'rows') throw unexpectedResult();
    touched += result.touched;
    created += result.created;
    rows = rows && withRows(rows, result.rows);
  }
  return { rows, touched, created, replayed };
}

/** A stored answer has the shape of another request: its table was changed since. */
export function unexpectedResult(): ServiceError {
  return new ServiceError('idempotency_conflict', 'The table was changed since this Idempotency-Key was used.');
}

function withRows(rows: string[], more: readonly (string | null)[] | undefined): string[] | undefined {
  if (more === undefined) return undefined;
  for (const row of more) {
    if (row === null) return undefined;
    rows.push(row);
  }
  return rows;
}
