import { SETTLING_IDS_END } from '../counts/settling.ts';
import type {
  AggregateSyntax,
  DdlSyntax,
  Dialect,
  JsonMember,
  JsonSyntax,
  MatchSyntax,
  TypedOperand,
} from '../dialect.ts';
import type { StoredType } from '../schema/table.ts';
import { likeText } from '../sql/like-pattern.ts';
import { columnOf, literal, quoted, ROW } from '../sql/names.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import { findRecentLetters } from './recent-letters.ts';
import { postgresSearch } from './search-syntax.ts';

/** PostgreSQL cuts longer column names. */
const NAME_LENGTH_MAX = 63;

/** A count builds on the settled rows while at most this many rows lie behind them. */
const TAIL_ROWS_MAX = 4_096;

export interface PostgresCapabilities {
  /** A collation whose `upper` and `lower` cover all of Unicode; undefined when there is only the database's own. */
  readonly foldCollation: 'pg_unicode_fast' | 'und-x-icu' | undefined;
}

const TYPES: Readonly<Record<StoredType, string>> = {
  uuid: 'uuid',
  text: 'text COLLATE "C"',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  timestamp: 'timestamptz(3)',
  date: 'date',
  json: 'json',
  reference: 'uuid',
  file: 'uuid',
};

/** Type names in casts, which cannot contain a collation. */
const CASTS: Readonly<Record<StoredType, string>> = { ...TYPES, text: 'text', timestamp: 'timestamptz' };

function table(physical: string): string {
  return `${STORE_MARKER}.${quoted(physical)}`;
}

/**
 * The server quotes the value, so no caller's text is part of the statement. The statement that it executes contains the value,
 * because nodes of Citus do not see settings of this connection.
 */
function withDefault(alter: string, type: StoredType): string {
  return `DO $body$ BEGIN EXECUTE format('${alter} CAST(%L AS ${CASTS[type]})', current_setting('service.default')); END $body$`;
}

const ddl: DdlSyntax = {
  types: TYPES,
  addsReferences: true,
  findDangling: () => {
    throw new Error('references are added, and looked at then');
  },
  refreshStatistics: (physical) => `ANALYZE ${table(physical)}`,
  afterColumns: '',
  storedDefault: undefined,
  rewritesTables: false,
  buildsInSideTable: false,
  addFilledColumn: ({ table: to, column, name, type }) => [
    `SELECT set_config('service.default', $1, true)`,
    // The server evaluates a default that is not volatile once, and uses the result for all existing rows.
    withDefault(`ALTER TABLE ${to} ADD COLUMN ${column} DEFAULT`, type),
    `ALTER TABLE ${to} ALTER COLUMN ${name} DROP DEFAULT`,
  ],
  hiddenDefault: {
    keep: ({ table: to, name, type }) => withDefault(`ALTER TABLE ${to} ALTER COLUMN ${name} SET DEFAULT`, type),
    drop: ({ table: to, name }) => `ALTER TABLE ${to} ALTER COLUMN ${name} DROP DEFAULT`,
  },
  lockWrites: (physical) => `LOCK TABLE ${table(physical)} IN SHARE ROW EXCLUSIVE MODE`,
  // Nulls first, as in every order. The id at the end makes the index order total, because ids break ties.
  indexKeys: (columns, unique) => {
    if (unique && columns.length === 1) return `${columns.join()} NULLS FIRST`;
    const keys = columns.map((column) => `${column} DESC NULLS LAST`);
    return (unique ? keys : [...keys, '"id"']).join(', ');
  },
  // The time followed by random bits of a UUIDv4, because not every server of this family has `uuidv7()`.
  newId: `CAST(lpad(to_hex(CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)), 12, '0') || '7' ||
    substr(replace(CAST(gen_random_uuid() AS text), '-', ''), 14) AS uuid)`,
  createCapture: ({ op, name, table: physical, when, insert }) => [
    `CREATE FUNCTION ${table(name)}() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN ${insert}; RETURN NULL; END $body$`,
    `CREATE TRIGGER ${quoted(name)} AFTER ${op.toUpperCase()} ON ${table(physical)} FOR EACH ROW${when === undefined ? '' : ` WHEN (${when})`} EXECUTE FUNCTION ${table(name)}()`,
  ],
  dropCapture: ({ name, table: physical }) => [
    `DROP TRIGGER IF EXISTS ${quoted(name)} ON ${table(physical)}`,
    `DROP FUNCTION IF EXISTS ${table(name)}()`,
  ],
};

const json: JsonSyntax = {
  jsonValue: (operand, type) =>
    type === 'timestamp' ? `to_char(${operand} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : operand,
  textAsJson: (operand) => `CAST(${operand} AS json)`,
  cutJsonValue(operand, type, most) {
    if (type === 'text') return `left(${operand}, CAST(${most} AS integer))`;
    if (type !== 'json') return json.jsonValue(operand, type);
    const text = `${operand}::text`;
    return `CASE WHEN length(${text}) >= ${most} THEN to_json(left(${text}, CAST(${most} AS integer))) ELSE ${operand} END`;
  },
  // A subselect, because functions take no more than 100 arguments.
  jsonObject: (members) => `(SELECT row_to_json(_r)::text FROM (SELECT ${memberList(members)}) AS _r)`,
  rowJson: (columns, row) =>
    json.jsonObject(
      columns.map((column) => ({ name: column.name, sql: json.jsonValue(columnOf(row, column), column.type) })),
    ),
  // The planner folds the lateral part into the projection: a third faster than a subselect for every row.
  selectJson: (members, row) =>
    members.some(({ name }) => name.length > NAME_LENGTH_MAX)
      ? { before: `SELECT json_build_object(${argumentList(members)})::text AS "json"`, after: '' }
      : {
          before: 'SELECT row_to_json(_r)::text AS "json" FROM (SELECT *',
          after: `) AS ${row} CROSS JOIN LATERAL (SELECT ${memberList(members)}) AS _r`,
        },
  changeDepth: `COALESCE(CAST(NULLIF(current_setting('service.change_depth', true), '') AS integer), 0)`,
  setChangeDepth: [
    `SELECT set_config('service.change_depth', $1::text, true)`,
    // Triggers run on other nodes of Citus, which get only what SET LOCAL sets.
    `DO $body$ BEGIN PERFORM set_config('citus.propagate_set_commands', 'local', true);
      EXECUTE format('SET LOCAL service.change_depth = %L', current_setting('service.change_depth')); END $body$`,
  ],
  // Not `clock_timestamp()`: Citus refuses volatile functions in an UPDATE that it routes.
  nowText: `to_char(statement_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  nowMs: 'CAST(extract(epoch FROM statement_timestamp()) * 1000 AS bigint)',
};

function memberList(members: readonly JsonMember[]): string {
  return members.map(({ name, sql }) => `${sql} AS ${quoted(name)}`).join(', ');
}

/** Only results of an aggregate have names too long for a column; they are few enough for function arguments. */
function argumentList(members: readonly JsonMember[]): string {
  return members.map(({ name, sql }) => `${literal(name)}, ${sql}`).join(', ');
}

const aggregate: AggregateSyntax = {
  // Integers are summed exactly as numeric; a sum of doubles that overflows fails by itself.
  sum: ({ operand, distinct }) => `sum(${distinct ? 'DISTINCT ' : ''}${operand})::double precision`,
  average: ({ operand, distinct }) => {
    const values = `${distinct ? 'DISTINCT ' : ''}${operand}`;
    return `sum(${values})::double precision / nullif(count(${values}), 0)`;
  },
  extreme: (op, operand, type) =>
    type === 'uuid' || type === 'reference' || type === 'file'
      ? `${op}(${operand}::text COLLATE "C")`
      : `${op}(${operand})`,
  bucket: (operand, type, bucket) => {
    const local = type === 'timestamp' ? `${operand} AT TIME ZONE 'UTC'` : `${operand}::timestamp`;
    return `to_char(date_trunc('${bucket}', ${local}), 'YYYY-MM-DD')`;
  },
};

function matchSyntax({ foldCollation }: PostgresCapabilities): MatchSyntax {
  const collation = foldCollation === undefined ? '' : ` COLLATE ${quoted(foldCollation)}`;
  const fold = (text: string): string => `upper(lower(${text}${collation})) COLLATE "C"`;
  return {
    like: (operand, pattern, bind) => `${operand} LIKE ${bind(likeText(pattern), 'text')}`,
    // The server folds both sides, except for letters that its version of Unicode may not have.
    ilike: (operand, pattern, bind) => {
      const recent = findRecentLetters(pattern, foldCollation);
      if (recent === undefined) return `${fold(operand)} LIKE ${fold(bind(likeText(pattern), 'text'))}`;
      const [small, capital] = [bind(recent.small, 'text'), bind(recent.capital, 'text')];
      const text = `translate(${operand}, ${small}, ${capital})`;
      return `${fold(text)} LIKE ${fold(bind(likeText(recent.pattern), 'text'))}`;
    },
    endsWith: (operand, suffix) => `right(${operand}, length(${suffix})) = ${suffix}`,
    includes: (operand, part) => `strpos(${operand}, ${part}) > 0`,
    position: (operand, part) => `strpos(${operand}, ${part})`,
    jsonIncludes: (operand, element, bind) => `${operand}::jsonb @> ${bind(JSON.stringify([element]), 'json')}::jsonb`,
  };
}

/** Leaves the other operand unconverted, so that an index on its column works. Text that is not an id equals no id. */
function asType({ operand, type }: TypedOperand, wanted: StoredType): string {
  if ((type === 'text') === (wanted === 'text')) return operand;
  if (wanted === 'text') return `${operand}::text COLLATE "C"`;
  return `CASE WHEN ${operand} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ${operand}::uuid END`;
}

export function createPostgresDialect(capabilities: PostgresCapabilities): Dialect {
  return {
    ...ddl,
    ...json,
    ...aggregate,
    ...matchSyntax(capabilities),
    family: 'postgres',
    search: postgresSearch,
    storeSize: (store) => ({
      text: `SELECT coalesce(sum(pg_catalog.pg_total_relation_size(class.oid)), 0) AS bytes
        FROM pg_catalog.pg_class AS class JOIN pg_catalog.pg_namespace AS space ON space.oid = class.relnamespace
        WHERE space.nspname = $1 AND class.relkind = 'r'`,
      values: [store],
    }),
    placeholder: (position) => `$${position}`,
    value: (position, type) => `$${position}::${CASTS[type]}`,
    table,
    countTail: (physical, { after, upTo, match }) => {
      const tail = `SELECT * FROM ${table(physical)} WHERE "id" > ${after} AND "id" < '${SETTLING_IDS_END}' ORDER BY "id" LIMIT ${TAIL_ROWS_MAX + 1}`;
      const found = `SELECT ${ROW}."id" <= ${upTo} AS is_settled, ${match} AS is_found FROM (${tail}) AS ${ROW} OFFSET 0`;
      const parts = `count(*) FILTER (WHERE is_found), count(*) FILTER (WHERE is_found AND is_settled)`;
      return `SELECT CASE WHEN count(*) <= ${TAIL_ROWS_MAX} THEN concat_ws(' ', ${parts}) END FROM (${found}) AS _f`;
    },
    differs: (left, right, type) =>
      type === 'json' ? `${left}::text IS DISTINCT FROM ${right}::text` : `${left} IS DISTINCT FROM ${right}`,
    sameInRows: (looked, row, operator) => {
      if (operator === '=') return `${looked.operand} = ${asType(row, looked.type)}`;
      const isMixed = (looked.type === 'text') !== (row.type === 'text');
      const texts = [looked, row].map((side) => (isMixed ? asType(side, 'text') : side.operand));
      return texts.join(' <> ');
    },
    // An array is read before the rows, so its values can be looked up in an index also inside OR.
    amongLookedUp: (row, looked, from) => `${row.operand} = ANY(ARRAY(SELECT ${asType(looked, row.type)}${from}))`,
    inList: (operand, position, type) => `${operand} = ANY($${position}::${CASTS[type]}[])`,
    listValue: (values) => values.map((value) => (typeof value === 'boolean' ? String(value) : value)),
    textValue: (place) => `${place} COLLATE "C"`,
    indexHint: undefined,
    true: 'true',
    false: 'false',
    // Not `false`: Citus finds no shard for a statement that it knows to touch nothing.
    never: 'now() IS NULL',
    orderKey: (operand, direction) =>
      direction === 'asc' ? `${operand} ASC NULLS FIRST` : `${operand} DESC NULLS LAST`,
    returning: (change, _, output, sorted) =>
      `WITH _w AS (${change} RETURNING *) SELECT ${output('_w')} FROM _w${sorted ? ' ORDER BY _w."id"' : ''}`,
    cascadesAtOnce: false,
    insertSizes: [100, 10, 1],
    aloneSizes: [100, 10, 1],
    joinedSizes: [30, 10, 3, 1],
  };
}
