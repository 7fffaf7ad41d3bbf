import { Type } from 'typebox';
import { recordId, tableName } from './names.ts';
import { declareTool, trusted } from './tool.ts';

export const testRule = declareTool({
  name: 'test_rule',
  title: 'Try a rule',
  description: 'Tells whether a caller may perform an action on a table, and which rule decides. Changes nothing.',
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
            description: 'null or absent: a visitor who is not signed in.',
          },
        ),
      ),
      row: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: 'The row the action would affect.' }),
      ),
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run({ api, base }, { table, as = null, ...rest }) {
    const { data } = await api.call('POST', `${base}/tables/${table}/rules/test`, { as, ...rest });
    return trusted(data as Record<string, unknown>);
  },
});
