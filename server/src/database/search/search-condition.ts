import type { SearchedColumn, Table } from '../schema/table.ts';
import type { SearchTerm } from './parse-search.ts';

/** The rows in whose columns, taken together, every term occurs and no excluded one does. */
export interface SearchCondition {
  readonly kind: 'search';
  readonly table: Pick<Table, 'id' | 'physical'>;
  /** Names the index in the database. */
  readonly key: string;
  /** All columns of the index, in its order. */
  readonly indexed: readonly SearchedColumn[];
  /** Those that the caller may see: at least one. */
  readonly columns: readonly SearchedColumn[];
  readonly terms: readonly SearchTerm[];
  /** Only rows of this owner are looked for, where the index knows the owners of rows. */
  readonly owner?: string | undefined;
  /** Few rows are asked about, each by its id. */
  readonly isForFew?: boolean;
}
