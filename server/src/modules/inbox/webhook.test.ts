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

  it('is told of every message like of a row: when it comes, is put elsewhere, and goes', async () => {
    const project = await server.createProject();
    const json = { table: 'messages', events: ['insert', 'update', 'delete'], url: receiver.url };
    expect((await project.cloudApi('/webhooks', { json })).status).toBe(201);
    const sent = await project.api<{ data: { id: string } }>('/messages', {
      json: { body: 'Hello', metadata: { topic: ['tea'] } },
    });
    const path = `/messages/${sent.body.data.id}`;
    const shown = (await project.cloudApi<{ data: object }>(path)).body.data;
    await project.cloudApi(path, { method: 'PATCH', json: { status: 'archived' } });
    await project.cloudApi(path, { method: 'DELETE' });
    const events = (await receiver.received(3)).map((request) => request.json<Event>());
    const archived = { ...shown, status: 'archived' };
    expect(events).toMatchObject([
      { event: 'insert', table: 'messages', data: { record: shown } },
      { event: 'update', table: 'messages', data: { record: archived, old_record: shown } },
      { event: 'delete', table: 'messages', data: { record: null, old_record: archived } },
    ]);
  });
});
