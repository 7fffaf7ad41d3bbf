import { Type } from 'typebox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRaw } from '../../../../test/raw-request.ts';
import { startTestHttp } from '../../../../test/start-test-http.ts';
import { openRoute } from '../../../http/index.ts';
import { type Logger, silentLogger } from '../../../platform/logger.ts';
import { readForm } from './read-form.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
// Also when `begin` fails, whose result would restore them.
afterEach(() => void vi.useRealTimers());

const HEAD =
  'POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n';

/** A form whose first bytes have arrived. */
async function begin() {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  const logger: Logger = { ...silentLogger, error: (fields) => errors.push(fields) };
  const http = await startTestHttp({
    logger,
    routes: [
      openRoute({
        method: 'POST',
        path: '/form',
        id: 'form',
        summary: 'Reads a form',
        body: 'stream',
        responses: { 200: Type.String() },
        handle: async (call) => {
          const form = readForm(call).finally(end);
          ask();
          return { status: 200, body: { token: (await form).get('token') } };
        },
      }),
    ],
  });
  const raw = await openRaw(http.port);
  raw.write(`${HEAD}token=`);
  await asked;
  const close = async (): Promise<void> => {
    vi.useRealTimers();
    raw.destroy();
    await http.close();
  };
  return { raw, errors, ended, [Symbol.asyncDispose]: close };
}

test('a form that arrives too slowly gets 408 after thirty seconds', async () => {
  await using form = await begin();
  let isEnded = false;
  void form.ended.then(() => {
    isEnded = true;
  });
  form.raw.write('a');
  await vi.advanceTimersByTimeAsync(29_999);
  form.raw.write('b');
  expect(isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await form.raw.reply()).status).toBe(408);
});

test('a client that disconnects in the middle of a form causes no error', async () => {
  await using form = await begin();
  form.raw.destroy();
  await form.ended.catch(() => undefined);
  expect(form.errors).toEqual([]);
});
