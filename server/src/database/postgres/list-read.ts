import type { ListRead, ListResult, Row } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';

/** Above what fits one answer, and far below the longest text JavaScript can hold. */
const PAGE_BYTES_MAX = 128 * 1024 * 1024;
const TEXTS_MAX = 2000;

interface PageTexts {
  readonly alone: string;
  /** By the text of the count. */
  readonly counted: Map<string, string>;
}

const pages = new Map<string, PageTexts>();

/**
 * Rows and count as one statement, so that both come from one snapshot in one round trip. The rows arrive as one text,
 * which is cheaper than many. A single row by its key is sent as it is.
 */
export function listStatement({ rows, count }: ListRead): Statement {
  const texts = pages.get(rows.text) ?? addTexts(rows.text);
  if (count === undefined) return { text: texts.alone, values: rows.values };
  const { statement } = count;
  let text = texts.counted.get(statement.text);
  if (text === undefined) {
    text = pageText(rows.text, `, (${shiftPlaceholders(statement.text, rows.values.length)}) AS total`);
    texts.counted.set(statement.text, text);
  }
  return { text, values: [...rows.values, ...statement.values] };
}

export function toListResult(rows: readonly Row[]): ListResult {
  const [row] = rows;
  if (row?.['returned'] === undefined) {
    const json = rows.map((each) => Object.values(each)[0]).join(',');
    return { json, returned: rows.length, count: undefined };
  }
  const { json = null, total } = row;
  const returned = Number(row['returned']);
  if (json === null && returned > 0) {
    throw new DatabaseFailure({ kind: 'out_of_range', message: 'the page is too large for one answer' });
  }
  return { json: json === null ? '' : String(json), returned, count: total === undefined ? undefined : Number(total) };
}

function addTexts(rows: string): PageTexts {
  // What has no limit looks for one row.
  const alone = rows.includes(' LIMIT ') ? pageText(rows, '') : rows;
  const texts: PageTexts = { alone, counted: new Map() };
  if (pages.size >= TEXTS_MAX) pages.clear();
  pages.set(rows, texts);
  return texts;
}

function pageText(rows: string, total: string): string {
  return `SELECT page.*${total} FROM (
    SELECT count(*) AS returned, CASE WHEN sum(octet_length(json)) <= ${PAGE_BYTES_MAX} THEN string_agg(json, ',') END AS json
    FROM (${rows}) AS row (json)) AS page`;
}

/** `$` stands in no name of the catalogue and values are never in the text: what looks like a placeholder is one. */
function shiftPlaceholders(text: string, by: number): string {
  return text.replace(/\$(\d+)/g, (_, index: string) => `$${Number(index) + by}`);
}
