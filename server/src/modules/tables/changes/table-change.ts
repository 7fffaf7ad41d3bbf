import type { ErrorCode } from '../../../platform/errors.ts';
import type { Author } from '../author.ts';
import type { AlterTableInput } from '../plan-alter.ts';

export const CHANGE_STATES = ['running', 'cancelling', 'done', 'failed', 'cancelled'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export const UNFINISHED: readonly ChangeState[] = ['running', 'cancelling'];

/** A change of a large table, which is prepared while the table is used and made at the end. */
export interface TableChange {
  readonly id: string;
  /** Empty for the service's own work (`isOwnWork`). */
  readonly projectId: string;
  readonly tableId: string;
  readonly table: string;
  readonly state: ChangeState;
  readonly request: AlterTableInput;
  readonly author: Author;
  readonly prepared: PreparedNames;
  /** Rows whose values have been checked, and about how many there are. */
  readonly rowsDone: number;
  readonly rowsTotal: number;
  readonly error: StoredError | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** The parts that are dropped again when the change is not made. */
export interface PreparedNames {
  readonly indexes: readonly string[];
  /** Keys of columns that the definition does not show. */
  readonly columns: readonly string[];
}

export interface StoredError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
