import { extname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { path } from '../../api/path.ts';
import { type Command, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { decodeText, ENCODINGS } from '../../files/decode-text.ts';
import { openInput } from '../../files/open-input.ts';
import { EXIT, type ExitCode } from '../../outcome/exit-codes.ts';
import { Failure, wrongUse } from '../../outcome/failure.ts';
import { rowCount } from '../import/row-counts.ts';
import { projectApi } from '../project/tables.ts';

const TYPES: Readonly<Record<string, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  json: 'application/json',
};

/** Ends of a call after which the server may have stored a part of the file. */
const CUT_OFF: readonly ExitCode[] = [EXIT.unreachable, EXIT.interrupted, EXIT.terminated];

interface Report {
  readonly rows: number;
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
  readonly errors: readonly {
    readonly line: number;
    readonly code: string;
    readonly message: string;
  }[];
  readonly dry_run: boolean;
}

export const importRows: Command = {
  name: 'rows import',
  args: ['<table>', '<file>'],
  summary: 'Bring rows in from a file of any size, or from standard input for -',
  more: 'Rows that do not fit are left out and told with their line; then the exit status is 1.',
  options: [
    { flags: '--format <format>', text: 'by the ending of the file when not said', choices: Object.keys(TYPES) },
    { flags: '--mode <mode>', text: 'what to do with rows that are there', choices: ['insert', 'upsert'] },
    { flags: '--on <column>', text: 'with upsert: the unique column that tells known rows' },
    { flags: '--encoding <encoding>', text: 'of the file', choices: ENCODINGS, preset: 'utf8' },
    { flags: '--dry-run', text: 'check every row and write nothing' },
  ],
  examples: ['rows import todos todos.ndjson', 'rows import people people.csv --mode upsert --on email --dry-run'],
  async run(context, [table = '', file = ''], flags) {
    const { api, base } = await projectApi(context);
    const format = text(flags, 'format') ?? formatOf(file);
    const isDryRun = flag(flags, 'dryRun');
    const rowsBefore = isDryRun ? undefined : await rowCount(api, base, table);
    const bytes = await openEncoded(context, file, text(flags, 'encoding'));
    const { data, count } = await api
      .call<Report>(`${base}${path`/tables/${table}/import`}`, {
        method: 'POST',
        query: { format, mode: text(flags, 'mode'), on: text(flags, 'on'), dry_run: isDryRun || undefined },
        body: { type: TYPES[format] ?? '', bytes },
      })
      .catch(async (error: unknown) => {
        const wasCut = error instanceof Failure && CUT_OFF.includes(error.facts.exit) && !isDryRun;
        throw wasCut ? await withRowsIn(context, { base, table, rowsBefore }, error) : error;
      });
    reportErrors(context, data);
    const { rows, inserted, updated, failed, dry_run } = data;
    const exit = failed > 0 ? EXIT.failed : EXIT.done;
    return { data, count, exit, shown: { as: 'fields', fields: { rows, inserted, updated, failed, dry_run } } };
  },
};

/** Adds to a failure how many rows came in before it. Asks the server, because it stores rows while the file is sent. */
async function withRowsIn(
  context: Context,
  {
    base,
    table,
    rowsBefore,
  }: { readonly base: string; readonly table: string; readonly rowsBefore: number | undefined },
  { message, facts }: Failure,
): Promise<Failure> {
  const rows = await rowCount(await context.lastApi(), base, table);
  const added =
    rows === undefined || rowsBefore === undefined
      ? 'The rows could not be counted (servicectl tables list).'
      : `'${table}' has ${rows - rowsBefore} rows more than before.`;
  const next =
    'To go on, import the whole file again with --mode upsert if its rows have an id or a unique column; otherwise only the rows that are missing.';
  return new Failure(`${message} The import is not complete. ${added} ${next}`, facts);
}

function formatOf(file: string): string {
  const ending = extname(file).slice(1).toLowerCase();
  const format = { jsonl: 'ndjson', ndjson: 'ndjson', csv: 'csv', json: 'json' }[ending];
  if (format !== undefined) return format;
  throw wrongUse('The format cannot be told from the name of the file: use --format ndjson, csv or json.');
}

async function openEncoded(
  context: Context,
  file: string,
  encoding: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await openBytes(context, file);
  // The server reports the line that is not UTF-8.
  return encoding === 'latin1' ? decodeText(bytes, { file, encoding }) : bytes;
}

async function openBytes({ streams, cwd }: Context, file: string): Promise<Readable> {
  if (file === '-') return streams.stdin;
  const place = resolve(cwd, file);
  const opened = await openInput(file, place);
  try {
    if ((await opened.stat()).isDirectory()) throw wrongUse(`${file} is a folder.`);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened.createReadStream();
}

function reportErrors({ output }: Context, { errors, failed }: Report): void {
  for (const { line, message } of errors) output.note(`line ${line}: ${message}`);
  if (failed > errors.length) output.note(`… and ${failed - errors.length} more`);
}
