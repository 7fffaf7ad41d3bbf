import type { CountRead, ListResult, Row } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import type { Statement, Value } from '../statement.ts';

/** More than fits one answer, and far below the longest text JavaScript can hold. */
const PAGE_BYTES_MAX = 128 * 1024 * 1024;
const TEXTS_MAX = 2000;

interface PageTexts {
  readonly alone: string;
  /** With the table's version, which a cached count must match. */
  readonly versioned: string;
  /** As `versioned`, when the count also depends on other tables. */
  readonly lookedInto: string;
  readonly counted: Map<string, string>;
}

interface CountResult {
  /** Undefined when the cached count is still valid, or nothing was counted. */
  readonly total: number | undefined;
  readonly version: number | undefined;
  readonly rows: number | undefined;
}

const pages = new Map<string, PageTexts>();

/** One text for all rows is cheaper than many. The statement for a single row by its key is sent unchanged. */
export function listText(rows: Statement): string {
  return textsOf(rows).alone;
}

export function versionedText(rows: Statement, { lookedInto }: CountRead): string {
  const texts = textsOf(rows);
  return lookedInto.length === 0 ? texts.versioned : texts.lookedInto;
}

export function versionedValues(rows: Statement, count: CountRead): readonly Value[] {
  return [...rows.values, ...statsValues(count)];
}

/** Reads rows and count from one snapshot; counts only if the table's version differs from that of the cached count. */
export function countedText(rows: Statement, count: CountRead): string {
  const { counted } = textsOf(rows);
  let text = counted.get(count.statement.text);
  if (text === undefined) {
    text = makeCounted(rows, count);
    counted.set(count.statement.text, text);
  }
  return text;
}

export function countedValues(rows: Statement, count: CountRead, knownVersion: number | undefined): readonly Value[] {
  return [...rows.values, ...count.statement.values, ...statsValues(count), knownVersion ?? null];
}

export function toListResult(rows: readonly Row[]): ListResult {
  const [row] = rows;
  if (row?.['returned'] === undefined) {
    const json = rows.map((each) => Object.values(each)[0]).join(',');
    return { json, returned: rows.length, count: undefined };
  }
  const { json = null } = row;
  const returned = Number(row['returned']);
  if (json === null && returned > 0) {
    throw new DatabaseFailure({ kind: 'out_of_range', message: 'the page is too large for one answer' });
  }
  return { json: json === null ? '' : String(json), returned, count: undefined };
}

export function toCounted([row]: readonly Row[]): CountResult {
  return {
    total: numberOf(row?.['total']),
    version: numberOf(row?.['stats_version']),
    rows: numberOf(row?.['stats_rows']),
  };
}

function numberOf(value: Row[string] | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function textsOf(rows: Statement): PageTexts {
  return pages.get(rows.text) ?? addTexts(rows);
}

function addTexts({ text, values }: Statement): PageTexts {
  // Reads without a limit are for single rows.
  const alone = text.includes(' LIMIT ') ? pageText(text, '') : text;
  // Contains no counting at all: it would be planned too, and make a generic plan look expensive.
  const versioned = pageText(text, STATS) + joinStats(values.length + 1);
  const lookedInto = pageText(text, STATS) + joinSumOfStats(values.length + 1);
  const texts: PageTexts = { alone, versioned, lookedInto, counted: new Map() };
  if (pages.size >= TEXTS_MAX) pages.clear();
  pages.set(text, texts);
  return texts;
}

/** CASE only evaluates the branches that it needs, so rows are counted only when its last branch is reached. */
function makeCounted(rows: Statement, { statement, whole, lookedInto }: CountRead): string {
  const at = rows.values.length + statement.values.length;
  const isOne = lookedInto.length === 0;
  const count = shiftPlaceholders(statement.text, rows.values.length);
  const kept = whole ? 'WHEN stats.table_rows IS NOT NULL THEN stats.table_rows ' : '';
  const total = `CASE ${kept}WHEN stats.version = $${at + 2}::bigint THEN NULL ELSE (${count}) END`;
  return pageText(rows.text, `${STATS}, ${total} AS total`) + (isOne ? joinStats(at + 1) : joinSumOfStats(at + 1));
}

function statsValues({ tableId, lookedInto }: CountRead): readonly Value[] {
  return lookedInto.length === 0 ? [tableId] : [[...new Set([tableId, ...lookedInto])]];
}

const STATS = ', stats.version AS stats_version, stats.table_rows AS stats_rows';

function joinStats(place: number): string {
  return `
    LEFT JOIN ${STORE_MARKER}._table_stats AS stats ON stats.table_id = $${place}::uuid`;
}

/** Versions only grow, so their sum changes whenever one of the tables changes; null while any has no version. */
function joinSumOfStats(place: number): string {
  return `
    CROSS JOIN (SELECT CASE WHEN count(*) = cardinality($${place}::uuid[]) THEN sum(version)::bigint END AS version,
        NULL::bigint AS table_rows
      FROM ${STORE_MARKER}._table_stats WHERE table_id = ANY($${place}::uuid[])) AS stats`;
}

/** OFFSET 0 keeps the server from inlining a row's JSON for each use of `json`, and computing it twice. */
function pageText(rows: string, more: string): string {
  return `SELECT page.*${more} FROM (
    SELECT count(*) AS returned, CASE WHEN sum(octet_length(json)) <= ${PAGE_BYTES_MAX} THEN string_agg(json, ',') END AS json
    FROM (SELECT * FROM (${rows}) AS made OFFSET 0) AS row (json)) AS page`;
}

/** Names of the catalogue contain no `$` and values are never in the text, so every match is a placeholder. */
function shiftPlaceholders(text: string, by: number): string {
  return text.replace(/\$(\d+)/g, (_, index: string) => `$${Number(index) + by}`);
}
