import type { TSchema } from 'typebox';
import { closed } from '../requests/validator.ts';
import type { Route } from '../route.ts';

/** A JSON document being built: plain objects only. */
export type Json = Record<string, unknown>;

export interface DescriptionInfo {
  readonly title: string;
  readonly version?: string;
  readonly description?: string;
  readonly serverUrl?: string;
}

export interface DescriptionExtras {
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** Paths without a route, for example one per table. */
  readonly paths?: Readonly<Record<string, unknown>>;
}

const JSON_TYPE = 'application/json';

export function describe(routes: readonly Route[], info: DescriptionInfo, extras: DescriptionExtras = {}): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.isPage === true) continue;
    const path = route.path.replaceAll(/:([a-z_]+)/g, '{$1}');
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version ?? '1',
      ...(info.description && { description: info.description }),
    },
    ...(info.serverUrl && { servers: [{ url: info.serverUrl }] }),
    paths: { ...paths, ...extras.paths },
    components: {
      schemas: { Failure: FAILURE, ...extras.schemas },
      responses: { Failure: FAILURE_RESPONSE },
      securitySchemes: {
        project_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A public key (pk_…) or a secret key (sk_…) of the project.',
        },
        operator_token: { type: 'http', scheme: 'bearer', description: 'The admin token or a personal token (ct_…).' },
      },
    },
  };
}

export function operationOf(route: Route): Json {
  const body = bodyOf(route);
  const responses: Record<string, unknown> = {};
  for (const [status, schema] of Object.entries(route.responses)) {
    responses[status] = responseOf(schema, status === '200' ? route.otherTypes : undefined);
  }
  if (route.otherTypes !== undefined && route.responses[200] === undefined) {
    responses['200'] = {
      description: 'The request succeeded.',
      headers: REQUEST_ID_HEADER,
      content: contentOf(route.otherTypes),
    };
  }
  return {
    operationId: route.id,
    summary: route.summary,
    ...(SECURITY[route.who] && { security: SECURITY[route.who] }),
    parameters: [...pathParameters(route.path), ...queryParameters(route.query ?? route.documentedQuery)],
    ...(body && { requestBody: body }),
    responses: {
      ...responses,
      default:
        route.failure === undefined
          ? { $ref: '#/components/responses/Failure' }
          : responseOf(route.failure.schema, undefined),
    },
  };
}

const SECURITY: Readonly<Record<Route['who'], readonly Json[] | undefined>> = {
  anyone: [],
  caller: [{ project_key: [] }],
  operator: [{ operator_token: [] }],
  member: [{ operator_token: [] }],
};

function pathParameters(path: string): Json[] {
  const names = path.split('/').filter((part) => part.startsWith(':'));
  return names.map((name) => ({ name: name.slice(1), in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters(schema: TSchema | undefined): Json[] {
  if (schema === undefined || !('properties' in schema)) return [];
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => {
    const { description, ...rest } = plain(property);
    const isRepeated = rest['type'] === 'array';
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(isRepeated && { style: 'form', explode: true }),
      schema: rest,
    };
  });
}

function bodyOf(route: Route): Json | undefined {
  const { body } = route;
  if (body === undefined) return undefined;
  if (typeof body === 'object')
    return { required: route.isBodyOptional !== true, content: { [JSON_TYPE]: { schema: plain(closed(body)) } } };
  const schema = route.documentedBody === undefined ? {} : plain(route.documentedBody);
  const types = body === 'json' ? [JSON_TYPE] : (route.documentedTypes ?? ['*/*']);
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function responseOf(schema: TSchema, otherTypes: Route['otherTypes'] = {}): Json {
  const document = plain(schema);
  const description = typeof document['description'] === 'string' ? document['description'] : 'The request succeeded.';
  // A string schema means plain text, not JSON, as for metrics.
  const type = document['type'] === 'string' ? 'text/plain' : JSON_TYPE;
  const content = { [type]: { schema: document }, ...contentOf(otherTypes) };
  return { description, headers: REQUEST_ID_HEADER, content };
}

function contentOf(types: Readonly<Record<string, TSchema>>): Json {
  return Object.fromEntries(Object.entries(types).map(([name, schema]) => [name, { schema: plain(schema) }]));
}

export function plain(schema: TSchema): Json {
  return JSON.parse(JSON.stringify(schema)) as Json;
}

const REQUEST_ID_HEADER = {
  'X-Request-Id': { description: 'The id of this request in the logs.', schema: { type: 'string' } },
};

const FAILURE = {
  type: 'object',
  required: ['error', 'code', 'request_id'],
  additionalProperties: false,
  properties: {
    error: { type: 'string', description: 'An explanation for people to read.' },
    code: { type: 'string', description: 'A code for programs to compare.' },
    details: { type: 'object', description: 'More information; its fields depend on the code.' },
    request_id: { type: 'string' },
  },
};

const FAILURE_RESPONSE = {
  description: 'The request failed; `code` says why.',
  headers: REQUEST_ID_HEADER,
  content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Failure' } } },
};
