import type { Static } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import type { Table } from '../../../database/schema/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Audit, AuditAuthor } from '../../audit/index.ts';
import {
  type Catalogue,
  type CompleteRow,
  completeRow,
  keepsIdOrder,
  type RowRecord,
  requireTable,
} from '../../tables/index.ts';
import type { RowsContext } from '../rows-context.ts';
import { createPortionCheck, type PortionCheck } from './check-portion.ts';
import { type ImportFormat, importFormat } from './import-format.ts';
import { ImportReport, type RowOutcome } from './import-report.ts';
import type { importQuery } from './import-schemas.ts';
import { onColumn } from './on-column.ts';
import { readCsv, unfitColumns } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readText } from './read-text.ts';
import { BrokenFile, type ImportSource } from './record.ts';
import { refreshStatistics } from './refresh-statistics.ts';
import { splitJsonArray } from './split-json-array.ts';
import { splitLines } from './split-lines.ts';
import { writePortion } from './write-portion.ts';

/** Rows of a portion after one could not be written: the rest of its portion is written again row by row. */
const PORTION_ROWS_AFTER_FAILURE = 500;
/** Approximate characters of a portion: rows of a megabyte are written one by one. */
const PORTION_CHARACTERS = 1_000_000;
const STALE_TRIES = 3;
const SPLIT = { json: splitJsonArray, ndjson: splitLines } as const;

export interface ImportContext extends Pick<RowsContext, 'database' | 'tables' | 'clock' | 'ids' | 'room'> {
  readonly audit: Audit;
}

interface Import {
  readonly context: ImportContext;
  readonly call: MemberCall<Static<typeof importQuery>>;
  readonly tableId: string;
  readonly source: ImportSource;
  readonly report: ImportReport;
  readonly check: PortionCheck | undefined;
}

/** Writes each portion in its own transaction: memory stays bounded, and a broken file leaves its earlier rows. */
export async function importRows(
  context: ImportContext,
  call: MemberCall<Static<typeof importQuery>>,
): Promise<Answer> {
  const { project, params, query } = call;
  const catalogue = await context.tables.catalogue(project);
  const table = requireTable(catalogue, params['name'] ?? '');
  if (table.readOnly === true) throw new ServiceError('forbidden', `Only the service may add rows to '${table.name}'.`);
  const format = importFormat(query.format, call.headers);
  const report = new ImportReport();
  // Read while the connection is open: it may be closed when the import ends.
  const author = { operator: call.operator, ip: call.ip, requestId: call.requestId, headers: call.headers };
  try {
    const source = await openSource(call, table, format);
    const check = query.dry_run === true ? createPortionCheck(context.database, project.store) : undefined;
    await importPortions({ context, call, tableId: table.id, source, report, check });
    if (check === undefined) await refreshStatistics(context, project, { table, report });
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    if (report.rows === 0) throw brokenFile(error);
    report.fail({
      line: error.line,
      code: 'validation_failed',
      message: `${error.message} The remaining rows were not read.`,
    });
  } finally {
    if (query.dry_run !== true) await recordImport(context, author, { project, table, report });
  }
  return {
    status: 200,
    body: { data: report.present(query.dry_run === true), count: report.inserted + report.updated },
  };
}

async function openSource(
  { stream, query }: Import['call'],
  table: Table,
  format: ImportFormat,
): Promise<ImportSource> {
  // The stream is not destroyed on an unreadable body, because the answer must still reach the client.
  const text = readText(stream.iterator({ destroyOnReturn: false }));
  if (query.columns !== undefined && format !== 'csv')
    throw unfitColumns('is supported for CSV only: JSON names its columns');
  const source =
    format === 'csv'
      ? await readCsv(text, { raw: query.raw === true, columns: query.columns?.split(',') })
      : await readJson(SPLIT[format](text));
  const on = onColumn(table, query, source.columns);
  if (format === 'csv') requireHeader(source.columns, table, on?.name);
  return source;
}

function requireHeader(columns: readonly string[], table: Table, on: string | undefined): void {
  const unknown = columns.filter((name) => !table.columnByName.has(name)).map((name) => name.slice(0, 80));
  if (unknown.length > 0) {
    throw new ServiceError(
      'unknown_column',
      `The header names columns the table does not have: ${unknown.slice(0, 5).join(', ')}.`,
      {
        details: {
          fields: Object.fromEntries(unknown.slice(0, 50).map((name) => [name, 'is not a column of this table'])),
        },
      },
    );
  }
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  const missing = on !== undefined && !columns.includes(on) ? on : undefined;
  if (twice === undefined && missing === undefined) return;
  const fields =
    twice === undefined ? { [missing ?? '']: 'is not in the header' } : { [twice]: 'is twice in the header' };
  throw new ServiceError('validation_failed', 'The header does not match.', { details: { fields } });
}

async function importPortions(importing: Import): Promise<void> {
  let portion: RowRecord[] = [];
  let characters = 0;
  let writing: Promise<void> | undefined;
  // Writes one portion while the next is read, never more, so that a fast sender waits for the database.
  const flush = async (): Promise<void> => {
    await writing;
    writing = importPortion(importing, portion);
    // The error surfaces where `writing` is awaited.
    writing.catch(() => undefined);
    portion = [];
    characters = 0;
  };
  try {
    for await (const records of importing.source.records) {
      const rowsMax = await portionRowsMax(importing);
      for (const record of records) {
        portion.push(record);
        characters += sizeOf(record);
        if (portion.length >= rowsMax || characters > PORTION_CHARACTERS) await flush();
      }
    }
  } catch (error) {
    // Rows before the place where a file breaks are written like all others.
    if (error instanceof BrokenFile) await flush();
    await writing;
    throw error;
  }
  await flush();
  await writing;
}

async function portionRowsMax({ context, call, report }: Import): Promise<number> {
  const rows = await context.database.bulkRows(call.project.store);
  return report.failed > 0 ? Math.min(rows, PORTION_ROWS_AFTER_FAILURE) : rows;
}

function sizeOf({ fields }: RowRecord): number {
  if (typeof fields === 'string') return fields.length;
  let size = 0;
  for (const field of fields.values()) size += typeof field === 'string' ? field.length : 20;
  return size;
}

async function importPortion(importing: Import, records: readonly RowRecord[]): Promise<void> {
  const { tables } = importing.context;
  const { project } = importing.call;
  if (importing.check === undefined) await importing.context.room?.require(project);
  let catalogue = await tables.catalogue(project);
  for (let tries = 1; ; tries += 1) {
    try {
      for (const outcome of await outcomesOf(importing, records, catalogue)) importing.report.add(outcome);
      return;
    } catch (error) {
      if (!isDatabaseFailure(error, 'stale_schema') || tries === STALE_TRIES) throw error;
      catalogue = await tables.reload(project, catalogue.version);
    }
  }
}

async function outcomesOf(
  { context, call, tableId, source, check }: Import,
  records: readonly RowRecord[],
  catalogue: Catalogue,
): Promise<readonly RowOutcome[]> {
  const { database, clock, ids } = context;
  const table = [...catalogue.tables.values()].find(({ id }) => id === tableId);
  if (table === undefined) throw new ServiceError('table_not_found', 'The table was deleted during the import.');
  const on = onColumn(table, call.query, source.columns);
  const now = isoTime(clock.now());
  const making = { table, valueOf: source.valueOf, now, ids, isUpsert: on !== undefined };
  const made = records.map((record) => completeRow(record, making));
  const rows = made.filter((row): row is CompleteRow => 'values' in row);
  const { store } = call.project;
  const writing = { database, store, version: catalogue.version, table, on, now };
  if (
    check === undefined &&
    table.idsByTime &&
    rows.some(({ values, sent }) => !keepsIdOrder(table, values, new Set(sent)))
  ) {
    await context.tables.endIdOrder(call.project, table);
  }
  const written = check === undefined ? await writePortion(rows, writing) : await check(rows, { catalogue, table, on });
  const outcomes = written.values();
  return made.map((row) => ('values' in row ? (outcomes.next().value ?? 'inserted') : row));
}

function brokenFile({ line, message }: BrokenFile): ServiceError {
  return new ServiceError('validation_failed', `${message} (line ${line})`, {
    details: { fields: { body: message }, line },
  });
}

/** Runs also when the client disconnected halfway, because earlier rows were written. */
async function recordImport(
  { database, audit }: ImportContext,
  author: AuditAuthor,
  { project, table, report }: { readonly project: Project; readonly table: Table; readonly report: ImportReport },
): Promise<void> {
  const { inserted, updated, failed } = report;
  if (inserted + updated === 0) return;
  const entry = { project, action: 'table.import', target: table.name, details: { inserted, updated, failed } };
  await database.write('control', [audit.step(author, entry)]);
}
