import type { Column, StoredType } from '../../database/schema/table.ts';

/** Callers may read system columns but not write them. */
export const SYSTEM_OPTIONS = {
  required: false,
  unique: false,
  indexed: false,
  hidden: false,
  readOnly: true,
  system: true,
} as const;

/** The columns of every table. The server sets them; only secret callers may set them themselves. */
export const SYSTEM_COLUMNS: readonly Column[] = [
  systemColumn('id', 'uuid', { required: true, unique: true, indexed: true }),
  systemColumn('created_at', 'timestamp', { required: true }),
  systemColumn('updated_at', 'timestamp', { required: true }),
  systemColumn('owner_id', 'uuid', {}),
];

export const SYSTEM_NAMES: ReadonlySet<string> = new Set(SYSTEM_COLUMNS.map((column) => column.name));

function systemColumn(name: string, type: StoredType, options: Partial<Column>): Column {
  return {
    name,
    type,
    ...SYSTEM_OPTIONS,
    physical: name,
    ...options,
  };
}
