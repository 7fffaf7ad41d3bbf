import { Type } from 'typebox';
import { memberRoute, type Route } from '../../http/index.ts';
import { changeShown } from '../tables/index.ts';
import { putSchema } from './put-schema.ts';
import type { SchemaContext } from './schema-context.ts';
import { readSchema, schemaInput } from './schema-document.ts';

const SCHEMA = '/api/cloud/projects/:project_id/schema';
const BODY_BYTES_MAX = 8 * 1024 * 1024;

const revision = Type.String({
  description: 'Identifies this version of the schema. Send it in quotes as `If-Match`.',
});

const planStep = Type.Object({
  action: Type.Enum([
    'create_table',
    'rename_table',
    'drop_table',
    'add_column',
    'rename_column',
    'change_column',
    'drop_column',
    'set_indexes',
    'set_rules',
    'set_function',
  ]),
  table: Type.Optional(Type.String()),
  column: Type.Optional(Type.String()),
  function: Type.Optional(Type.String()),
  detail: Type.String({ description: 'An explanation for people to read.' }),
  loses: Type.Union([Type.Object({ rows: Type.Integer() }), Type.Null()], {
    description: 'The number of rows that are deleted or lose a value.',
  }),
  opens: Type.Boolean({ description: 'Whether the change allows more callers to do more.' }),
});

export function schemaRoutes(context: SchemaContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: SCHEMA,
      id: 'getSchemaDocument',
      summary: 'Returns all tables with their rules and all function options, in the format of schema.json',
      role: 'viewer',
      responses: { 200: Type.Object({ data: Type.Object({ revision, schema: schemaInput }), count: Type.Literal(1) }) },
      handle: async ({ project }) => ({ status: 200, body: { data: await readSchema(context, project), count: 1 } }),
    }),
    memberRoute({
      method: 'PUT',
      path: SCHEMA,
      id: 'putSchema',
      summary: 'Changes tables and function options to match the schema, in one transaction',
      // A dry run only reads; making changes requires a higher role.
      role: 'viewer',
      query: Type.Object({
        dry_run: Type.Optional(Type.Boolean({ description: 'Returns the plan without changing anything.' })),
        confirm: Type.Optional(
          Type.String({ description: 'The id of the project. Required when the change deletes rows or values.' }),
        ),
      }),
      body: schemaInput,
      bodyBytesMax: BODY_BYTES_MAX,
      responses: {
        200: Type.Object({
          data: Type.Object({ plan: Type.Array(planStep), applied: Type.Boolean(), revision }),
          count: Type.Literal(1),
        }),
        202: Type.Object({
          data: Type.Object({
            plan: Type.Array(planStep),
            applied: Type.Literal(false),
            revision,
            change: changeShown,
          }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => putSchema(context, call),
    }),
  ];
}
