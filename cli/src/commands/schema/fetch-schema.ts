import { path } from '../../api/path.ts';
import type { Context } from '../../command/context.ts';

export interface SchemaAnswer {
  readonly revision: string;
  readonly schema: object;
}

export async function fetchSchema(context: Context, project: string): Promise<SchemaAnswer> {
  return (await (await context.api()).get<SchemaAnswer>(path`/api/cloud/projects/${project}/schema`)).data;
}

/** The same schema gives the same bytes. */
export async function fetchSchemaText(context: Context, project: string): Promise<string> {
  return schemaText((await fetchSchema(context, project)).schema);
}

export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
