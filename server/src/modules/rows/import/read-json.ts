import { bodyValue } from '../../../database/schema/index.ts';
import type { RowRecord } from '../../tables/index.ts';
import { type ImportSource, ROW_BYTES_MAX } from './record.ts';
import type { JsonElement } from './split-json-array.ts';

/** Reads rows that are JSON objects; values must have the exact JSON type of their column. */
export async function readJson(pieces: AsyncGenerator<readonly JsonElement[]>): Promise<ImportSource> {
  const first = await pieces.next();
  const records = first.done === true ? [] : first.value.map(recordOf);
  const fields = records[0]?.fields;
  return {
    columns: fields === undefined || typeof fields === 'string' ? [] : [...fields.keys()],
    records: recordsOf(records, pieces),
    valueOf: bodyValue,
  };
}

async function* recordsOf(
  first: readonly RowRecord[],
  pieces: AsyncIterable<readonly JsonElement[]>,
): AsyncGenerator<readonly RowRecord[]> {
  yield first;
  for await (const elements of pieces) yield elements.map(recordOf);
}

function recordOf({ line, text }: JsonElement): RowRecord {
  return { line, fields: fieldsOf(text) };
}

function fieldsOf(text: string | undefined): RowRecord['fields'] {
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
