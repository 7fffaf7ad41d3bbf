import { bodyValue } from '../../../database/schema/index.ts';
import { type ImportRecord, type ImportSource, ROW_BYTES_MAX } from './record.ts';
import { type JsonElement, splitJsonArray } from './split-json-array.ts';

/** Reads a JSON array of rows; values must have the exact JSON type of their column. */
export function readJson(text: AsyncIterable<string>): ImportSource {
  return { columns: undefined, records: recordsOf(splitJsonArray(text)), valueOf: bodyValue };
}

async function* recordsOf(pieces: AsyncIterable<readonly JsonElement[]>): AsyncGenerator<readonly ImportRecord[]> {
  for await (const elements of pieces) yield elements.map(({ line, text }) => ({ line, fields: fieldsOf(text) }));
}

function fieldsOf(text: string | undefined): ImportRecord['fields'] {
  if (text === undefined) return `is larger than ${ROW_BYTES_MAX} bytes`;
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return 'is not valid JSON';
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'is not an object';
  return new Map(Object.entries(row));
}
