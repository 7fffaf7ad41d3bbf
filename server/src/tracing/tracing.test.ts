import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { findFreePort } from '../../test/find-free-port.ts';
import { createTestClock, startReceiver, startTestServer } from '../../test/index.ts';
import { silentLogger } from '../platform/logger.ts';
import { createTracing } from './create-tracing.ts';

/** https://www.w3.org/TR/trace-context/#examples-of-http-traceparent-headers */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const OTHER_TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = '00f067aa0ba902b7';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number };
}

interface SentSpans {
  readonly resourceSpans: readonly {
    readonly resource: Pick<SentSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

test('a request continues the trace it names, its statements are child spans, and deliveries have a trace of their own', async () => {
  await using collector = await startCollector();
  await using hook = await startReceiver();
  const server = await startTestServer({
    config: { otlpUrl: collector.url, outboundAllow: [hook.host], mode: 'development' },
  });
  const project = await server.createProject();
  const table = await project.createTable({ columns: [{ name: 'title', type: 'text' }], rules: { read: 'public' } });
  const webhook = { table, events: ['insert'], url: `${hook.url}/orders?key=secret-in-address` };
  expect((await project.cloudApi('/webhooks', { json: webhook })).status).toBe(201);
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1' };
  const made = await project.secretApi(`/data/${table}`, { json: { title: 'a secret title' }, headers });
  expect(made.status).toBe(201);
  expect((await project.api(`/data/nothing-there?filter=secret-in-filter`, { headers })).status).toBe(404);
  await server.runJobsUntilIdle();
  const [delivered] = await hook.received(1);
  await server.close();

  const { bodies } = collector;
  const [first] = bodies;
  expect(valuesOf(first?.resourceSpans[0]?.resource)).toMatchObject({ 'service.name': 'service' });
  const spans = spansOf(bodies);
  const inTrace = spans.filter(({ traceId }) => traceId === TRACE);

  const post = inTrace.find(({ name }) => name.startsWith('POST '));
  expect(post?.parentSpanId).toBe(PARENT);
  expect(valuesOf(post)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/baas/:project_id/data/:table',
    'http.response.status_code': 201,
    'service.project_id': project.id,
    'service.request_id': made.headers.get('x-request-id'),
  });
  const texts = inTrace
    .filter(({ name, parentSpanId }) => name === 'database write' && parentSpanId === post?.spanId)
    .map((span) => String(valuesOf(span)['db.query.text']));
  expect(texts).toContainEqual(expect.stringMatching(/^INSERT INTO ".*" AS _t \(.*"title"/));
  const missing = inTrace.find(({ name }) => name.startsWith('GET '));
  expect([valuesOf(missing)['http.response.status_code'], missing?.status.code ?? 0]).toEqual([404, 0]);

  const sent = spans.find((span) => valuesOf(span)['server.address'] === '127.0.0.1' && span.name === 'POST');
  expect(delivered?.headers['traceparent']).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`);
  expect(sent?.traceId).not.toBe(TRACE);
  expect(delivered?.headers).not.toHaveProperty('tracestate');
  expect(JSON.stringify(bodies)).not.toMatch(/secret title|secret-in-filter|secret-in-address/);
});

test('what was due when a webhook changes is not sent in the trace of that change', async () => {
  await using hook = await startReceiver({ script: [{ status: 500 }, { status: 200 }] });
  await using collector = await startCollector();
  const clock = createTestClock();
  const config = { otlpUrl: collector.url, outboundAllow: [hook.host], mode: 'development' } as const;
  await using server = await startTestServer({ clock, config });
  const project = await server.createProject();
  const table = await project.createTable({ columns: [{ name: 'title', type: 'text' }] });
  const webhook = { table, events: ['insert'], url: hook.url };
  const created = await project.cloudApi<{ data: { id: string } }>('/webhooks', { json: webhook });
  await project.secretApi(`/data/${table}`, { json: { title: 'a' } });
  await hook.received(1);
  await server.runJobsUntilIdle();
  clock.advance(60_000);
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1' };
  const path = `/webhooks/${created.body.data.id}`;
  const changed = await project.cloudApi(path, { method: 'PATCH', json: { events: ['insert', 'delete'] }, headers });
  expect(changed.status, changed.text).toBe(200);
  const [, again] = await hook.received(2);
  expect(again?.headers['traceparent']).not.toContain(TRACE);
  expect(again?.headers).not.toHaveProperty('tracestate');
});

test('a function process sends no trace of the call that started it, and statements are in the trace of their call', async () => {
  await using collector = await startCollector();
  await using hook = await startReceiver();
  const server = await startTestServer({
    config: { otlpUrl: collector.url, outboundAllow: [hook.host], mode: 'development' },
  });
  const project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [{ name: 'jotted', type: 'text' }] });
  const source = `export default async (ctx) => {
    await ctx.data.table('notes').insert({ jotted: 'a' });
    await fetch('${hook.url}', { method: 'POST' });
  };`;
  const headersOf = (trace: string) => ({ traceparent: `00-${trace}-${PARENT}-01`, tracestate: 'vendor=1' });
  const json = { trigger: 'http', source };
  expect((await project.cloudApi('/functions/tell', { method: 'PUT', json, headers: headersOf(TRACE) })).status).toBe(
    201,
  );
  const traces = [TRACE, OTHER_TRACE];
  for (const trace of traces) {
    const called = await project.api('/functions/tell/invoke', { method: 'POST', headers: headersOf(trace) });
    expect(called.status, called.text).toBe(200);
  }
  await server.close();

  for (const { headers } of await hook.received(2)) {
    expect(headers['traceparent']).not.toMatch(new RegExp(traces.join('|')));
    expect(headers).not.toHaveProperty('tracestate');
  }
  const inserts = spansOf(collector.bodies).filter((span) =>
    /^INSERT INTO ".*" AS _t \(.*"jotted"/.test(String(valuesOf(span)['db.query.text'])),
  );
  expect(inserts.map(({ traceId }) => traceId)).toEqual(traces);
});

test('without a collector the service works, and its stop logs one warning and no error', async () => {
  const logged: string[] = [];
  const log = (level: string) => (_fields: object, text: string) => void logged.push(`${level}: ${text}`);
  const server = await startTestServer({
    config: { otlpUrl: `http://127.0.0.1:${await findFreePort()}` },
    logger: { ...silentLogger, warn: log('warn'), error: log('error') },
  });
  expect((await server.api('/health')).status).toBe(200);
  await server.close();
  expect(logged.filter((line) => /error|spans/.test(line))).toEqual([
    'warn: The last spans did not reach the collector.',
  ]);
});

test('an outgoing request continues the trace of its caller, but passes no baggage on', async () => {
  const tracing = createTracing(`http://127.0.0.1:${await findFreePort()}`, silentLogger);
  const received: Readonly<Record<string, string>>[] = [];
  const send = tracing.outbound(async (_url, request) => {
    received.push(request?.headers ?? {});
  });
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1', baggage: 'user=anna' };
  const server = createServer((raw, response) => {
    const call = { requestId: 'r', path: '/', project: undefined, raw };
    tracing.requests({ call, response, route: '/' }, () => {
      void send('http://example.com', {}).then(() => response.end());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
  server.close();
  await tracing.close();
  expect(received).toEqual([{ traceparent: expect.stringContaining(TRACE), tracestate: 'vendor=1' }]);
});

/** Accepts spans like an OpenTelemetry collector, over HTTP as JSON. */
async function startCollector() {
  const bodies: SentSpans[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') bodies.push((await json(request)) as SentSpans);
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    bodies,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spansOf(bodies: readonly SentSpans[]): readonly SentSpan[] {
  return bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
}

function valuesOf(of: Pick<SentSpan, 'attributes'> | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries((of?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
}
