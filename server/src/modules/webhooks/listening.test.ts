import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

interface Pending {
  readonly delivery_id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

describe.each(ENGINES)('listening on %s', (engine) => {
  const clock = createTestClock();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ engine, clock });
  });
  afterAll(() => server.close());

  async function listen(events?: readonly string[]) {
    const project = await server.createProject();
    await project.createTable({ name: 'orders', columns: [{ name: 'title', type: 'text' }] });
    const made = await project.cloudApi<{ data: { id: string; secret: string } }>('/webhooks/listen', {
      json: { table: 'orders', ...(events !== undefined && { events }) },
    });
    expect(made, made.text).toMatchObject({ status: 201, body: { count: 1 } });
    return { project, ...made.body.data };
  }

  async function pending(project: TestProject, id: string, query = ''): Promise<readonly Pending[]> {
    const { status, body, text } = await project.cloudApi<{ data: Pending[]; count: number }>(
      `/webhooks/${id}/pending${query}`,
    );
    expect(status, text).toBe(200);
    expect(body.count).toBe(body.data.length);
    return body.data;
  }

  test('a listener fetches a change with its signatures, gets it again until it answers, and finds it in the log', async () => {
    const { project, id, secret } = await listen();
    await project.secretApi('/data/orders', { json: { title: 'one' } });
    await server.runJobsUntilIdle();
    const [delivery] = await pending(project, id, '?wait=5');
    expect(await pending(project, id)).toHaveLength(1);
    const { delivery_id: deliveryId = '', headers = {}, body = '' } = delivery ?? {};
    expect(JSON.parse(body)).toMatchObject({ webhook_id: id, event: 'insert', data: { record: { title: 'one' } } });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': deliveryId,
      'x-webhook-id': id,
      'x-webhook-event': 'insert',
      'x-webhook-attempt': '1',
      'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
    });
    const at = `/webhooks/${id}/deliveries/${deliveryId}/result`;
    const ended = await project.cloudApi(at, { json: { status: 500, body: 'broken', ms: 12 } });
    expect(ended.body, ended.text).toMatchObject({
      data: {
        state: 'failed',
        attempts: [{ attempt: 1, response_status: 500, response_body: 'broken', duration_ms: 12 }],
      },
    });
    expect(await pending(project, id)).toEqual([]);
    expect(await project.cloudApi(at, { json: { status: 200, ms: 1 } })).toMatchObject({ status: 409 });
    // A resend is fetched like any other.
    await project.cloudApi(`/webhooks/${id}/deliveries/${deliveryId}/resend`, { method: 'POST' });
    expect(await pending(project, id)).toMatchObject([
      { delivery_id: deliveryId, headers: { 'x-webhook-attempt': '2' } },
    ]);
    await project.cloudApi(at, { json: { status: 204, ms: 1 } });
    const log = await project.cloudApi(`/webhooks/${id}/deliveries`);
    expect(log.body).toMatchObject({ data: [{ state: 'succeeded', attempts: [{}, { trigger: 'resend' }] }], count: 1 });
  });

  test('a waiting listener gets an answer as soon as a change arrives', async () => {
    const { project, id } = await listen(['delete']);
    const waiting = pending(project, id, '?wait=25');
    const row = await project.secretApi<{ data: { id: string } }>('/data/orders', { json: { title: 'one' } });
    await project.secretApi(`/data/orders/${row.body.data.id}`, { method: 'DELETE' });
    expect((await waiting).map(({ headers }) => headers['x-webhook-event'])).toEqual(['delete']);
  });

  test('a listener is not listed as a webhook, and ends a minute after its last request', async () => {
    const { project, id } = await listen();
    expect((await project.cloudApi('/webhooks')).body).toEqual({ data: [], count: 0 });
    clock.advance(59_000);
    await server.runJobsUntilIdle();
    await pending(project, id);
    clock.advance(59_000);
    await server.runJobsUntilIdle();
    await pending(project, id);
    clock.advance(61_000);
    await server.runJobsUntilIdle();
    expect(await project.cloudApi(`/webhooks/${id}/pending`)).toMatchObject({ status: 404 });
    expect(await project.cloudApi(`/webhooks/${id}`)).toMatchObject({ status: 404 });
    await project.secretApi('/data/orders', { json: { title: 'unseen' } });
    expect(await project.cloudApi('/tables/orders', { method: 'DELETE' })).toMatchObject({
      status: 200,
    });
  });

  test('bad input is refused, and viewers may not listen', async () => {
    const { project, id } = await listen();
    const ask = (path: string, json: object) => project.cloudApi(path, { json });
    expect(await ask('/webhooks/listen', { table: 'none' })).toMatchObject({
      status: 404,
      body: { code: 'table_not_found' },
    });
    expect(await ask('/webhooks/listen', { table: 'orders', events: ['truncate'] })).toMatchObject({ status: 400 });
    expect(await project.cloudApi(`/webhooks/${id}/pending?wait=26`)).toMatchObject({ status: 400 });
    expect(await ask(`/webhooks/${id}/deliveries/nothing/result`, { status: 200, ms: 1 })).toMatchObject({
      status: 404,
    });
    expect(await ask(`/webhooks/${id}/deliveries/${id}/result`, { status: 200, ms: 1 })).toMatchObject({ status: 404 });
    expect(await ask(`/webhooks/${id}/deliveries/${id}/result`, { status: 1000, ms: 1 })).toMatchObject({
      status: 400,
    });
    const other = await server.createProject();
    expect(await other.cloudApi(`/webhooks/${id}/pending`)).toMatchObject({ status: 404 });
    for (let made = 1; made < 10; made += 1)
      expect(await ask('/webhooks/listen', { table: 'orders' })).toMatchObject({ status: 201 });
    expect(await ask('/webhooks/listen', { table: 'orders' })).toMatchObject({ status: 409 });
  });
});
