import type { LeftOut } from '../source.ts';

export interface DumpColumn {
  readonly name: string;
  /** As written, in lower case, without its length: `character varying`, `public.status`, `text[]`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** Computed from other columns: a dump has no values of it. */
  readonly isGenerated: boolean;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  /** `schema.name`. */
  readonly target: string;
  readonly onDelete: 'restrict' | 'cascade' | 'set_null';
}

export interface DumpTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: DumpColumn[];
  primaryKey: readonly string[];
  readonly uniques: (readonly string[])[];
  readonly foreignKeys: ForeignKey[];
}

/** A value as the dump has it, before it is known what it means. */
export type DumpRow = Readonly<Record<string, string | null>>;

/** The content of a dump, with its rows on the disk. */
export interface Dump {
  /** By `schema.name`. */
  readonly tables: Map<string, DumpTable>;
  /** The values of enum types, by `schema.name`. */
  readonly enums: Map<string, readonly string[]>;
  readonly leftOut: LeftOut[];
  /** How many rows of a table the dump has. */
  rowCount(table: string): number;
  rows(table: string): AsyncIterable<DumpRow>;
}

export function keyOf({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${schema}.${name}`;
}
