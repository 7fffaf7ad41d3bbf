import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, type Receiver, startReceiver, startTestServer, type TestServer } from '../../../test/index.ts';

interface Event {
  readonly event: string;
  readonly table: string;
  readonly data: { readonly record: object | null; readonly old_record?: object };
}

describe.each(ENGINES)('a webhook on messages on %s', (engine) => {
  let receiver: Receiver;
  let server: TestServer;
  beforeAll(async () => {
    receiver = await startReceiver();
    server = await startTestServer({ engine, config: { outboundAllow: [receiver.host] } });
  });
  afterAll(async () => {
    await server?.close();
    await receiver?.close();
  });

  it('reports every message like a row: when it is inserted, updated and deleted', async () => {
    const project = await server.createProject();
    const json = { table: 'messages', events: ['insert', 'update', 'delete'], url: receiver.url };
    expect((await project.cloudApi('/webhooks', { json })).status).toBe(201);
    const sent = await project.api<{ data: { id: string } }>('/messages', {
      json: { body: 'Hello', metadata: { topic: ['tea'] } },
    });
    const path = `/messages/${sent.body.data.id}`;
    const inserted = (await project.cloudApi<{ data: object }>(path)).body.data;
    await project.cloudApi(path, { method: 'PATCH', json: { status: 'archived' } });
    await project.cloudApi(path, { method: 'DELETE' });
    const events = (await receiver.received(3)).map((request) => request.json<Event>());
    const archived = { ...inserted, status: 'archived' };
    expect(events).toMatchObject([
      { event: 'insert', table: 'messages', data: { record: inserted } },
      { event: 'update', table: 'messages', data: { record: archived, old_record: inserted } },
      { event: 'delete', table: 'messages', data: { record: null, old_record: archived } },
    ]);
  });
});
