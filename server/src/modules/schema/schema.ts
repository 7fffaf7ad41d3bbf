import type { Route } from '../../http/index.ts';
import { schemaRoutes } from './routes.ts';
import type { SchemaContext } from './schema-context.ts';

export interface Schema {
  readonly routes: readonly Route[];
}

export function createSchema(context: SchemaContext): Schema {
  return { routes: schemaRoutes(context) };
}
