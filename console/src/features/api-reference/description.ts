import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../shared/api/client.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface DescribedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Operation extends DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly group: string;
}

export function descriptionQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'tables', 'description'],
    queryFn: async ({ signal }): Promise<Description> => {
      const params = { path: { project_id: project } };
      const call = api.GET('/api/cloud/projects/{project_id}/openapi.json', { params, signal });
      return (await answerOf(call)) as unknown as Description;
    },
  });
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function operationsOf({ paths }: Description, project: string): readonly Operation[] {
  const base = `/api/baas/${project}`;
  return Object.entries(paths).flatMap(([full, methods]) => {
    const path = full.startsWith(base) ? full.slice(base.length) : full;
    return METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined
        ? []
        : [{ ...operation, method: method.toUpperCase(), path, group: groupOf(path, operation) }];
    });
  });
}

const GROUPS: Readonly<Record<string, string>> = {
  auth: 'Accounts',
  storage: 'Files',
  functions: 'Functions',
  messages: 'Messages',
  payments: 'Payments',
};

function groupOf(path: string, { tags }: DescribedOperation): string {
  return tags?.[0] ?? GROUPS[path.split('/')[1] ?? ''] ?? 'Project';
}
