import { expect, test } from 'vitest';
import { ENGINES, startReceiver, startTestServer } from '../../../../test/index.ts';

const PATIENCE_MS = 20_000;
const GAP_MS = 700;

test.each(ENGINES)('retries that become due one after the other are all sent, on %s', async (engine) => {
  await using receiver = await startReceiver({ script: [{ status: 500 }, { status: 200 }] });
  const config = { outboundAllow: [receiver.host], webhooks: { retryMs: [1000], timeoutMs: 5000 } };
  await using server = await startTestServer({ engine, config });
  const project = await server.createProject();
  await project.createTable({ name: 'items', columns: [{ name: 'title', type: 'text' }] });
  await project.cloudApi('/webhooks', { json: { table: 'items', events: ['insert'], url: receiver.url } });

  // The second delivery fails while the first waits, so a poll for the first finds the second not yet due.
  await project.secretApi('/data/items', { json: { title: 'first' } });
  const [first] = await receiver.received(1);
  const again = (first?.arrivedAtMs ?? 0) + GAP_MS;
  await expect.poll(() => Date.now() >= again, { timeout: PATIENCE_MS }).toBe(true);
  await project.secretApi('/data/items', { json: { title: 'second' } });

  const requests = await receiver.received(4, PATIENCE_MS);
  expect(requests.map(({ attempt }) => attempt).toSorted()).toEqual([1, 1, 2, 2]);
});
