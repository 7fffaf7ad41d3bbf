import type { WriteResult } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';

export interface WriteOutcome {
  /** The rows as JSON text; undefined when they are not shown or too many. */
  readonly rows: readonly string[] | undefined;
  readonly touched: number;
  readonly created: number;
  /** An earlier request with the same idempotency key made the change. */
  readonly replayed: boolean;
}

/** Combines the results of all steps. If the caller may not read one of the rows, the outcome has only the number. */
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

/** The stored answer has a different shape, because its table changed since. */
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
