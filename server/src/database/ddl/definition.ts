import type { ColumnType, JsonValue, OnDelete } from '../schema/table.ts';

/** Columns are identified by `key` and other tables by id, so a rename touches no other definition. */
export interface TableDefinition {
  readonly id: string;
  readonly name: string;
  /** The owner's columns in the order of their creation. System columns are in every table and not listed. */
  readonly columns: readonly ColumnDefinition[];
  /** Indexes of several columns; those of one column follow from its options. */
  readonly indexes: readonly IndexDefinition[];
  /** Indexes by value continue with the creation time; false until `order-indexes-by-time` converts an older table. */
  readonly indexesByTime: boolean;
  /** Every id is a UUIDv7 of its row's creation time, so the order of ids is the order of creation. */
  readonly idsByTime: boolean;
  readonly watched: boolean;
  readonly search?: SearchDefinition;
  readonly pending?: PendingChange;
  /** Names of indexes that the table should have and that are built later, and of foreign keys that are not validated yet. */
  readonly unbuilt?: readonly string[];
  readonly readOnly?: boolean;
}

/** A change that is being prepared: the definition does not show it, but new values must already fit. */
export interface PendingChange {
  readonly id: string;
  readonly limits: readonly ColumnLimit[];
}

export interface ColumnLimit {
  readonly key: string;
  readonly required?: true;
  readonly enum?: readonly string[];
  readonly bytesMax?: number;
}

export interface SearchDefinition {
  /** Regenerated whenever the whole index is rebuilt. */
  readonly key: string;
  /** The version of the word rules that built it (`WORD_RULES`). */
  readonly rules: number;
  /** False while rows that existed before the index are still being indexed. */
  readonly isWhole: boolean;
  readonly columns: readonly {
    readonly key: string;
    /** Part of the names under which the column's words are stored; changes only when they must be rebuilt. */
    readonly wordsKey: string;
  }[];
}

export interface IndexDefinition {
  /** Generated once; part of the index's name in the database. */
  readonly key: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface ColumnDefinition {
  /** Generated once and never reused in this table; part of the names of the column's indexes and foreign key. */
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
