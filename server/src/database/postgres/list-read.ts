import type { KnownCount } from '../counts/count-cache.ts';
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
  readonly grown: Map<string, string>;
}

/** A count of rows behind settled ones, and how many of them are settled now. */
interface Tail {
  readonly all: number;
  readonly settled: number;
}

export interface CountResult {
  /** Undefined when the cached count is still valid, or nothing was counted. */
  readonly total: number | undefined;
  /** The rows behind the known settled ones; undefined when the count could not go on from them. */
  readonly grown: Tail | undefined;
  /** The rows behind those that are settled now, when all were counted. */
  readonly unsettled: Tail | undefined;
  readonly settledId: string | undefined;
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

/** Counts on from the settled rows of a known count, if none of them has changed since, and never all rows. */
export function grownText(rows: Statement, tail: Statement): string {
  const { grown } = textsOf(rows);
  let text = grown.get(tail.text);
  if (text === undefined) {
    text = makeGrown(rows, tail);
    grown.set(tail.text, text);
  }
  return text;
}

export function grownValues(
  rows: Statement,
  tail: Statement,
  count: CountRead,
  known: KnownCount | undefined,
): readonly Value[] {
  return [...rows.values, ...tail.values.slice(TAIL_IDS), ...statsValues(count), ...knownValues(known)];
}

/** Reads rows and count from one snapshot; counts only if the table's version differs from that of the cached count. */
export function countedText(rows: Statement, count: CountRead, tail: Statement | undefined): string {
  const { counted } = textsOf(rows);
  let text = counted.get(count.statement.text);
  if (text === undefined) {
    text = makeCounted(rows, count, tail);
    counted.set(count.statement.text, text);
  }
  return text;
}

export function countedValues(
  rows: Statement,
  tail: Statement | undefined,
  count: CountRead,
  known: KnownCount | undefined,
): readonly Value[] {
  const values = [...rows.values, ...count.statement.values];
  if (tail === undefined) return [...values, ...statsValues(count), known?.version ?? null];
  return [...values, ...tail.values.slice(TAIL_IDS), ...statsValues(count), ...knownValues(known)];
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
  const settledId = row?.['settled_id'];
  return {
    total: numberOf(row?.['total']),
    grown: tailOf(row?.['grown']),
    unsettled: tailOf(row?.['unsettled']),
    settledId: typeof settledId === 'string' ? settledId : undefined,
    version: numberOf(row?.['stats_version']),
    rows: numberOf(row?.['stats_rows']),
  };
}

function tailOf(text: Row[string] | undefined): Tail | undefined {
  if (typeof text !== 'string') return undefined;
  const [all, settled] = text.split(' ').map(Number);
  return all === undefined || settled === undefined ? undefined : { all, settled };
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
  const texts: PageTexts = { alone, versioned, lookedInto, counted: new Map(), grown: new Map() };
  if (pages.size >= TEXTS_MAX) pages.clear();
  pages.set(text, texts);
  return texts;
}

function makeGrown(rows: Statement, tail: Statement): string {
  const by = rows.values.length;
  const stats = by + tail.values.length - TAIL_IDS + 1;
  return `${pageText(rows.text, `${STATS}, stats.settled_id, grown.tail AS grown`)}${joinStats(stats)}${joinGrown(tail, by, stats + 1)}`;
}

/** CASE only evaluates the branches that it needs, so rows are counted only when its last branch is reached. */
function makeCounted(
  rows: Statement,
  { statement, whole, lookedInto }: CountRead,
  tail: Statement | undefined,
): string {
  const by = rows.values.length + statement.values.length;
  const stats = by + (tail === undefined ? 0 : tail.values.length - TAIL_IDS) + 1;
  const count = shiftPlaceholders(statement.text, rows.values.length);
  const isValid = `stats.version = $${stats + 1}::bigint`;
  if (tail !== undefined) {
    const isKnown = `${isValid} OR grown.tail IS NOT NULL`;
    const total = `CASE WHEN ${isKnown} THEN NULL ELSE (${count}) END AS total`;
    const unsettled = `CASE WHEN ${isKnown} THEN NULL ELSE (${tailText(tail, by, 'stats.settled_id')}) END AS unsettled`;
    const more = `${STATS}, stats.settled_id, grown.tail AS grown, ${total}, ${unsettled}`;
    return `${pageText(rows.text, more)}${joinStats(stats)}${joinGrown(tail, by, stats + 1)}`;
  }
  const kept = whole ? 'WHEN stats.table_rows IS NOT NULL THEN stats.table_rows ' : '';
  const total = `CASE ${kept}WHEN ${isValid} THEN NULL ELSE (${count}) END`;
  return (
    pageText(rows.text, `${STATS}, ${total} AS total`) +
    (lookedInto.length === 0 ? joinStats(stats) : joinSumOfStats(stats))
  );
}

/** The first values of a tail's statement are ids. The settled id is in the snapshot, the other one comes last. */
const TAIL_IDS = 2;

function knownValues(known: KnownCount | undefined): readonly Value[] {
  const { settled } = known ?? {};
  return [known?.version ?? null, settled?.version ?? null, settled?.upTo ?? null];
}

/** From `place`: the known version, and the version and the last id of the settled rows. OFFSET keeps it from running twice. */
function joinGrown(tail: Statement, by: number, place: number): string {
  const isSteady = `stats.noted_version = stats.version AND stats.settled_version <= $${place + 1}::bigint`;
  const grown = `CASE WHEN stats.version <> $${place}::bigint AND ${isSteady} THEN (${tailText(tail, by, `$${place + 2}`)}) END`;
  return `
    CROSS JOIN LATERAL (SELECT ${grown} AS tail OFFSET 0) AS grown`;
}

function tailText({ text }: Statement, by: number, after: string): string {
  const ids = [after, 'stats.settled_id'];
  return text.replace(PLACEHOLDER, (_, index: string) => ids[Number(index) - 1] ?? `$${Number(index) - TAIL_IDS + by}`);
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
const PLACEHOLDER = /\$(\d+)/g;

function shiftPlaceholders(text: string, by: number): string {
  return text.replace(PLACEHOLDER, (_, index: string) => `$${Number(index) + by}`);
}
