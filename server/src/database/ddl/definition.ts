import type { ColumnType, JsonValue, OnDelete } from '../schema/table.ts';

/**
 * A table as its row of `_tables` holds it. Columns are told apart by `key` and other tables are named by id, so a
 * rename of either touches no other definition.
 */
export interface TableDefinition {
  readonly id: string;
  readonly name: string;
  /** The owner's columns in the order they were made; the system's are in every table and not listed. */
  readonly columns: readonly ColumnDefinition[];
  /** Those of several columns; a column's own follow from its options. */
  readonly indexes: readonly IndexDefinition[];
  /**
   * The indexes of columns that rows are picked by go on with the time of creation. Not yet in a table that was made
   * before they did: `order-indexes-by-time` brings it there.
   */
  readonly indexesByTime: boolean;
  /** Every id is a UUIDv7 of its row's time of creation, so that the order of ids is that of creation. */
  readonly idsByTime: boolean;
  /** Its row changes are captured. */
  readonly watched: boolean;
  /** The index of words, when a column is searchable. */
  readonly search?: SearchDefinition;
  /** Only the service itself writes its rows and says what columns it has. */
  readonly readOnly?: boolean;
}

export interface SearchDefinition {
  /** Made anew whenever the index is made anew as a whole. */
  readonly key: string;
  /** The version of the rules of words that it was made by (`WORD_RULES`). */
  readonly rules: number;
  /** False while rows that were there before it are being indexed. */
  readonly isWhole: boolean;
  readonly columns: readonly {
    /** Of the column. */
    readonly key: string;
    /** Names the column's words; stays while they need not be made anew. */
    readonly wordsKey: string;
  }[];
}

export interface IndexDefinition {
  /** Made once; names the index in the database. */
  readonly key: string;
  /** Keys of columns, or names of the system's, which are never renamed. */
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface ColumnDefinition {
  /** Made once and never used again in this table; names the column's indexes and foreign key. */
  readonly key: string;
  readonly name: string;
  readonly type: ColumnType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly indexed: boolean;
  readonly hidden: boolean;
  readonly readOnly: boolean;
  readonly default?: JsonValue;
  readonly enum?: readonly string[];
  readonly searchable?: boolean;
  readonly reference?: { readonly tableId: string; readonly onDelete: OnDelete };
}
