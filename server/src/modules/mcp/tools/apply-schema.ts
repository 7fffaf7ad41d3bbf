import { Type } from 'typebox';
import { withQuery } from './api.ts';
import { declareTool, trusted } from './tool.ts';

export const applySchema = declareTool({
  name: 'apply_schema',
  title: 'Change tables and rules',
  description:
    'Changes tables, rules and function options to match `schema`, in one transaction; anything it leaves out is dropped. Returns only the plan unless `dry_run` is false. Start from the resource service://schema. Losing rows or values requires `confirm`: the id of the project.',
  input: Type.Object(
    {
      schema: Type.Record(Type.String(), Type.Unknown(), {
        description: 'The schema in the format of service://schema: {version: 1, tables: {…}, functions: {…}}.',
      }),
      dry_run: Type.Optional(Type.Boolean({ default: true })),
      confirm: Type.Optional(
        Type.String({ description: 'The id of the project. Required when the change loses data.' }),
      ),
    },
    { additionalProperties: false },
  ),
  effect: 'destroys',
  async run({ api, base }, { schema, dry_run = true, confirm }) {
    const path = withQuery(`${base}/schema`, { dry_run, confirm });
    const { data } = await api.call('PUT', path, schema);
    return trusted(data as Record<string, unknown>);
  },
});
