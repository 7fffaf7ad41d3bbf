import type { Column, Rules } from './column-types.ts';

export interface TableIndex {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface TableInfo {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rules: Rules;
  readonly indexes: readonly TableIndex[];
  readonly row_count?: number;
  readonly change?: string;
  readonly updated_at: string;
}
