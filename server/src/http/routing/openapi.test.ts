import { Type } from 'typebox';
import { expect, describe as group, test } from 'vitest';
import { startTestHttp } from '../../../test/start-test-http.ts';
import { callerRoute, memberRoute, openRoute } from '../route.ts';
import { describe } from './openapi.ts';

const routes = [
  callerRoute({
    method: 'POST',
    path: '/api/baas/:project_id/data/:table',
    id: 'insertRows',
    summary: 'Inserts rows.',
    query: Type.Object({ on_conflict: Type.Optional(Type.String({ description: 'A unique column.' })) }),
    body: Type.Object({ title: Type.String() }),
    responses: { 201: Type.Object({ count: Type.Integer() }, { description: 'Inserted.' }) },
    handle: () => ({ status: 201, body: {} }),
  }),
  memberRoute({
    method: 'GET',
    path: '/api/cloud/projects/:project_id',
    id: 'getProject',
    summary: 'One project.',
    role: 'viewer',
    responses: { 200: Type.Object({}) },
    handle: () => ({ status: 200, body: {} }),
  }),
  openRoute({
    method: 'GET',
    path: '/api/cloud/page',
    id: 'getPage',
    summary: 'A page.',
    documentedQuery: Type.Object({ filter: Type.Array(Type.String()) }),
    responses: { 200: Type.String() },
    handle: () => ({ status: 200, body: '' }),
  }),
];

group('the description', () => {
  const document = JSON.parse(
    JSON.stringify(describe(routes, { title: 'T' }, { schemas: { Row: { type: 'object' } } })),
  );

  test('has an operation for each route with its parameters, body, answers and required credentials', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/api/baas/{project_id}/data/{table}'].post).toMatchObject({
      operationId: 'insertRows',
      security: [{ project_key: [] }],
      parameters: [
        { name: 'project_id', in: 'path', required: true },
        { name: 'table', in: 'path', required: true },
        {
          name: 'on_conflict',
          in: 'query',
          required: false,
          description: 'A unique column.',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        content: { 'application/json': { schema: { required: ['title'], additionalProperties: false } } },
      },
      responses: { 201: { description: 'Inserted.' }, default: { $ref: '#/components/responses/Failure' } },
    });
    expect(document.paths['/api/cloud/projects/{project_id}'].get.security).toEqual([{ operator_token: [] }]);
    expect(document.paths['/api/cloud/page'].get.security).toEqual([]);
  });

  test('describes how to repeat a repeatable parameter', () => {
    expect(document.paths['/api/cloud/page'].get.parameters).toEqual([
      {
        name: 'filter',
        in: 'query',
        required: true,
        style: 'form',
        explode: true,
        schema: { type: 'array', items: { type: 'string' } },
      },
    ]);
  });

  test('contains the given schemas, and every reference resolves', () => {
    expect(document.components.schemas.Row).toEqual({ type: 'object' });
    const references = JSON.stringify(document).match(/"\$ref":"#\/[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const path = reference.slice('"$ref":"#/'.length, -1).split('/');
      const found = path.reduce<unknown>(
        (node, name) => (node as Record<string, unknown> | undefined)?.[name],
        document,
      );
      expect(found, reference).toBeDefined();
    }
  });

  test('is served to anybody and includes the routes of the HTTP layer itself', async () => {
    await using http = await startTestHttp({ routes });
    const reply = await http.api<{ paths: object }>('/api/baas/openapi.json');
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body.paths)).toEqual(
      expect.arrayContaining(['/health', '/metrics', '/api/baas/openapi.json', '/api/cloud/page']),
    );
  });
});

test('metrics require the admin token and count requests by route and status', async () => {
  await using http = await startTestHttp({ routes });
  await http.api('/api/cloud/page');
  await http.api('/api/cloud/page');
  await http.api('/nothing');
  expect((await http.api('/metrics')).status).toBe(401);
  expect((await http.api('/metrics', { key: 'ct_viewer' })).status).toBe(403);
  const { text, headers } = await http.api('/metrics', { key: 'admin' });
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toContain('http_requests_total{method="GET",route="/api/cloud/page",status="200"} 2');
  expect(text).toContain('http_requests_total{method="",route="unknown",status="404"} 1');
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/cloud/page"} 2');
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z0-9_]+(\{[^}]*\})? [0-9.e+-]+)$/);
});
