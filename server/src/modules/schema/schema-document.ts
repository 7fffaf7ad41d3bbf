import { Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import { functionsInput } from '../functions/index.ts';
import { tablesInput } from '../tables/index.ts';
import { revisionOf } from './revision.ts';
import type { SchemaContext } from './schema-context.ts';

export const schemaInput = Type.Object({
  version: Type.Literal(1),
  tables: tablesInput,
  functions: Type.Optional(functionsInput),
});

export async function readSchema({ tables, functions }: SchemaContext, project: Project) {
  const [tablesNow, functionsNow] = await Promise.all([tables.schema.read(project), functions.schema.read(project)]);
  return {
    revision: revisionOf(tablesNow, functionsNow),
    schema: { version: 1, tables: tablesNow.tables, functions: functionsNow.functions },
  };
}
