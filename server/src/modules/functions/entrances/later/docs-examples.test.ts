import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { deploy } from '../../../../../test/functions.ts';
import { createTestClock, signUp, startReceiver, startTestServer } from '../../../../../test/index.ts';

const GUIDE = readFileSync(new URL('../../../../../../docs/functions.md', import.meta.url), 'utf8');
const KEEPS = 'export default () => null;';

interface Job {
  readonly function: string;
  readonly state: string;
  readonly key: string | null;
  readonly attempt: number;
}

/** Finds the guide's example that contains this text. */
function example(part: string): string {
  const blocks = [...GUIDE.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block);
  const found = blocks.filter((block) => block.includes('export default') && block.includes(part));
  expect(found, part).toHaveLength(1);
  return found[0] ?? '';
}

async function openScene() {
  const receiver = await startReceiver();
  const clock = createTestClock(Date.now());
  const config = { mode: 'development', outboundAllow: [receiver.host] } as const;
  const server = await startTestServer({ clock, config });
  onTestFinished(async () => {
    await server.close();
    await receiver.close();
  });
  const project = await server.createProject();
  const jobs = async () => (await project.cloudApi<{ data: Job[] }>('/jobs')).body.data;
  const watch = async (table: string, events: readonly string[], name: string): Promise<void> => {
    const created = await project.cloudApi('/webhooks', { json: { table, events, url: `function:${name}` } });
    expect(created.status, created.text).toBe(201);
  };
  return { project, receiver, clock, jobs, watch, run: () => server.runJobsUntilIdle() };
}

test('a welcome mail is scheduled three days after sign-up, once for each user', async () => {
  const { project, jobs } = await openScene();
  await deploy(project, 'subscribe', example("subject: 'Three days in'"));
  const ann = await signUp(project.api);
  for (let call = 0; call < 2; call += 1) {
    const invoked = await ann.api('/functions/subscribe/invoke', { method: 'POST' });
    expect(invoked.status, invoked.text).toBe(200);
  }
  expect(await jobs()).toMatchObject([{ function: 'send_email', state: 'waiting', key: `welcome-${ann.user.id}` }]);
});

/** Each is a call of a process with low priority, so a busy machine takes long for many. */
const PARTS = 5;

test('a nightly job schedules its next part until nothing is left, every night', async () => {
  const { project, jobs, run, clock } = await openScene();
  const columns = [{ name: 'tidy', type: 'boolean' }] as const;
  await project.createTable({ name: 'events', columns });
  for (let part = 0; part < PARTS; part += 1) {
    const created = await project.secretApi('/data/events', {
      json: Array.from({ length: 100 }, () => ({ tidy: false })),
    });
    expect(created.status, created.text).toBe(201);
  }
  await deploy(project, 'tidy', example('tidy: true'));
  await deploy(project, 'nightly', example("later('tidy', { night }"), { trigger: 'scheduled', schedule: '0 3 * * *' });
  const untidy = async () =>
    (await project.secretApi<{ count: number }>('/data/events?filter=tidy:eq:false&limit=0')).body.count;
  for (let night = 0; night < 2; night += 1) {
    const reset = await project.secretApi('/data/events?filter=tidy:eq:true', {
      method: 'PATCH',
      json: { tidy: false },
    });
    expect(reset.status, reset.text).toBe(200);
    expect(await untidy()).toBe(100 * PARTS);
    await project.cloudApi('/functions/nightly/run', { json: {} });
    for (let round = 0; round < 5; round += 1) {
      await run();
      clock.advance(1000);
    }
    expect(await untidy()).toBe(0);
    clock.advance(3_600_000);
  }
  expect((await jobs()).every(({ state }) => state === 'succeeded')).toBe(true);
});

test('a flaky provider is called again with the same key, and a refusal ends the job', async () => {
  const { project, receiver, jobs, run, clock } = await openScene();
  const source = example('Idempotency-Key').replace('https://api.example.com/parcels', receiver.url);
  await deploy(project, 'parcel', source);
  receiver.script = { status: 503 };
  await project.secretApi('/functions/parcel/later', { json: { payload: { order: 1 } } });
  await run();
  expect(await jobs()).toMatchObject([{ state: 'waiting', attempt: 1 }]);
  receiver.script = { status: 200 };
  clock.advance(12_000);
  await run();
  expect(await jobs()).toMatchObject([{ state: 'succeeded', attempt: 2 }]);
  const keys = receiver.requests.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  receiver.script = { status: 422 };
  await project.secretApi('/functions/parcel/later', { json: {} });
  await run();
  expect((await jobs())[0]).toMatchObject({ state: 'failed', attempt: 1 });
});

test('a paid order notifies the warehouse once, and every change adds one row to the audit trail', async () => {
  const { project, jobs, run, watch } = await openScene();
  await project.createTable({ name: 'orders', columns: [{ name: 'status', type: 'text' }] });
  await project.createTable({
    name: 'audit_trail',
    columns: [
      { name: 'delivery', type: 'text', unique: true },
      { name: 'event', type: 'text' },
      { name: 'table', type: 'text' },
      { name: 'data', type: 'json' },
    ],
  });
  await deploy(project, 'tell_warehouse', KEEPS);
  await deploy(project, 'ship', example('tell_warehouse'), { trigger: 'webhook', access: 'private' });
  await deploy(project, 'trail', example('audit_trail'), { trigger: 'webhook', access: 'private' });
  await watch('orders', ['update'], 'ship');
  await watch('orders', ['insert', 'update', 'delete'], 'trail');
  const created = await project.secretApi<{ data: { id: string } }>('/data/orders', { json: { status: 'open' } });
  const path = `/data/orders/${created.body.data.id}`;
  await project.secretApi(path, { method: 'PATCH', json: { status: 'paid' } });
  await run();
  await run();
  expect(await jobs()).toMatchObject([{ function: 'tell_warehouse', key: `ship-${created.body.data.id}` }]);
  const trail = await project.secretApi<{ data: { event: string }[] }>('/data/audit_trail');
  expect(trail.body.data.map(({ event }) => event).toSorted()).toEqual(['insert', 'update']);
});

test('new users are welcomed three days after they sign up', async () => {
  const { project, jobs, run, watch } = await openScene();
  await deploy(project, 'welcome', KEEPS);
  await deploy(project, 'greet', example("later('welcome'"), { trigger: 'webhook', access: 'private' });
  await watch('auth.users', ['insert'], 'greet');
  const ann = await signUp(project.api);
  await run();
  expect(await jobs()).toMatchObject([{ function: 'welcome', state: 'waiting', key: `welcome-${ann.user.id}` }]);
});

test('a search index follows a table, even when a retry comes after a newer change', async () => {
  const { project, receiver, run, watch, clock } = await openScene();
  await project.createTable({ name: 'products', columns: [{ name: 'title', type: 'text' }] });
  await project.cloudApi('/secrets/SEARCH_KEY', { method: 'PUT', json: { value: 'key-of-the-engine' } });
  const source = example('SEARCH_KEY').replace('https://search.example.com/', `${receiver.url}/`);
  await deploy(project, 'index_product', source, { trigger: 'webhook', access: 'private' });
  await watch('products', ['insert', 'update', 'delete'], 'index_product');
  receiver.script = { status: 503 };
  const created = await project.secretApi<{ data: { id: string } }>('/data/products', { json: { title: 'old' } });
  await run();
  receiver.script = { status: 200 };
  const path = `/data/products/${created.body.data.id}`;
  await project.secretApi(path, { method: 'PATCH', json: { title: 'new' } });
  await run();
  clock.advance(6000);
  await run();
  await project.secretApi(path, { method: 'DELETE' });
  await run();
  const written = receiver.requests.map(({ method, body }) => [
    method,
    body.length === 0 ? null : (JSON.parse(Buffer.from(body).toString()) as { title: string }).title,
  ]);
  expect(written).toEqual([
    ['PUT', 'old'],
    ['PUT', 'new'],
    ['PUT', 'new'],
    ['DELETE', null],
  ]);
  expect(receiver.requests[0]?.headers['authorization']).toBe('Bearer key-of-the-engine');
});
