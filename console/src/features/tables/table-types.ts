import type { Column, Rules } from './column-types.ts';

export interface TableInfo {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rules: Rules;
  readonly row_count?: number;
  readonly updated_at: string;
}
