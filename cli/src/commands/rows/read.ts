import { path } from '../../api/path.ts';
import { type Command, text } from '../../command/command.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { listResult, recordResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';

const LIMIT_MAX = 1000;
const SELECT = { flags: '--select <columns>', text: 'only these columns, by commas' };

const list: Command = {
  name: 'rows list',
  args: ['<table>'],
  summary: 'Show rows of a table, the oldest first; every row comes with rows export',
  options: [
    { flags: '--filter <filter>', text: 'only rows that match, as in the API' },
    { flags: '--search <text>', text: 'only rows whose searchable columns have these words' },
    SELECT,
    { flags: '--order <order>', text: 'such as created_at:desc' },
    { flags: '--limit <n>', text: `at most so many, 0 to ${LIMIT_MAX}; 100 when not said` },
    { flags: '--offset <n>', text: 'leave out so many before the first' },
  ],
  examples: ['rows list todos', 'rows list todos --filter done:eq:false --order created_at:desc --limit 10'],
  async run(context, [table = ''], flags) {
    const query = {
      filter: text(flags, 'filter'),
      search: text(flags, 'search'),
      select: text(flags, 'select'),
      order: text(flags, 'order'),
      limit: wholeNumber('--limit', text(flags, 'limit'), LIMIT_MAX),
      offset: wholeNumber('--offset', text(flags, 'offset'), Number.MAX_SAFE_INTEGER),
    };
    const { api, base } = await projectApi(context);
    const page = await api.get<object[]>(`${base}${path`/data/${table}`}`, query);
    const shown = page.data.length;
    if (page.count !== undefined && page.count > shown) {
      context.output.note(`${shown} of ${page.count} rows: go on with --offset, or take all with rows export.`);
    }
    return listResult(page, columnsOf(page.data));
  },
};

const get: Command = {
  name: 'rows get',
  args: ['<table>', '<id>'],
  summary: 'Show one row',
  options: [SELECT],
  examples: ['rows get todos 0199c0de-0000-7000-8000-000000000000'],
  async run(context, [table = '', id = ''], flags) {
    const { api, base } = await projectApi(context);
    const row = await api.get<object>(`${base}${path`/data/${table}/${id}`}`, { select: text(flags, 'select') });
    return recordResult(row.data);
  },
};

function columnsOf(rows: readonly object[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function wholeNumber(name: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number <= max) return number;
  throw wrongUse(`${name} must be a whole number from 0 to ${max}, not ${JSON.stringify(value)}.`);
}

export const readCommands: readonly Command[] = [list, get];
