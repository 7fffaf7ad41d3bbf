import { Type } from 'typebox';
import { ApiRefusal } from './api.ts';
import { tableName } from './names.ts';
import { declareTool, untrusted } from './tool.ts';

const row = Type.Record(Type.String(), Type.Unknown());
const item = Type.Union([
  Type.Object({ op: Type.Literal('insert'), data: row }, { additionalProperties: false }),
  Type.Object({ op: Type.Literal('update'), id: Type.String(), data: row }, { additionalProperties: false }),
  Type.Object({ op: Type.Literal('delete'), id: Type.String() }, { additionalProperties: false }),
  Type.Object({ op: Type.Literal('upsert'), on: Type.String(), data: row }, { additionalProperties: false }),
  // As in a batch, an item without `op` is a row to insert.
  Type.Record(Type.String(), Type.Unknown(), { not: { required: ['op'] } }),
]);

export const writeRows = declareTool({
  name: 'write_rows',
  title: 'Insert, change and delete rows',
  description: 'Performs all items, or none if one fails. Deleting requires `confirm`: the name of the table.',
  input: Type.Object(
    {
      table: tableName,
      items: Type.Array(item, { minItems: 1, maxItems: 100 }),
      confirm: Type.Optional(Type.String({ description: 'The name of the table. Required when an item deletes.' })),
    },
    { additionalProperties: false },
  ),
  effect: 'destroys',
  async run(context, { table, items, confirm }) {
    if (confirm !== table && items.some(({ op }) => op === 'delete')) {
      throw new ApiRefusal('confirmation_required', `Rows will be deleted. Repeat this with confirm: "${table}".`);
    }
    const { data, count } = await context.api.call('POST', `${context.base}/data/${table}/batch`, {
      items,
      atomic: true,
    });
    return untrusted(context, { source: 'rows', table }, { rows: data as unknown[], count });
  },
});
