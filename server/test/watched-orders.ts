import { expect } from 'vitest';
import { type SignatureScheme, verifySignature } from '../src/modules/functions/index.ts';
import type { DeliveryRecord, WebhookRecord } from '../src/modules/webhooks/webhook-schemas.ts';
import { type ReceivedRequest, startReceiver } from './receiver.ts';
import { type Engine, startTestServer } from './start-test-server.ts';
import { createTestClock } from './test-clock.ts';

interface SingleAnswer<Data> {
  readonly data: Data;
  readonly count: number;
  readonly code?: string;
}

export type WatchedOrders = Awaited<ReturnType<typeof openWatchedOrders>>;

/** A project with a table of orders, a receiver it may call, and the owners' webhook actions. */
export async function openWatchedOrders(engine: Engine, retryMs: readonly number[]) {
  const receiver = await startReceiver();
  const clock = createTestClock();
  const config = { outboundAllow: [receiver.host], webhooks: { retryMs, timeoutMs: 5_000 } };
  const server = await startTestServer({ engine, clock, config });
  const project = await server.createProject();
  const columns = [
    { name: 'title', type: 'text' },
    { name: 'kind', type: 'text', enum: ['big', 'small'] },
    { name: 'price', type: 'integer' },
    { name: 'inside', type: 'text', hidden: true },
  ];
  await project.createTable({ name: 'orders', columns });
  const insert = (title = 'a') => project.secretApi('/data/orders', { json: { title } });

  return {
    receiver,
    clock,
    server,
    project,
    insert,

    /** Returns the id of a new webhook. */
    async create(over: Record<string, unknown> = {}): Promise<string> {
      const json = { table: 'orders', events: ['insert'], url: receiver.url, ...over };
      const answer = await project.cloudApi<SingleAnswer<WebhookRecord>>('/webhooks', { json });
      expect(answer.status, answer.text).toBe(201);
      return answer.body.data.id;
    },
    post: <Data>(path: string, json?: unknown) =>
      project.cloudApi<SingleAnswer<Data>>(`/webhooks/${path}`, { method: 'POST', json }),
    patch: (id: string, json: unknown) =>
      project.cloudApi<SingleAnswer<WebhookRecord>>(`/webhooks/${id}`, { method: 'PATCH', json }),
    webhook: async (id: string) => (await project.cloudApi<SingleAnswer<WebhookRecord>>(`/webhooks/${id}`)).body.data,
    log: async (id: string, query = '') =>
      (await project.cloudApi<SingleAnswer<DeliveryRecord[]>>(`/webhooks/${id}/deliveries${query}`)).body.data,

    /** Inserts a row and runs all jobs; returns the request that arrived. */
    async deliver(title = 'a'): Promise<ReceivedRequest> {
      const before = receiver.requests.length;
      await insert(title);
      await server.runJobsUntilIdle();
      const request = receiver.requests[before];
      if (request === undefined) throw new Error('nothing came');
      return request;
    },
    isSigned: ({ headers, body }: ReceivedRequest, secret: string, scheme: SignatureScheme): boolean =>
      verifySignature({ headers, body, secret, nowMs: clock.now(), scheme }),

    async close(): Promise<void> {
      await server.close();
      await receiver.close();
    },
  };
}
