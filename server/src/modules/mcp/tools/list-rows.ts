import { Type } from 'typebox';
import { withQuery } from './api.ts';
import { tableName } from './names.ts';
import { declareTool, untrusted } from './tool.ts';

export const ROWS_MAX = 100;
export const CELL_CHARACTERS_MAX = 2000;
const ROWS = 20;

export const filterInput = Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
  description:
    'Text such as `status:eq:active,price:gte:10`, or JSON such as `{"price":{"gte":10}}`. See search_docs "filter".',
});

export function filterText(filter: string | Readonly<Record<string, unknown>> | undefined): string | undefined {
  return typeof filter === 'object' ? JSON.stringify(filter) : filter;
}

export const listRows = declareTool({
  name: 'list_rows',
  title: 'Read rows',
  description: `Reads rows of a table. Cells with more than ${CELL_CHARACTERS_MAX} characters are cut; \`cut\` names them.`,
  input: Type.Object(
    {
      table: tableName,
      filter: Type.Optional(filterInput),
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'Words that the searchable columns must contain. "…" is a phrase, - before a word excludes it, * after a word matches words that begin with it. Without an order the most relevant rows come first.',
        }),
      ),
      select: Type.Optional(Type.String({ description: 'Names of columns, separated by commas.' })),
      order: Type.Optional(Type.String({ description: 'For example `created_at:desc,title`.' })),
      limit: Type.Optional(Type.Integer({ minimum: 0, maximum: ROWS_MAX, default: ROWS })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run(context, { table, filter, limit = ROWS, ...rest }) {
    const query = { ...rest, filter: filterText(filter), limit, cut: CELL_CHARACTERS_MAX };
    const path = withQuery(`${context.base}/data/${table}`, query);
    const { data, count, cut } = await context.api.call('GET', path);
    const rows = data as unknown[];
    const isCut = cut !== undefined && Object.keys(cut).length > 0;
    return untrusted(context, { source: 'rows', table }, { rows, count, ...(isCut && { truncated: true, cut }) });
  },
});
