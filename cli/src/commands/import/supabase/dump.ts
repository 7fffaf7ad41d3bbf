import type { LeftOut } from '../source.ts';

export interface DumpColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
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

export type DumpRow = Readonly<Record<string, string | null>>;

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
