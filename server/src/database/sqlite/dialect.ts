import { SETTLING_IDS_END } from '../counts/settling.ts';
import type { AggregateSyntax, Bucket, DdlSyntax, Dialect, JsonSyntax, MatchSyntax } from '../dialect.ts';
import type { StoredType } from '../schema/table.ts';
import { foldCase, globText, likeText } from '../sql/like-pattern.ts';
import { columnOf, literal, quoted, ROW } from '../sql/names.ts';
import { REQUIRE_FINITE, UNICODE_FOLD } from './functions.ts';
import { sqliteSearch } from './search-syntax.ts';

const EXACT_MAX = Number.MAX_SAFE_INTEGER;

const ddl: DdlSyntax = {
  types: {
    uuid: 'TEXT',
    text: 'TEXT',
    integer: 'INTEGER',
    number: 'REAL',
    boolean: 'INTEGER',
    timestamp: 'TEXT',
    date: 'TEXT',
    json: 'TEXT',
    reference: 'TEXT',
    file: 'TEXT',
  },
  addsReferences: false,
  findDangling: (table) => `SELECT 1 AS found FROM pragma_foreign_key_check('${table.replaceAll("'", "''")}') LIMIT 1`,
  refreshStatistics: undefined,
  addFilledColumn: undefined,
  // Doubles survive: JavaScript writes the shortest text that reads back as the same number, and SQLite reads it exactly.
  storedDefault: (value) => ` DEFAULT ${typeof value === 'string' ? literal(value) : Number(value)}`,
  rewritesTables: true,
  buildsInSideTable: true,
  hiddenDefault: undefined,
  lockWrites: undefined,
  afterColumns: ' WITHOUT ROWID',
  // Columns descend, and SQLite appends the key, the id, ascending: the order in which lists descend a column.
  indexKeys: (columns, unique) =>
    unique && columns.length === 1 ? columns.join() : columns.map((column) => `${column} DESC`).join(', '),
  // Uses only built-in functions, because this also runs in triggers.
  newId: `format('%08x-%04x-7%03x-%04x-%04x%08x', unixepoch('subsec') * 1000 >> 16, unixepoch('subsec') * 1000 & 65535,
    random() & 4095, random() & 16383 | 32768, random() & 65535, random() & 4294967295)`,
  createCapture: ({ op, name, table, when, insert }) => [
    `CREATE TRIGGER ${quoted(name)} AFTER ${op.toUpperCase()} ON ${quoted(table)} FOR EACH ROW${when === undefined ? '' : ` WHEN ${when}`} BEGIN ${insert}; END`,
  ],
  dropCapture: ({ name }) => [`DROP TRIGGER IF EXISTS ${quoted(name)}`],
};

const json: JsonSyntax = {
  jsonValue,
  textAsJson: (operand) => `json(${operand})`,
  jsonObject: (members) => `json_object(${members.map(({ name, sql }) => `${literal(name)}, ${sql}`).join(', ')})`,
  rowJson: (columns, row) =>
    json.jsonObject(
      columns.map((column) => ({ name: column.name, sql: jsonValue(columnOf(row, column), column.type) })),
    ),
  selectJson: (members) => ({ before: `SELECT ${json.jsonObject(members)} AS "json"`, after: '' }),
  cutJsonValue(operand, type, most) {
    if (type === 'text') return `substr(${operand}, 1, ${most})`;
    if (type !== 'json') return jsonValue(operand, type);
    const cut = `json_quote(substr(${operand}, 1, ${most}))`;
    return `json(CASE WHEN length(${operand}) >= ${most} THEN ${cut} ELSE ${operand} END)`;
  },
  changeDepth: 'COALESCE((SELECT depth FROM _change_depth), 0)',
  setChangeDepth: [
    'INSERT INTO _change_depth (id, depth) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET depth = excluded.depth',
  ],
  nowText: "strftime('%Y-%m-%dT%H:%M:%fZ')",
  nowMs: "CAST(unixepoch('subsec') * 1000 AS integer)",
};

function jsonValue(operand: string, type: StoredType): string {
  switch (type) {
    case 'boolean':
      return `json(CASE ${operand} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`;
    case 'json':
      return `json(${operand})`;
    case 'number':
      // Integers are shown without ".0", as in the other engine. Larger numbers never equal their cast.
      return `iif(${operand} = CAST(${operand} AS INTEGER), CAST(${operand} AS INTEGER), ${operand})`;
    default:
      return operand;
  }
}

const match: MatchSyntax = {
  // The cast keeps SQLite from preparing the statement again for every pattern.
  like: (operand, pattern, bind) => `${operand} GLOB CAST(${bind(globText(pattern), 'text')} AS TEXT)`,
  // For ASCII text SQLite's own LIKE ignores case correctly and is far faster than a function of ours.
  ilike: (operand, pattern, bind) => {
    const folded = foldCase(pattern);
    const ascii = `${operand} LIKE ${bind(likeText(folded), 'text')} ESCAPE '\\'`;
    const other = `${UNICODE_FOLD}(${operand}) GLOB ${bind(globText(folded), 'text')}`;
    return `CASE WHEN octet_length(${operand}) = length(${operand}) THEN ${ascii} ELSE ${other} END`;
  },
  position: (operand, part) => `instr(${operand}, ${part})`,
  endsWith: (operand, suffix) =>
    `(${suffix} = '' AND ${operand} IS NOT NULL OR substr(${operand}, -length(${suffix})) = ${suffix})`,
  includes: (operand, part) => `instr(${operand}, ${part}) > 0`,
  // JSON is stored compactly, so an array can be recognised by its first character.
  jsonIncludes: (operand, element, bind) => {
    const found = jsonElementIs(element, bind);
    return `(substr(${operand}, 1, 1) = '[' AND EXISTS (SELECT 1 FROM json_each(${operand}) AS _j WHERE ${found}))`;
  },
};

function jsonElementIs(element: string | number | boolean, bind: MatchBind): string {
  if (typeof element === 'boolean') return `_j.type = '${element}'`;
  if (typeof element === 'string') return `_j.type = 'text' AND _j.value = ${bind(element, 'text')}`;
  // Parsed from JSON text like the element itself, because SQLite does not read large integers as doubles.
  return `_j.type IN ('integer', 'real') AND _j.value = (${bind(JSON.stringify(element), 'json')} ->> '$')`;
}

type MatchBind = Parameters<MatchSyntax['jsonIncludes']>[2];

const aggregate: AggregateSyntax = {
  // `total()` never overflows: it is exact up to 2^53, and returns the nearest double beyond, where `sum()` fails.
  sum: ({ operand, type, distinct }) => {
    const total = `total(${distinct ? 'DISTINCT ' : ''}${operand})`;
    const sum =
      type === 'integer'
        ? `WHEN abs(${total}) <= ${EXACT_MAX} THEN CAST(${total} AS INTEGER) ELSE ${total}`
        : `ELSE ${REQUIRE_FINITE}(${total})`;
    return `CASE WHEN count(${operand}) = 0 THEN NULL ${sum} END`;
  },
  average: ({ operand, distinct }) => {
    const values = `${distinct ? 'DISTINCT ' : ''}${operand}`;
    return `CASE WHEN count(${operand}) = 0 THEN NULL ELSE ${REQUIRE_FINITE}(total(${values}) / count(${values})) END`;
  },
  extreme: (op, operand) => `${op}(${operand})`,
  bucket: (operand, _, bucket) => BUCKETS[bucket](operand),
};

/** Times and dates are text that starts with the day in UTC. */
const BUCKETS: Readonly<Record<Bucket, (operand: string) => string>> = {
  day: (operand) => `substr(${operand}, 1, 10)`,
  // Goes six days back and then on to the next Monday, so it never passes the last day of the calendar.
  week: (operand) => `date(substr(${operand}, 1, 10), '-6 days', 'weekday 1')`,
  month: (operand) => `substr(${operand}, 1, 7) || '-01'`,
  year: (operand) => `substr(${operand}, 1, 4) || '-01-01'`,
};

/** A primary key without rowids has this name. */
function primaryKey(table: string): string {
  return ` INDEXED BY ${quoted(`sqlite_autoindex_${table}_1`)}`;
}

export const sqliteDialect: Dialect = {
  ...ddl,
  ...json,
  ...match,
  ...aggregate,
  family: 'sqlite',
  search: sqliteSearch,
  placeholder: () => '?',
  value: (position) => `?${position}`,
  storeSize: () => ({
    text: `SELECT (pages.page_count - free.freelist_count) * size.page_size AS bytes
      FROM pragma_page_count AS pages, pragma_freelist_count AS free, pragma_page_size AS size`,
    values: [],
  }),
  table: quoted,
  differs: (left, right) => `${left} IS NOT ${right}`,
  sameInRows: (looked, row, operator) => `${looked.operand} ${operator} ${row.operand}`,
  amongLookedUp: (row, looked, from) => `${row.operand} IN (SELECT ${looked.operand}${from})`,
  inList: (operand, position, type) => {
    // Integers beyond 2^53 come out of JSON as integers, which a column of doubles does not equal.
    const value = type === 'number' ? 'CAST(_j.value AS REAL)' : '_j.value';
    return `${operand} IN (SELECT ${value} FROM json_each(?${position}) AS _j)`;
  },
  listValue: (values) => values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  textValue: (place) => place,
  countTail: (physical, { after, upTo, match }) =>
    `SELECT count(*), coalesce(sum(${ROW}."id" <= ${upTo}), 0) FROM ${quoted(physical)} AS ${ROW}${primaryKey(physical)} WHERE ${ROW}."id" > ${after} AND ${ROW}."id" < '${SETTLING_IDS_END}' AND ${match}`,
  // Given no hint, SQLite takes any index of the filter and sorts.
  indexHint: (table, index) => (index === undefined ? primaryKey(table) : ` INDEXED BY ${quoted(index)}`),
  true: '1',
  false: '0',
  never: '0',
  orderKey: (operand, direction) => (direction === 'asc' ? operand : `${operand} DESC`),
  returning: (change, table, output) => `${change} RETURNING ${output(quoted(table))}`,
  cascadesAtOnce: true,
  // SQLite treats a numbered placeholder as a name, and searches the names one by one for each bound value.
  nextValue: '?',
  insertSizes: [100, 10, 1],
  // To undo a single statement of several rows, SQLite keeps the old content of every page that it changes.
  aloneSizes: [1],
  joinedSizes: [1],
};
