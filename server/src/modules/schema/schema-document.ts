import { Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import { type Functions, functionsInput } from '../functions/index.ts';
import { type Tables, tablesInput } from '../tables/index.ts';
import { revisionOf } from './revision.ts';

/** What `schema.json` holds. */
export const schemaInput = Type.Object({
  version: Type.Literal(1),
  tables: tablesInput,
  functions: Type.Optional(functionsInput),
});

export interface SchemaContext {
  readonly tables: Pick<Tables, 'schema'>;
  readonly functions: Pick<Functions, 'schema' | 'app'>;
}

/** The whole schema of a project, the same for the same project. */
export async function readSchema({ tables, functions }: SchemaContext, project: Project) {
  const [tablesNow, functionsNow] = await Promise.all([tables.schema.read(project), functions.schema.read(project)]);
  return {
    revision: revisionOf(tablesNow, functionsNow),
    schema: { version: 1, tables: tablesNow.tables, functions: functionsNow.functions },
  };
}
