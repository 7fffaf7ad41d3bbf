import { type Column, type StoredType, SYSTEM_OPTIONS } from '../../database/schema/index.ts';

/** The columns of every table. The server sets them; callers may read them, and only secret callers may set them themselves. */
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
