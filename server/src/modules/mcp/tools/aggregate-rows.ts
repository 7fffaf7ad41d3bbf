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
    'Counts, sums, averages, least and greatest values, in groups when asked. Either `aggregates`, or one `op`.',
  input: Type.Object(
    {
      table: tableName,
      aggregates: Type.Optional(
        Type.Array(Type.Object(aggregate, { additionalProperties: false }), { minItems: 1, maxItems: 20 }),
      ),
      ...aggregate,
      op: Type.Optional(aggregate.op),
      group_by: Type.Optional(
        Type.Array(Type.String(), { maxItems: 5, description: 'Columns, or such as `created_at:day`.' }),
      ),
      filter: Type.Optional(filterInput),
      order: Type.Optional(Type.String({ description: 'Such as `count:desc`.' })),
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
