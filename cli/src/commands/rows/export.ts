import { resolve } from 'node:path';
import { path } from '../../api/path.ts';
import { type Command, type Flags, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { isSpecial, openWhole, type WholeFile } from '../../files/write-whole.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { noteResult, type Result } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';

const FORMATS = ['ndjson', 'csv', 'json'];

export const exportRows: Command = {
  name: 'rows export',
  args: ['<table>'],
  summary: 'Write the rows of a table to standard output or to a file, as they come',
  more: 'ndjson has a row on each line. A file is there whole or not at all: when the server goes away in between the exit status is 7.',
  options: [
    { flags: '--format <format>', text: 'ndjson when not said (json with --json)', choices: FORMATS },
    { flags: '--filter <filter>', text: 'only rows that match, as in the API' },
    { flags: '--search <text>', text: 'only rows whose searchable columns have these words' },
    { flags: '--select <columns>', text: 'only these columns, by commas' },
    { flags: '--order <order>', text: 'such as created_at:desc' },
    { flags: '--out <file>', text: 'a file instead of standard output' },
  ],
  examples: [
    'rows export todos > todos.ndjson',
    'rows export todos --format csv --filter done:eq:false --out open.csv',
  ],
  async run(context, [table = ''], flags) {
    const { api, base } = await projectApi(context);
    const format = formatOf(context, flags);
    const { body } = await api.download(`${base}${path`/data/${table}/export`}`, {
      query: {
        format,
        filter: text(flags, 'filter'),
        search: text(flags, 'search'),
        select: text(flags, 'select'),
        order: text(flags, 'order'),
      },
    });
    const out = text(flags, 'out');
    return out === undefined ? toOutput(context, body) : toFile(context, body, resolve(context.cwd, out));
  },
};

function formatOf({ options }: Context, flags: Flags): string {
  const asked = text(flags, 'format');
  if (options.json !== true || flags['out'] !== undefined) return asked ?? 'ndjson';
  if (asked !== undefined && asked !== 'json')
    throw wrongUse(`With --json the rows are one document: ${asked} goes to --out.`);
  return 'json';
}

async function toOutput({ output }: Context, body: AsyncIterable<Uint8Array>): Promise<Result> {
  for await (const bytes of body) await output.writeText(bytes);
  if (output.options.isJson) await output.write('\n');
  return { data: null, shown: { as: 'nothing' } };
}

export async function toFile(context: Context, body: AsyncIterable<Uint8Array>, file: string): Promise<Result> {
  if (await isSpecial(file)) throw wrongUse(`${file} is no file: leave --out away and use standard output.`);
  const whole = await openWhole(file);
  const bytes = await fill(context, whole, body);
  return noteResult({ path: file, bytes }, `${file} has ${bytes} bytes.`);
}

async function fill({ output }: Context, whole: WholeFile, body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  try {
    for await (const piece of body) {
      await whole.write(piece);
      bytes += piece.byteLength;
      output.progress(`${Math.round(bytes / 1024)} KB`);
    }
    await whole.finish();
    return bytes;
  } finally {
    output.progress('');
    await whole.discard();
  }
}
