import type { Column, Rules, StoredType, Table } from './table.ts';

export const SYSTEM_OPTIONS = {
  required: false,
  unique: false,
  indexed: false,
  hidden: false,
  readOnly: true,
  system: true,
} as const;

export interface SystemTableInput {
  /** The same in all projects; identifies the table's counts in every store. */
  readonly id: string;
  readonly name: string;
  /** A migration creates it, with the types in `Dialect.types`. */
  readonly physical: string;
  /** Must include `id`. */
  readonly columns: Readonly<Record<string, SystemTableColumn>>;
  readonly rules: Rules;
  readonly watched?: boolean;
}

export type SystemTableColumn = { readonly type: StoredType } & Partial<Omit<Column, 'name' | 'type'>>;

/** Rows are listed, filtered, counted and guarded by the same code as those of owners' tables. */
export function systemTable({ columns, watched = false, ...rest }: SystemTableInput): Table {
  const all = Object.entries(columns).map(([name, column]) => systemTableColumn(name, column));
  return {
    ...rest,
    version: 1,
    columns: all,
    columnByName: new Map(all.map((column) => [column.name, column])),
    indexes: [],
    watched,
    referrers: [],
    cascadesTo: [],
    createdAt: '',
    updatedAt: '',
  };
}

function systemTableColumn(name: string, column: SystemTableColumn): Column {
  return {
    ...SYSTEM_OPTIONS,
    physical: name,
    ...column,
    name,
  };
}
