import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/database.ts';
import type { CapturedRecord } from '../../database/ddl/capture.ts';
import type { Dialect } from '../../database/dialect.ts';
import type { Column, Rules, StoredType, Table } from '../../database/schema/table.ts';
import { SYSTEM_OPTIONS } from './system-columns.ts';

export interface SystemTableInput {
  /** Equal in all projects: names the table's counts in every store. */
  readonly id: string;
  readonly name: string;
  /** A migration creates it, with the types in `Dialect.types`. */
  readonly physical: string;
  /** Must include `id`. */
  readonly columns: Readonly<Record<string, SystemTableColumn>>;
  readonly rules: Rules;
  readonly watched?: boolean;
}

/** A table of the service that webhooks can watch. */
export interface ServiceTable extends Table {
  /** For a table whose rows are shown otherwise than column by column. */
  readonly recordOf?: (project: Project) => CapturedRecord;
  /** Run before the triggers are created. */
  readonly beforeWatch?: (dialect: Dialect) => readonly PlainStep[];
  /** Values of the made-up record of a test, where those of the column types are unlike real ones. */
  readonly sample?: Readonly<Record<string, unknown>>;
}

export type SystemTableColumn = { readonly type: StoredType } & Partial<Omit<Column, 'name' | 'type'>>;

/**
 * A table that the service keeps in every project, in the form of a catalogue table, so that its rows are listed,
 * filtered, counted and guarded by the same code as those of owners' tables.
 */
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
