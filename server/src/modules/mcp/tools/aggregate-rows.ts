import { Type } from 'typebox';
import { filterInput } from './list-rows.ts';
import { tableName } from './names.ts';
import { declareTool, untrusted } from './tool.ts';

const aggregate = {
  op: Type.Enum(['count', 'sum', 'avg', 'min', 'max']),
  field: Type.Optional(Type.String()),
  as: Type.Optional(Type.String()),
  distinct: Type.Optional(Type.Boolean()),
};

export const aggregateRows = declareTool({
  name: 'aggregate_rows',
  title: 'Count and sum rows',
  description:
    'Returns counts, sums, averages, minima and maxima, optionally in groups. Send either `aggregates` or a single `op`.',
  input: Type.Object(
    {
      table: tableName,
      aggregates: Type.Optional(
        Type.Array(Type.Object(aggregate, { additionalProperties: false }), { minItems: 1, maxItems: 20 }),
      ),
      ...aggregate,
      op: Type.Optional(aggregate.op),
      group_by: Type.Optional(
        Type.Array(Type.String(), {
          maxItems: 5,
          description: 'Names of columns, or expressions like `created_at:day`.',
        }),
      ),
      filter: Type.Optional(filterInput),
      order: Type.Optional(Type.String({ description: 'For example `count:desc`.' })),
      limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 100 })),
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run(context, { table, ...body }) {
    const { data, count } = await context.api.call('POST', `${context.base}/data/${table}/aggregate`, body);
    return untrusted(context, { source: 'rows', table }, { rows: data as unknown[], count });
  },
});
