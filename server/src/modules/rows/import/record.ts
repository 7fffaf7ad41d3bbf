import type { Column } from '../../../database/schema/index.ts';
import type { Value } from '../../../database/statement.ts';
import type { RowRecord } from '../../tables/index.ts';

/** A file being read. Ends with `BrokenFile` when the rest of it cannot be read. */
export interface ImportSource {
  /** The columns that the header names; where each row names its own, those of the first one. */
  readonly columns: readonly string[];
  /** Some at a time, as they come. */
  readonly records: AsyncIterable<readonly RowRecord[]>;
  /** A field as the column stores it. Throws `FieldProblem`. */
  valueOf(column: Column, field: unknown): Value;
}

/** The file cannot be read from a line on. */
export class BrokenFile extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.name = 'BrokenFile';
    this.line = line;
  }
}

/** The most one row may take; also what keeps a file that is one endless row from filling the memory. */
export const ROW_BYTES_MAX = 2 * 1024 * 1024;
