import type { Filter } from './filter.ts';

export const COLUMN_TYPES = [
  'text',
  'integer',
  'number',
  'boolean',
  'timestamp',
  'date',
  'json',
  'reference',
  'file',
] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];

/** Only `id` and `owner_id` have the type `uuid`; references and files hold the same kind of value. */
export type StoredType = ColumnType | 'uuid';

export type OnDelete = 'restrict' | 'cascade' | 'set_null';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface Column {
  readonly name: string;
  readonly type: StoredType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly indexed: boolean;
  /** The value an insert stores when the column is not sent; undefined is null. */
  readonly default?: JsonValue;
  /** Only callers with a secret key see it. */
  readonly hidden: boolean;
  /** Only callers with a secret key may write it. */
  readonly readOnly: boolean;
  readonly enum?: readonly string[];
  readonly searchable?: boolean;
  readonly reference?: { readonly table: string; readonly onDelete: OnDelete };
  /** Maximum bytes (UTF-8) of a text that an index holds. */
  readonly bytesMax?: number;
  /** Options that already apply to new values, while existing rows are checked. */
  readonly soon?: { readonly required?: true; readonly enum?: readonly string[] };
  /** `id`, `created_at`, `updated_at`, `owner_id`: set by the server, in every table. */
  readonly system: boolean;
  /** Its name in the database: the same, except for a few words that the engines reserve (`physicalName`). */
  readonly physical: string;
}

export type Level = 'public' | 'authenticated' | 'owner' | 'private' | `role:${string}`;

export interface Rule {
  readonly level: Level;
  /** Narrows the level; its values may be `$user.id`, `$user.email`, `$user.role`, `$now`. */
  readonly where?: Filter;
  readonly whereText?: string | JsonValue;
}

export type RowAction = 'read' | 'create' | 'update' | 'delete';
export type Rules = Readonly<Record<RowAction, Rule>>;

export interface Referrer {
  readonly table: string;
  readonly column: string;
  readonly onDelete: OnDelete;
}

/** The properties of an index that planning needs. Every index except unique ones ends with the id. */
export interface TableIndex {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly unique: boolean;
  /** Whether the owner asked for it as an index of several columns; other indexes follow from options of columns. */
  readonly declared: boolean;
}

export interface TableSearch {
  readonly key: string;
  /** The index covers every row; until then it cannot be searched. */
  readonly isWhole: boolean;
  readonly columns: readonly SearchedColumn[];
}

export interface SearchedColumn {
  readonly column: Column;
  readonly wordsKey: string;
}

/** A table as stored in the catalogue. Immutable: a change creates a new object with another `version`. */
export interface Table {
  readonly id: string;
  readonly name: string;
  readonly physical: string;
  readonly version: number;
  /** System columns first, then the owner's in the order of their creation. */
  readonly columns: readonly Column[];
  readonly columnByName: ReadonlyMap<string, Column>;
  readonly indexes: readonly TableIndex[];
  readonly search?: TableSearch;
  readonly rules: Rules;
  /** Every id is a UUIDv7 of its row's creation time, so the default order is the order of ids. */
  readonly idsByTime?: boolean;
  /** The tables that its rules may look into, by name. Absent: none. */
  readonly lookups?: ReadonlyMap<string, Table>;
  readonly watched: boolean;
  /** Only the service itself writes its rows: no caller may, whatever the rules say. */
  readonly readOnly?: boolean;
  readonly change?: string;
  readonly referrers: readonly Referrer[];
  /** Ids of tables whose rows a delete here may change: every referrer, and their referrers in turn. */
  readonly cascadesTo: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Names that PostgreSQL or SQLite reserves but owners may use; they are stored with a leading underscore. */
const RESERVED = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'oid', 'rowid']);

export function physicalName(name: string): string {
  return RESERVED.has(name) ? `_${name}` : name;
}
