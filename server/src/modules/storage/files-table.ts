import type { Caller } from '../../callers/index.ts';
import { parseFilter } from '../../database/filter/index.ts';
import { type Column, type Level, type Rules, systemTable, type Table } from '../../database/schema/index.ts';
import type { Catalogue } from '../tables/index.ts';

export const VISIBILITIES = ['public', 'authenticated', 'owner', 'linked', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export function isVisibility(value: unknown): value is Visibility {
  return VISIBILITIES.some((known) => known === value);
}

const TABLE_ID = '00000000-0000-7000-8000-0000000000f1';

const PUBLIC = parseFilter('visibility:eq:public');
const SEEN_BY_USER = parseFilter(
  'or(visibility:in:(public,authenticated),and(visibility:in:(owner,linked),owner_id:eq:$user.id))',
);

const PRIVATE: Rules = {
  read: { level: 'private' },
  create: { level: 'private' },
  update: { level: 'private' },
  delete: { level: 'private' },
};
const OWNED = { level: 'owner' } as const;

/** Rules by kind of caller for the file itself; `linked-files.ts` adds the rows that show linked files. */
const RULES: Readonly<Record<Caller['kind'], Rules>> = {
  anonymous: { ...PRIVATE, read: { level: 'public', where: PUBLIC } },
  user: { ...PRIVATE, read: { level: 'authenticated', where: SEEN_BY_USER }, update: OWNED, delete: OWNED },
  secret: PRIVATE,
};

/** The files table independent of the caller, for work that rules do not decide. */
export const FILES_TABLE = systemTable({
  id: TABLE_ID,
  name: 'files',
  physical: '_files',
  columns: {
    id: { type: 'uuid', required: true, unique: true },
    name: { type: 'text', required: true },
    path: { type: 'text', required: true },
    size: { type: 'integer', required: true },
    mime_type: { type: 'text', required: true },
    visibility: { type: 'text', required: true },
    checksum_sha256: { type: 'text', required: true },
    width: { type: 'integer' },
    height: { type: 'integer' },
    metadata: { type: 'json', required: true },
    owner_id: { type: 'uuid' },
    created_at: { type: 'timestamp', required: true },
    updated_at: { type: 'timestamp', required: true },
  },
  rules: PRIVATE,
});

const forKind = (kind: Caller['kind']): Table => ({ ...FILES_TABLE, rules: RULES[kind] });
const TABLES = { anonymous: forKind('anonymous'), user: forKind('user'), secret: forKind('secret') };

/** The files table for one kind of caller, for reads and for changes that do not affect other tables. */
export function filesTable(kind: Caller['kind']): Table {
  return TABLES[kind];
}

const deletable = new WeakMap<Catalogue, typeof TABLES>();

/** The files table for deletes, which also change the rows that refer to a file and the counts of their tables. */
export function deletableFiles(catalogue: Catalogue, kind: Caller['kind']): Table {
  let tables = deletable.get(catalogue);
  if (tables === undefined) {
    const cascadesTo = tablesWithOptionalFile(catalogue);
    const { anonymous, user, secret } = TABLES;
    tables = {
      anonymous: { ...anonymous, cascadesTo },
      user: { ...user, cascadesTo },
      secret: { ...secret, cascadesTo },
    };
    deletable.set(catalogue, tables);
  }
  return tables[kind];
}

function tablesWithOptionalFile({ tables }: Catalogue): readonly string[] {
  return [...tables.values()]
    .filter(({ columns }) => columns.some(({ type, required }) => type === 'file' && !required))
    .map(({ id }) => id);
}

const UPLOAD_TABLES_MAX = 1000;
const uploadTables = new Map<Level, Table>();

export function uploadTable(level: Level): Table {
  const known = uploadTables.get(level);
  if (known !== undefined) return known;
  // Levels contain role names, and owners can create any number of roles.
  if (uploadTables.size === UPLOAD_TABLES_MAX) uploadTables.clear();
  const table = { ...FILES_TABLE, rules: { ...PRIVATE, create: { level } } };
  uploadTables.set(level, table);
  return table;
}

export const FILE_COLUMNS = FILES_TABLE.columns;

export function fileColumn(name: string): Column {
  const column = FILES_TABLE.columnByName.get(name);
  if (column === undefined) throw new Error(`files have no ${name}`);
  return column;
}
