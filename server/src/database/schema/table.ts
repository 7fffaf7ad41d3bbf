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

/** `uuid` is the type of `id` and `owner_id` only; references and files hold the same kind of value. */
export type StoredType = ColumnType | 'uuid';

export type OnDelete = 'restrict' | 'cascade' | 'set_null';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** One column as the catalogue holds it. */
export interface Column {
  readonly name: string;
  readonly type: StoredType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly indexed: boolean;
  /** The value an insert stores when the column is not sent; undefined is null. */
  readonly default?: JsonValue;
  /** Only secret callers see it. */
  readonly hidden: boolean;
  /** Only secret callers write it. */
  readonly readOnly: boolean;
  readonly enum?: readonly string[];
  /** Its words are indexed for searches. */
  readonly searchable?: boolean;
  readonly reference?: { readonly table: string; readonly onDelete: OnDelete };
  /** Of a text that an index holds, in UTF-8. */
  readonly bytesMax?: number;
  /** `id`, `created_at`, `updated_at`, `owner_id`: set by the server, in every table. */
  readonly system: boolean;
  /** Its name in the database: the same, but for the few words PostgreSQL keeps for itself (`physicalName`). */
  readonly physical: string;
}

export type Level = 'public' | 'authenticated' | 'owner' | 'private' | `role:${string}`;

export interface Rule {
  readonly level: Level;
  /** Narrows the level; its values may be `$user.id`, `$user.email`, `$user.role`, `$now`. */
  readonly where?: Filter;
  /** The text the owner wrote, as the console shows it. */
  readonly whereText?: string | JsonValue;
}

export type RowAction = 'read' | 'create' | 'update' | 'delete';
export type Rules = Readonly<Record<RowAction, Rule>>;

/** Another table's column that points here. */
export interface Referrer {
  readonly table: string;
  readonly column: string;
  readonly onDelete: OnDelete;
}

/** An index as statements are planned with it. Each but a unique one ends with the id. */
export interface TableIndex {
  /** In the database. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly unique: boolean;
  /** Asked for by the owner as an index of several columns; the others follow from options of columns. */
  readonly declared: boolean;
}

/** The index of the words in a table's searchable columns. */
export interface TableSearch {
  /** Names the index in the database. */
  readonly key: string;
  /** It has the words of every row; until then it cannot be searched. */
  readonly isWhole: boolean;
  readonly columns: readonly SearchedColumn[];
}

export interface SearchedColumn {
  readonly column: Column;
  /** Names the column's words in the database. */
  readonly wordsKey: string;
}

/** A table as the catalogue holds it. Immutable: a change makes a new one with another `version`. */
export interface Table {
  /** UUIDv7; survives renames. */
  readonly id: string;
  readonly name: string;
  /** Its name in the database. */
  readonly physical: string;
  /** Grows with every change of columns or rules. */
  readonly version: number;
  /** System columns first, then the owner's in the order they were made. */
  readonly columns: readonly Column[];
  readonly columnByName: ReadonlyMap<string, Column>;
  readonly indexes: readonly TableIndex[];
  /** Undefined: no column is searchable. */
  readonly search?: TableSearch;
  readonly rules: Rules;
  /** Every id is a UUIDv7 of its row's time of creation: the default order is then that of ids. */
  readonly idsByTime?: boolean;
  /** The tables that its rules may look into, by name. Absent: none. */
  readonly lookups?: ReadonlyMap<string, Table>;
  /** Its row changes are captured. */
  readonly watched: boolean;
  /** Only the service itself writes its rows: no caller may, whatever the rules say. */
  readonly readOnly?: boolean;
  readonly referrers: readonly Referrer[];
  /** Ids of tables whose rows a delete here may change: every referrer, and theirs. */
  readonly cascadesTo: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Words a column of PostgreSQL or SQLite may not be called; ours may, so they are stored with a leading underscore. */
const RESERVED = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'oid', 'rowid']);

export function physicalName(name: string): string {
  return RESERVED.has(name) ? `_${name}` : name;
}
