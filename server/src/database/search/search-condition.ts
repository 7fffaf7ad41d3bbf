import type { SearchedColumn, Table } from '../schema/table.ts';
import type { SearchTerm } from './parse-search.ts';

/** Matches rows whose columns together contain every term and no excluded one. */
export interface SearchCondition {
  readonly kind: 'search';
  readonly table: Pick<Table, 'id' | 'physical'>;
  readonly key: string;
  readonly indexed: readonly SearchedColumn[];
  /** The indexed columns that the caller may see: at least one. */
  readonly columns: readonly SearchedColumn[];
  readonly terms: readonly SearchTerm[];
  /** Restricts the search to rows of this owner, where the index stores owners. */
  readonly owner?: string | undefined;
  /** Few rows are tested, so the search tests each by its id. */
  readonly isForFew?: boolean;
}
