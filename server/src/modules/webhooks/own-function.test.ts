import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy, runsOf } from '../../../test/functions.ts';
import { createTestClock, ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

const HEARS = `export default async (ctx) => {
  const event = await ctx.request.json();
  console.log(JSON.stringify({ event, delivery: ctx.delivery, isSigned: ctx.verifySignature('secret-1234') }));
};`;
/** Changes the same row that triggered it. */
const ECHOES = `export default async (ctx) => {
  const { data: { record } } = await ctx.request.json();
  await ctx.data.table('orders').update(record.id, { total: record.total + 1 });
};`;

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly skipped_reason?: string;
  readonly attempts: readonly {
    readonly error_class: string | null;
    readonly response_status: number | null;
    readonly request_headers: Readonly<Record<string, string>>;
  }[];
}

describe.each(ENGINES)('webhooks to functions of the project on %s', (engine) => {
  // The runtime uses its own clock to reject old signatures.
  const clock = createTestClock(Date.now());
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock });
  });
  afterAll(() => server.close());

  const openScene = async (url: string, more: object = {}) => {
    const project = await server.createProject();
    await project.createTable({ name: 'orders', columns: [{ name: 'total', type: 'integer' }] });
    const made = await project.cloudApi<{ data: { id: string } }>('/webhooks', {
      json: { table: 'orders', events: ['insert', 'update'], url, ...more },
    });
    expect(made.status).toBe(201);
    const deliveries = async (): Promise<Delivery[]> => {
      const path = `/webhooks/${made.body.data.id}/deliveries`;
      const listed = await project.cloudApi<{ data: { id: string }[] }>(path);
      const whole = listed.body.data.map(({ id }) => project.cloudApi<{ data: Delivery }>(`${path}/${id}`));
      return (await Promise.all(whole)).map(({ body }) => body.data);
    };
    return { project, deliveries, webhookId: made.body.data.id };
  };
  const insert = (project: TestProject, total: number) => project.secretApi('/data/orders', { json: { total } });

  test('a change runs the function with the signed bytes, the delivery and the trigger `change`', async () => {
    const { project, deliveries, webhookId } = await openScene('function:hear', { secret: 'secret-1234' });
    await deploy(project, 'hear', HEARS, { trigger: 'webhook', access: 'private' });
    await insert(project, 5);
    await server.runJobsUntilIdle();
    const [delivery, ...others] = await deliveries();
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ response_status: 200 }] });
    expect(delivery?.attempts[0]?.request_headers).toMatchObject({ 'x-webhook-depth': '1' });
    const [run] = await runsOf(project, 'hear');
    expect(run).toMatchObject({ trigger: 'change', status: 'succeeded', delivery_id: delivery?.id });
    expect(JSON.parse(run?.log[0]?.message ?? '')).toMatchObject({
      event: { event: 'insert', table: 'orders', data: { record: { total: 5 } } },
      delivery: { webhook_id: webhookId, delivery_id: delivery?.id, depth: 1 },
      isSigned: true,
    });
  });

  test('a private webhook function has no public address, and outside callers cannot fake a delivery', async () => {
    const { project } = await openScene('function:hear');
    const tells = 'export default (ctx) => ({ delivery: ctx.delivery });';
    await deploy(project, 'hear', tells, { trigger: 'webhook', access: 'private' });
    await deploy(project, 'open', tells, { trigger: 'webhook' });
    const send = (name: string) =>
      project.api<{ code: string }>(`/functions/${name}/webhook`, { json: {}, headers: { 'x-webhook-id': 'forged' } });
    const closed = await send('hear');
    expect([closed.status, closed.body.code]).toEqual([404, 'function_not_found']);
    expect((await send('open')).body).toEqual({ delivery: null });
  });

  test('a function that throws or is missing is a failed attempt with its error class and is retried', async () => {
    const { project, deliveries } = await openScene('function:fail');
    await insert(project, 1);
    await server.runJobsUntilIdle();
    expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: [{ error_class: 'function_not_found' }] }]);
    await deploy(project, 'fail', 'export default () => { throw new Error("no"); };', { trigger: 'webhook' });
    clock.advance(10_000);
    await server.runJobsUntilIdle();
    const [delivery] = await deliveries();
    expect(delivery?.attempts.map(({ error_class }) => error_class)).toEqual(['function_not_found', 'http_500']);
  });

  test('a loop of changes ends after eight levels, and the log records it', async () => {
    const { project, deliveries } = await openScene('function:echo');
    await deploy(project, 'echo', ECHOES, { trigger: 'webhook', access: 'private' });
    await insert(project, 0);
    for (let round = 0; round < 12; round += 1) await server.runJobsUntilIdle();
    const seen = (await deliveries()).toReversed();
    expect(seen.map(({ state, skipped_reason = null }) => [state, skipped_reason])).toEqual([
      ...Array.from({ length: 8 }, () => ['succeeded', null]),
      ['skipped', 'loop'],
    ]);
    expect(seen.slice(0, 8).map(({ attempts }) => attempts[0]?.request_headers['x-webhook-depth'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
    ]);
    await insert(project, 0);
    await server.runJobsUntilIdle();
    expect((await deliveries()).filter(({ state }) => state === 'succeeded').length).toBeGreaterThan(8);
  });

  test('jobs enqueued by a webhook function keep its depth in the loop', async () => {
    const { project, deliveries } = await openScene('function:order');
    await deploy(
      project,
      'change',
      `export default async (ctx) => {
      await ctx.data.table('orders').update(ctx.payload.id, { total: ctx.payload.total + 1 });
    };`,
    );
    await deploy(
      project,
      'order',
      `export default async (ctx) => {
        const { data: { record } } = await ctx.request.json();
        if (record.total < 1) await ctx.functions.later('change', record);
      };`,
      { trigger: 'webhook', access: 'private' },
    );
    await insert(project, 0);
    for (let round = 0; round < 3; round += 1) await server.runJobsUntilIdle();
    const depths = (await deliveries()).map(({ attempts }) => attempts[0]?.request_headers['x-webhook-depth']);
    expect(depths).toEqual(['2', '1']);
  });

  test('400: a URL that cannot name a function', async () => {
    const project = await server.createProject();
    await project.createTable({ name: 'orders', columns: [{ name: 'total', type: 'integer' }] });
    for (const url of ['function:', 'function:Big', 'function:a/b', `function:${'a'.repeat(64)}`]) {
      const made = await project.cloudApi<{ code: string }>('/webhooks', {
        json: { table: 'orders', events: ['insert'], url },
      });
      expect([made.status, made.body.code], url).toEqual([400, 'invalid_url']);
    }
  });
});
