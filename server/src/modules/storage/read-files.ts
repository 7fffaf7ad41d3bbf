import { and, type Condition } from '../../database/filter/index.ts';
import { checkText, FieldProblem, visibleMap } from '../../database/schema/index.ts';
import { compileList, compileRow } from '../../database/sql/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import { readFilters, readOrder, readPlace, requireLimit, requireOffset } from '../rows/index.ts';
import { type FileRecord, presentFile, presentFiles } from './file-record.ts';
import { fileNotFound, readScope, requireId, withCatalogue } from './file-scope.ts';
import { fileColumn, filesTable } from './files-table.ts';
import type { StorageContext, Target } from './storage-context.ts';

export interface FilesListInput {
  readonly prefix?: string | undefined;
  /** Filters in either form; all must match. */
  readonly filters?: readonly unknown[] | undefined;
  readonly order?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Key of a page: a file's values for the fields of the order, then its id; as a list, or as JSON text. */
  readonly after?: unknown;
  readonly before?: unknown;
}

export interface FilesPage {
  readonly files: readonly FileRecord[];
  readonly count: number;
}

export async function listFiles(context: StorageContext, target: Target, input: FilesListInput): Promise<FilesPage> {
  const table = filesTable(target.caller.kind);
  const columns = visibleMap(table, target.caller.kind === 'secret');
  const { project } = target;
  const filters = readFilters(columns, input.filters);
  const filter = and(startsWith(input.prefix), ...(filters === undefined ? [] : [filters]));
  const order = readOrder(columns, input.order);
  const place = readPlace({ table, order }, input);
  const limit = requireLimit(input.limit);
  const offset = requireOffset(input.offset);
  const { json, count = 0 } = await withCatalogue(context, target, (catalogue) => {
    const scope = readScope(context, target, catalogue);
    const read = compileList(context.database.dialect, { scope, filter, order, limit, offset, place, count: true });
    return context.database.list(project.store, read, catalogue.version);
  });
  return { files: presentFiles(context, project, json), count };
}

/** Throws `file_not_found` when the file is missing or the caller may not see it. */
export async function getFile(context: StorageContext, target: Target, id: string): Promise<FileRecord> {
  const known = requireId(id);
  const { json, returned } = await withCatalogue(context, target, (catalogue) => {
    const read = compileRow(context.database.dialect, readScope(context, target, catalogue), known);
    return context.database.list(target.project.store, read, catalogue.version);
  });
  if (returned === 0) throw fileNotFound();
  return presentFile(context, target.project, json);
}

export function startsWith(prefix: string | undefined): Condition {
  if (prefix === undefined || prefix === '') return { kind: 'always' };
  return { kind: 'compare', column: fileColumn('path'), op: 'starts_with', values: [requirePrefix(prefix)] };
}

/** Throws `validation_failed` for text that cannot start a path. */
export function requirePrefix(prefix: string): string {
  try {
    return checkText(prefix);
  } catch (error) {
    throw error instanceof FieldProblem ? validationFailed({ prefix: error.message }) : error;
  }
}
