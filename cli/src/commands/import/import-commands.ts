import { resolve } from 'node:path';
import { type Command, type Flags, flag, type OptionText, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { ENCODINGS } from '../../files/decode-text.ts';
import { withTextColumns } from './as-text.ts';
import type { Source } from './source.ts';

const DRY_RUN = { flags: '--dry-run', text: 'read everything, show what would be made, and change nothing' };
const MORE =
  'Makes the tables, which must not be there, then brings in users, files and rows. What cannot be carried over is told; the exit status is 1 when a row, user or file was refused. See docs/import.md.';

const AS_TEXT = {
  flags: '--as-text <columns>',
  text: 'columns that become text, as table.column by commas: for numbers beyond 2^53',
};
const ENCODING: OptionText = {
  flags: '--encoding <encoding>',
  text: 'of the CSV files',
  choices: ENCODINGS,
  preset: 'utf8',
};

interface Product {
  readonly name: string;
  readonly summary: string;
  readonly more: string;
  readonly example: string;
  readonly options?: readonly OptionText[];
  open(context: Context, path: string, flags: Flags): Promise<Source>;
}

const PRODUCTS: readonly Product[] = [
  {
    name: 'pocketbase',
    summary: 'Move in from PocketBase',
    more: 'The path is its data folder (pb_data), or a backup of it (zip).',
    example: 'pb_data',
    open: async (_context, path) => (await import('./pocketbase/open-pocketbase.ts')).openPocketbase(path),
  },
  {
    name: 'supabase',
    summary: 'Move in from Supabase',
    more: 'The path is a dump of its database by pg_dump: SQL, or the custom format when pg_restore is installed.',
    example: 'dump.sql',
    open: async ({ signal }, path) => (await import('./supabase/open-supabase.ts')).openSupabase(path, signal),
  },
  {
    name: 'csv-folder',
    summary: 'Move in from a folder of CSV files',
    more: 'Each file is a table, users.csv with a column email the users, and what lies below files/ the files.',
    example: 'export',
    options: [ENCODING],
    open: async (_context, path, flags) =>
      (await import('./csv/open-csv-folder.ts')).openCsvFolder(
        path,
        text(flags, 'encoding') === 'latin1' ? 'latin1' : 'utf8',
      ),
  },
];

export const importCommands: readonly Command[] = PRODUCTS.map(
  ({ name, summary, more, example, options = [], open }) => ({
    name: `import ${name}`,
    args: ['<path>'],
    summary,
    more: `${more} ${MORE}`,
    options: [DRY_RUN, AS_TEXT, ...options],
    examples: [`import ${name} ${example} --dry-run`, `import ${name} ${example}`],
    async run(context, [path = ''], flags) {
      const { moveIn } = await import('./move-in.ts');
      const source = await open(context, resolve(context.cwd, path), flags);
      try {
        const names = (text(flags, 'asText') ?? '').split(',').filter((column) => column !== '');
        return await moveIn(context, withTextColumns(source, names), flag(flags, 'dryRun'));
      } finally {
        await source.close();
      }
    },
  }),
);
