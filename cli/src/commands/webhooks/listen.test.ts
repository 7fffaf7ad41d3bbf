import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver, startTestServer, type TestServer } from '../../../../server/test/index.ts';
import { createFolder } from '../../../test/run-command.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure } from '../../outcome/failure.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('deliveries reach this machine as they would reach a receiver, and the log has their answers', async () => {
  const project = await server.createProject();
  await project.createTable({ name: 'orders', columns: [{ name: 'title', type: 'text' }] });
  await using receiver = await startReceiver();
  await using app = await createFolder({
    SERVICE_URL: server.url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
  });
  const stop = new AbortController();
  const lines: Record<string, unknown>[] = [];
  const seen = watchLines(lines);
  const args = ['webhooks', 'listen', '--table', 'orders', '--events', 'insert', '--forward', receiver.url, '--json'];
  const running = app.run(args, { signal: stop.signal, onOutput: seen.take });
  const { secret } = await seen.line('ready');
  await project.secretApi('/data/orders', { json: { title: 'one' } });
  const line = await seen.line('delivery');
  expect(line).toMatchObject({ event: 'insert', verified: true, status: 200, ms: expect.any(Number) });
  const [request] = receiver.requests;
  const body = Buffer.from(request?.body ?? []).toString('utf8');
  expect(JSON.parse(body)).toMatchObject({ event: 'insert', data: { record: { title: 'one' } } });
  expect(request?.headers).toMatchObject({
    'webhook-id': line['id'],
    'x-webhook-signature': createHmac('sha256', String(secret)).update(body).digest('hex'),
  });
  stop.abort(new Failure('Ended.', { exit: EXIT.interrupted, code: 'interrupted' }));
  expect(await running).toMatchObject({ exit: 130 });
});

test.each([
  [['--forward', 'http://localhost:1']],
  [['--table', 'x']],
  [['--table', 'x', '--forward', 'file:///etc']],
  [['--table', 'x', '--forward', 'http://localhost:1', '--events', 'drop']],
])('%j is wrong use', async (args) => {
  await using app = await createFolder();
  expect(await app.run(['webhooks', 'listen', ...args])).toMatchObject({ exit: 2 });
});

/** The lines as they arrive, and a promise of the first line of each type. */
function watchLines(lines: Record<string, unknown>[]) {
  const waiting = new Map<string, (line: Record<string, unknown>) => void>();
  return {
    take(text: string): void {
      for (const one of text.split('\n').filter(Boolean)) {
        const line = JSON.parse(one) as Record<string, unknown>;
        lines.push(line);
        waiting.get(String(line['type']))?.(line);
      }
    },
    line(type: string): Promise<Record<string, unknown>> {
      const found = lines.find((line) => line['type'] === type);
      return found === undefined ? new Promise((resolve) => waiting.set(type, resolve)) : Promise.resolve(found);
    },
  };
}
