import type { ListRead, ListResult, Row, Statement } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';

/** Above what fits one answer, and far below the longest text JavaScript can hold. */
const PAGE_BYTES_MAX = 128 * 1024 * 1024;
const TEXTS_MAX = 2000;

const texts = new Map<string, string>();

/** Rows and count as one statement, so that both come from one snapshot in one round trip. */
export function listStatement({ rows, count }: ListRead): Statement {
  if (count === undefined) return { text: pageText(rows.text, '', 0), values: rows.values };
  const text = pageText(rows.text, count.statement.text, rows.values.length);
  return { text, values: [...rows.values, ...count.statement.values] };
}

export function toListResult(row: Row | undefined): ListResult {
  const returned = Number(row?.['returned'] ?? 0);
  const json = row?.['json'] ?? null;
  if (returned > 0 && json === null) {
    throw new DatabaseFailure({ kind: 'out_of_range', message: 'the page is too large for one answer' });
  }
  const count = row?.['total'];
  return { json: json === null ? '' : String(json), returned, count: typeof count === 'number' ? count : undefined };
}

function pageText(rows: string, count: string, shift: number): string {
  const key = `${rows}\n${count}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const total = count === '' ? '' : `, (${shiftPlaceholders(count, shift)}) AS total`;
  const text = `SELECT page.*${total} FROM (
    SELECT count(*) AS returned, CASE WHEN sum(octet_length(json)) <= ${PAGE_BYTES_MAX} THEN string_agg(json, ',') END AS json
    FROM (${rows}) AS row (json)) AS page`;
  if (texts.size >= TEXTS_MAX) texts.clear();
  texts.set(key, text);
  return text;
}

/** `$` stands in no name of the catalogue and values are never in the text: what looks like a placeholder is one. */
function shiftPlaceholders(text: string, by: number): string {
  return text.replace(/\$(\d+)/g, (_, index: string) => `$${Number(index) + by}`);
}
