import type { LeftOut } from '../source.ts';

export interface DumpColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** Computed from other columns; a dump has no values for it. */
  readonly isGenerated: boolean;
}

export interface ForeignKey {
  readonly columns: readonly string[];
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

/** Values as written in the dump, not interpreted yet. */
export type DumpRow = Readonly<Record<string, string | null>>;

/** The content of a dump; its rows are on disk. */
export interface Dump {
  readonly tables: Map<string, DumpTable>;
  readonly enums: Map<string, readonly string[]>;
  readonly leftOut: LeftOut[];
  rowCount(table: string): number;
  rows(table: string): AsyncIterable<DumpRow>;
}

export function keyOf({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${schema}.${name}`;
}
