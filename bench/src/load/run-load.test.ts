import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { runLoad } from './run-load.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

async function loadAgainst(
  statusOf: (count: number) => number,
): Promise<{ sent: number; answers: number; failures: number }> {
  let sent = 0;
  const server = createServer((_req, res) => {
    res.statusCode = statusOf(++sent);
    res.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const job = { host: '127.0.0.1', port, requests: [REQUEST], connections: 4, warmUpMs: 0, measureMs: 200 };
  const { answers, failures } = await runLoad(job, () => undefined);
  server.close();
  return { sent, answers, failures };
}

test('every answer within the measured time is counted once', async () => {
  const { sent, answers, failures } = await loadAgainst(() => 200);
  expect(failures).toBe(0);
  // Each connection has one request under way when measuring starts and one when it ends.
  expect(answers).toBeGreaterThanOrEqual(sent - 8);
  expect(answers).toBeLessThanOrEqual(sent);
});

test('a request without an answer in time counts as a failure, not as a fast answer', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const job = { host: '127.0.0.1', port, requests: [REQUEST], connections: 2, warmUpMs: 0, measureMs: 50 };
  const running = runLoad(job, () => undefined);
  setTimeout(() => server.closeAllConnections(), 100);
  expect(await running).toMatchObject({ answers: 0, failures: 1, firstFailure: expect.stringContaining('no answer') });
  server.close();
});

test('an answer that is not 2xx is a failure and never counts as work done', async () => {
  const { sent, answers, failures } = await loadAgainst((count) => (count % 2 === 0 ? 503 : 200));
  expect(failures).toBeGreaterThan(0);
  expect(answers + failures).toBeLessThanOrEqual(sent);
});
