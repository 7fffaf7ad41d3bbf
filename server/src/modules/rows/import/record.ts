import type { Value } from '../../../database/index.ts';
import type { Column } from '../../../database/schema/index.ts';
import type { RowRecord } from '../../tables/index.ts';

/** A file being read. Throws `BrokenFile` when the rest cannot be read. */
export interface ImportSource {
  /** The columns in the header; for JSON, those of the first row. */
  readonly columns: readonly string[];
  readonly records: AsyncIterable<readonly RowRecord[]>;
  /** Converts a field to what the column stores. Throws `FieldProblem`. */
  valueOf(column: Column, field: unknown): Value;
}

export class BrokenFile extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.name = 'BrokenFile';
    this.line = line;
  }
}

/** Limit for one row; it also keeps a file that is a single endless row from filling the memory. */
export const ROW_BYTES_MAX = 2 * 1024 * 1024;
