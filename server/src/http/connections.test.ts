import { expect, test } from 'vitest';
import { openRaw } from '../../test/raw-request.ts';
import { startTestHttp } from '../../test/start-test-http.ts';
import { openRoute } from './route.ts';

const REQUEST = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n';
const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

/** A route whose answer waits for `finish`. */
function createSlowRoute() {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const route = openRoute({
    method: 'GET',
    path: '/slow',
    id: 'getSlow',
    summary: 'x',
    responses: {},
    handle: async () => {
      begin();
      await finished;
      return { status: 200, body: { data: 'slow' } };
    },
  });
  return { route, begun, finish };
}

test('a stopping server finishes running requests, still answers on open connections, and closes each after its answer', async () => {
  const slow = createSlowRoute();
  const http = await startTestHttp({ routes: [slow.route] });
  const [running, open, silent] = [await openRaw(http.port), await openRaw(http.port), await openRaw(http.port)];
  running.write(REQUEST);
  open.write(HEALTH);
  expect((await open.reply()).headers['connection']).toBe('keep-alive');
  await slow.begun;
  const closed = http.close();

  await expect(fetch(`${http.url}/health`)).rejects.toThrow();
  open.write(HEALTH);
  const health = await open.reply();
  expect([health.status, health.headers['connection']]).toEqual([503, 'close']);
  expect(health.headers['retry-after']).toBe('1');
  await open.closed();
  slow.finish();
  const answer = await running.reply();
  expect([answer.status, answer.headers['connection'], answer.body]).toEqual([200, 'close', '{"data":"slow"}']);
  await closed;
  await silent.closed();
});

test('without connections a server stops at once', async () => {
  const http = await startTestHttp();
  const startedAt = performance.now();
  await http.close();
  // A request that waits for something may take 8 s.
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('idle connections are closed while the last answer is written completely', async () => {
  const large = 'x'.repeat(4_000_000);
  const route = openRoute({
    method: 'GET',
    path: '/slow',
    id: 'getLarge',
    summary: 'x',
    responses: {},
    handle: () => ({ status: 200, body: large }),
  });
  const http = await startTestHttp({ routes: [route] });
  const [reader, silent] = [await openRaw(http.port), await openRaw(http.port)];
  reader.write(REQUEST);
  await new Promise((resolve) => reader.socket.once('readable', resolve));
  const closed = http.close();
  expect((await reader.reply()).body).toHaveLength(large.length);
  await closed;
  await silent.closed();
});

test('health answers 503 when the database fails or does not answer, and many checks share one query', async () => {
  let asked = 0;
  await using http = await startTestHttp({
    health: () => {
      asked += 1;
      return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('password in a driver text')), 50));
    },
  });
  const replies = await Promise.all(Array.from({ length: 10 }, () => http.api('/health')));
  for (const { status, text } of replies) {
    expect(status).toBe(503);
    expect(text).not.toContain('password');
  }
  expect(asked).toBe(1);
  await using hanging = await startTestHttp({ health: () => new Promise(() => undefined) });
  expect((await hanging.api('/health')).status).toBe(503);
});
