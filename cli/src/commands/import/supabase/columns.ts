import { fittingColumns } from '../names.ts';
import type { LeftOut, SourceColumn } from '../source.ts';
import { type Dump, type DumpColumn, type DumpTable, type ForeignKey, keyOf } from './dump.ts';

export const USERS = 'auth.users';
const OLD_ID = 'original_id';
const OWNER_NAMES = ['owner_id', 'user_id', 'author_id', 'created_by', 'owner', 'author'];
const TIMES = ['created_at', 'updated_at'];

export const TYPES: Readonly<Record<string, SourceColumn['type']>> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
  decimal: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'timestamp',
  'timestamp without time zone': 'timestamp',
  timestamptz: 'timestamp',
  timestamp: 'timestamp',
  date: 'date',
  json: 'json',
  jsonb: 'json',
  int: 'integer',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
};

export interface PlannedColumn {
  readonly from: DumpColumn;
  readonly column: SourceColumn;
  readonly target: string | undefined;
}

export interface PlannedTable {
  readonly table: DumpTable;
  readonly name: string;
  readonly columns: readonly PlannedColumn[];
  readonly times: readonly string[];
  readonly owner: string | undefined;
}

export interface Targets {
  readonly dump: Dump;
  readonly names: ReadonlyMap<string, string>;
  readonly leftOut: LeftOut[];
}

export function planTable(table: DumpTable, { dump, names, leftOut }: Targets): PlannedTable {
  const times = table.columns
    .filter(({ name, type }) => TIMES.includes(name) && TYPES[type] === 'timestamp')
    .map(({ name }) => name);
  const keys = singleKeys(table);
  const owner = ownerOf(table, keys);
  const isOwn = ({ name }: DumpColumn): boolean =>
    times.includes(name) || (name === 'owner_id' && owner === name) || (name === 'id' && isPlainId(table));
  const kept = table.columns.filter((column) => !column.isGenerated && !isOwn(column));
  const fitting = fittingColumns(kept.map(({ name }) => (name === 'id' ? OLD_ID : name)));
  const columns = kept.map((from) => {
    const name = fitting.get(from.name === 'id' ? OLD_ID : from.name) ?? from.name;
    return planColumn(from, name, { table, key: keys.get(from.name), dump, names });
  });
  reportLeftOut(table, { names, leftOut });
  return { table, name: names.get(keyOf(table)) ?? table.name, columns, times, owner };
}

export function isPlainId({ columns, primaryKey }: DumpTable): boolean {
  return (
    primaryKey.length === 1 &&
    primaryKey[0] === 'id' &&
    columns.some(({ name, type }) => name === 'id' && type === 'uuid')
  );
}

function singleKeys({ foreignKeys }: DumpTable): Map<string, ForeignKey> {
  return new Map(
    foreignKeys.flatMap((key) => (key.columns.length === 1 ? [[key.columns[0] ?? '', key] as const] : [])),
  );
}

function ownerOf(table: DumpTable, keys: ReadonlyMap<string, ForeignKey>): string | undefined {
  const people = [...keys].filter(([, { target }]) => target === USERS).map(([name]) => name);
  return OWNER_NAMES.find((name) => people.includes(name)) ?? people.find((name) => name === 'id' && isPlainId(table));
}

interface PlanContext {
  readonly table: DumpTable;
  readonly key: ForeignKey | undefined;
  readonly dump: Dump;
  readonly names: ReadonlyMap<string, string>;
}

function planColumn(from: DumpColumn, name: string, { table, key, dump, names }: PlanContext): PlannedColumn {
  const isUnique = [table.primaryKey, ...table.uniques].some(
    ({ length, 0: first }) => length === 1 && first === from.name,
  );
  const required = from.isRequired && { required: true };
  const target = key && names.get(key.target);
  if (key !== undefined && target !== undefined) {
    const onDelete = key.onDelete === 'set_null' && from.isRequired ? 'restrict' : key.onDelete;
    const column = {
      name,
      type: 'reference',
      table: target,
      on_delete: onDelete,
      ...required,
      ...(isUnique && { unique: true }),
    } as const;
    return { from, column, target: key.target };
  }
  const values = dump.enums.get(from.type.includes('.') ? from.type : `public.${from.type}`);
  const type = values === undefined ? (from.type.endsWith('[]') ? 'json' : (TYPES[from.type] ?? 'text')) : 'text';
  const unique = isUnique && type !== 'json' && { unique: true };
  const indexed = key?.target === USERS && !isUnique && { indexed: true };
  return {
    from,
    column: { name, type, ...required, ...unique, ...indexed, ...(values && { enum: values }) },
    target: undefined,
  };
}

function reportLeftOut(table: DumpTable, { names, leftOut }: Pick<Targets, 'names' | 'leftOut'>): void {
  const tell = (kind: string, name: string, reason: string): unknown =>
    leftOut.push({ kind, name: `${table.name}.${name}`, reason });
  for (const { name, isGenerated, hasDefault } of table.columns) {
    if (isGenerated) tell('column', name, 'It was computed by the database.');
    else if (hasDefault && name !== 'id' && !TIMES.includes(name))
      tell('default', name, 'Its default is not carried over.');
  }
  for (const { columns, target } of table.foreignKeys) {
    const isCarried =
      columns.length === 1 &&
      (target === USERS || names.has(target)) &&
      !(columns[0] === 'id' && isPlainId(table) && target !== USERS);
    if (!isCarried) tell('foreign key', columns.join(','), `It pointed at ${target}; its values stand as they were.`);
  }
}
