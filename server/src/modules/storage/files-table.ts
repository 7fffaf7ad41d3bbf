import { parseFilter } from '../../database/filter/index.ts';
import type { Level, Rules, Table } from '../../database/schema/index.ts';
import type { Caller } from '../../http/callers.ts';
import { type Catalogue, systemTable } from '../tables/index.ts';

export const VISIBILITIES = ['public', 'authenticated', 'owner', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Names the counts of files in every project's store. */
const TABLE_ID = '00000000-0000-7000-8000-0000000000f1';

const PUBLIC = parseFilter('visibility:eq:public');
const SEEN_BY_USER = parseFilter(
  'or(visibility:in:(public,authenticated),and(visibility:eq:owner,owner_id:eq:$user.id))',
);

const PRIVATE: Rules = {
  read: { level: 'private' },
  create: { level: 'private' },
  update: { level: 'private' },
  delete: { level: 'private' },
};
const OWNED = { level: 'owner' } as const;

/**
 * What each file lets its visibility say, as rules of a table: one for every kind of caller, because a condition that
 * speaks of the signed-in user is false as a whole for everybody else. Secret callers pass every rule.
 */
const RULES: Readonly<Record<Caller['kind'], Rules>> = {
  anonymous: { ...PRIVATE, read: { level: 'public', where: PUBLIC } },
  user: { ...PRIVATE, read: { level: 'authenticated', where: SEEN_BY_USER }, update: OWNED, delete: OWNED },
  secret: PRIVATE,
};

const FILES = systemTable({
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

type Tables = Readonly<Record<Caller['kind'], Table>>;

const made = new WeakMap<Catalogue, Tables>();

/**
 * The table of a project's files as one kind of caller meets it. Made for a catalogue, because a delete of a file
 * changes the rows that refer to it, and the counts of their tables.
 */
export function filesTable(catalogue: Catalogue, kind: Caller['kind']): Table {
  let tables = made.get(catalogue);
  if (tables === undefined) {
    const cascadesTo = tablesThatLetGo(catalogue);
    const of = (rules: Rules): Table => ({ ...FILES, rules, cascadesTo });
    tables = { anonymous: of(RULES.anonymous), user: of(RULES.user), secret: of(RULES.secret) };
    made.set(catalogue, tables);
  }
  return tables[kind];
}

/** The same with the project's rule for uploads: who may add a file. */
export function uploadTable(level: Level): Table {
  return { ...FILES, rules: { ...PRIVATE, create: { level } } };
}

/** Ids of the tables with rows that stay when their file goes, and then refer to nothing. */
function tablesThatLetGo({ tables }: Catalogue): readonly string[] {
  return [...tables.values()]
    .filter(({ columns }) => columns.some(({ type, required }) => type === 'file' && !required))
    .map(({ id }) => id);
}

/** A column of the table of files; its columns are the same for every project and caller. */
export function fileColumn(name: string) {
  const column = FILES.columnByName.get(name);
  if (column === undefined) throw new Error(`files have no ${name}`);
  return column;
}
