import { Type } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import { visibleColumns } from '../../../database/schema/index.ts';
import { callerRoute, memberRoute, type Route } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Catalogue } from '../catalogue.ts';
import type { CatalogueCache } from '../catalogue-cache.ts';
import { presentColumn } from '../present-table.ts';
import { projectTypes } from './project-types.ts';

const schemaAnswer = Type.Object({
  data: Type.Object({
    tables: Type.Array(
      Type.Object({
        name: Type.String(),
        columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() }, { additionalProperties: true })),
      }),
    ),
    functions: Type.Array(Type.Object({ name: Type.String() })),
    types: Type.String({ description: 'The text of `service-env.d.ts`.' }),
  }),
  count: Type.Literal(1),
});

export interface SchemaRoutesOptions {
  readonly cache: CatalogueCache;
  /** In development, holders of the public key may read the schema; in production only members of the project may. */
  readonly isDevelopment: boolean;
  readonly functionNames: (project: Project) => Promise<readonly string[]>;
}

export function schemaRoutes({ cache, isDevelopment, functionNames }: SchemaRoutesOptions): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: '/api/cloud/projects/:project_id/types.ts',
      id: 'getProjectTypes',
      summary: 'Returns TypeScript types of the project’s tables and functions: the text of `service-env.d.ts`',
      role: 'viewer',
      responses: { 200: Type.Unknown() },
      otherTypes: { 'text/plain': Type.String() },
      handle: async ({ project }) => {
        const [catalogue, names] = await Promise.all([cache.get(project.store), functionNames(project)]);
        const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
        return { status: 200, body: projectTypes(catalogue, names), headers };
      },
    }),
    callerRoute({
      method: 'GET',
      path: '/api/baas/:project_id/schema',
      id: 'getSchema',
      summary: 'Returns the schema as callers see it, also as TypeScript; in development mode only',
      rate: 'read',
      ignoresSession: true,
      responses: { 200: schemaAnswer },
      handle: async ({ project, caller }) => {
        if (!isDevelopment && caller.kind !== 'secret') {
          throw new ServiceError('not_found', 'The schema is available in development mode only.');
        }
        const [catalogue, names] = await Promise.all([cache.get(project.store), functionNames(project)]);
        return { status: 200, body: { data: presentSchema(catalogue, names), count: 1 } };
      },
    }),
  ];
}

function presentSchema(catalogue: Catalogue, functionNames: readonly string[]): object {
  return {
    tables: Array.from(catalogue.tables.values(), (table) => ({
      name: table.name,
      columns: visibleColumns(table, false).map(presentColumn),
    })),
    functions: functionNames.map((name) => ({ name })),
    types: projectTypes(catalogue, functionNames),
  };
}
