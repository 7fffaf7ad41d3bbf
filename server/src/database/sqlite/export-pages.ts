import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { formatPage } from '../export/format-page.ts';
import type { Value } from '../statement.ts';
import { exportsDirectory } from './data-directory.ts';
import type { PageReply, RequestOf } from './protocol.ts';
import type { StoreHandle } from './store-handle.ts';

const PAGE_ROWS_MAX = 1_000;
/** A page ends with the row that exceeds this, so memory stays bounded whatever the sizes of the rows. */
const PAGE_CHARS = 128 * 1024;
const AMONG_IDS_MAX = 500;
const ID_BYTES = 36;
const CHUNK_IDS = 2_000;

/** The rows after an id, in the order of ids. No read transaction stays open between two pages. */
export function pageAfter(handle: StoreHandle, text: string, request: RequestOf<'page_after'>): PageReply {
  const { values, after, format } = request;
  const rows: string[] = [];
  let chars = 0;
  let last = after;
  let isLast = true;
  for (const [id, json] of handle.iterate(text, [...values.slice(0, -2), after, PAGE_ROWS_MAX])) {
    last = String(id);
    rows.push(String(json));
    chars += String(json).length;
    if (rows.length < PAGE_ROWS_MAX && chars < PAGE_CHARS) continue;
    isLast = false;
    break;
  }
  return { text: formatPage(format, rows), rows: rows.length, after: last, position: 0, isLast };
}

/** Writes the ids of all rows to a file, in order: an export reads pages by them without an open transaction. */
export function saveExportIds(
  handle: StoreHandle,
  directory: string,
  text: string,
  request: RequestOf<'save_ids'>,
): null {
  const { values, file } = request;
  const path = exportPath(directory, file);
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    let chunk: string[] = [];
    for (const [id] of handle.iterate(text, values)) {
      chunk.push(requireUuid(id));
      if (chunk.length < CHUNK_IDS) continue;
      writeSync(descriptor, chunk.join(''));
      chunk = [];
    }
    writeSync(descriptor, chunk.join(''));
    return null;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** The rows of the next saved ids, in order. Omits rows that were deleted or no longer match. */
export function pageAmong(
  handle: StoreHandle,
  directory: string,
  text: string,
  request: RequestOf<'page_among'>,
): PageReply {
  const { values, file, position, format } = request;
  const ids = readIds(exportPath(directory, file), position);
  let asked = ids.length;
  for (;;) {
    const part = ids.slice(0, asked);
    const found = rowsAmong(handle, text, [...values.slice(0, -1), part], asked === 1);
    if (found === undefined) {
      asked = Math.ceil(asked / 4);
      continue;
    }
    const rows = part.flatMap((id) => found.get(id) ?? []);
    const next = position + part.length;
    const isLast = ids.length < AMONG_IDS_MAX && part.length === ids.length;
    return { text: formatPage(format, rows), rows: rows.length, after: '', position: next, isLast };
  }
}

export function dropExportIds(directory: string, file: string): null {
  rmSync(exportPath(directory, file), { force: true });
  return null;
}

/** Undefined when the rows are too large to be read together. */
function rowsAmong(
  handle: StoreHandle,
  text: string,
  values: readonly Value[],
  isUnbounded: boolean,
): Map<string, string> | undefined {
  const rows = new Map<string, string>();
  let chars = 0;
  for (const [id, json] of handle.iterate(text, values)) {
    rows.set(String(id), String(json));
    chars += String(json).length;
    if (chars > 8 * PAGE_CHARS && !isUnbounded) return undefined;
  }
  return rows;
}

function readIds(path: string, position: number): string[] {
  const buffer = Buffer.alloc(AMONG_IDS_MAX * ID_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    const bytes = readSync(descriptor, buffer, 0, buffer.length, position * ID_BYTES);
    return Array.from({ length: bytes / ID_BYTES }, (_, index) =>
      buffer.toString('latin1', index * ID_BYTES, (index + 1) * ID_BYTES),
    );
  } finally {
    closeSync(descriptor);
  }
}

function requireUuid(id: unknown): string {
  if (typeof id === 'string' && id.length === ID_BYTES) return id;
  throw new Error('an id that is no UUID');
}

function exportPath(directory: string, file: string): string {
  return join(exportsDirectory(directory), file);
}
