import type { Dialect, ServiceTable } from '../../database/index.ts';
import { type Column, systemTable } from '../../database/schema/index.ts';

const PRIVATE = { level: 'private' } as const;

const table = systemTable({
  id: '00000000-0000-7000-8000-0000000000a1',
  name: 'auth.users',
  physical: '_users',
  columns: {
    id: { type: 'uuid', required: true, unique: true },
    email: { type: 'text', required: true },
    email_verified: { type: 'boolean', required: true },
    name: { type: 'text' },
    avatar_url: { type: 'text' },
    role: { type: 'text' },
    metadata: { type: 'json', required: true },
    providers: { type: 'json', required: true },
    mfa_enabled: { type: 'boolean', required: true, physical: 'totp_enabled' },
    created_at: { type: 'timestamp', required: true },
    updated_at: { type: 'timestamp', required: true },
    last_sign_in_at: { type: 'timestamp' },
  },
  rules: { read: PRIVATE, create: PRIVATE, update: PRIVATE, delete: PRIVATE },
});

const WATCHED_COLUMNS = [
  'email',
  'email_verified',
  'name',
  'avatar_url',
  'role',
  'metadata',
  'providers',
  'totp_enabled',
];

/** Users as webhooks see them: the record of `presentUser`, built in SQL. A sign-in is not a change. */
export const USERS_TABLE: ServiceTable = {
  ...table,
  sample: { email: 'somebody@example.com', providers: ['password'], role: null, avatar_url: null },
  beforeWatch: (dialect) => [{ kind: 'plain', statement: { text: fillProviders(dialect), values: [] } }],
  recordOf: () => ({
    compared: (row) => [...WATCHED_COLUMNS.map((column) => `${row}."${column}"`), `(${row}."password_hash" IS NULL)`],
    members: (dialect, row) =>
      table.columns.map((column) => ({ name: column.name, sql: storedValue(dialect, row, column) })),
  }),
};

/** Fills the column for users who came from a provider before it existed. */
function fillProviders(dialect: Dialect): string {
  const users = dialect.table('_users');
  const firsts = `SELECT provider, MIN(created_at) AS first FROM ${dialect.table('_identities')} AS i
    WHERE i.user_id = u.id GROUP BY provider`;
  const list = `SELECT '["' || string_agg(provider, '","' ORDER BY first, provider) || '"]' FROM (${firsts}) AS linked`;
  return `UPDATE ${users} AS u SET providers = COALESCE((${list}), '[]') WHERE providers = '[]'`;
}

function storedValue(dialect: Dialect, row: string, { name, physical, type }: Column): string {
  const stored = `${row}."${physical}"`;
  if (name === 'providers') return dialect.textAsJson(providersOf(row));
  if (type === 'json') return dialect.textAsJson(stored);
  return type === 'boolean' ? dialect.jsonValue(`(${stored} = 1)`, type) : stored;
}

function providersOf(row: string): string {
  const linked = `${row}."providers"`;
  return `CASE WHEN ${row}."password_hash" IS NULL THEN ${linked} WHEN ${linked} = '[]' THEN '["password"]'
    ELSE '["password",' || substr(${linked}, 2) END`;
}
