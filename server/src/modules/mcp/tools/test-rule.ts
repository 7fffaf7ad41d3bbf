import { Type } from 'typebox';
import { recordId, tableName } from './names.ts';
import { declareTool, trusted } from './tool.ts';

export const testRule = declareTool({
  name: 'test_rule',
  title: 'Try a rule',
  description: 'Says whether a caller may do something with a table, and which rule decides. Changes nothing.',
  input: Type.Object(
    {
      table: tableName,
      action: Type.Enum(['read', 'create', 'update', 'delete']),
      as: Type.Optional(
        Type.Union(
          [
            recordId('Id of a user.'),
            Type.Object({ role: Type.String() }, { additionalProperties: false }),
            Type.Null(),
          ],
          {
            description: 'Nobody who is signed in when it is null or not said.',
          },
        ),
      ),
      row: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The row it would be done to.' })),
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run({ api, base }, { table, as = null, ...rest }) {
    const { data } = await api.call('POST', `${base}/tables/${table}/rules/test`, { as, ...rest });
    return trusted(data as Record<string, unknown>);
  },
});
