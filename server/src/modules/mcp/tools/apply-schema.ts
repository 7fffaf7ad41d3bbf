import { Type } from 'typebox';
import { withQuery } from './api.ts';
import { declareTool, trusted } from './tool.ts';

export const applySchema = declareTool({
  name: 'apply_schema',
  title: 'Change tables and rules',
  description:
    'Makes the tables, rules and options of functions what `schema` says, in one transaction; what it leaves out is dropped. Only plans unless `dry_run` is false. Begin with the resource service://schema. Losing rows or values wants `confirm`: the id of the project.',
  input: Type.Object(
    {
      schema: Type.Record(Type.String(), Type.Unknown(), {
        description: 'As in service://schema: {version: 1, tables: {…}, functions: {…}}.',
      }),
      dry_run: Type.Optional(Type.Boolean({ default: true })),
      confirm: Type.Optional(Type.String({ description: 'The id of the project, when something is lost.' })),
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
