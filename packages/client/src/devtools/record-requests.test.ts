import { request } from '@service/client';
import { failure, mockService, resetService } from '@service/client/testing';
import { afterEach, expect, test } from 'vitest';
import { recordRequests } from './record-requests.ts';

afterEach(() => resetService());

test('requests are recorded with status, code and an explanation, newest first, and still reach the service', async () => {
  const service = mockService({
    'GET /data/todos': () => ({ data: [], count: 0 }),
    'GET /data/notes': () => failure(401, 'not_authenticated', 'Sign in.'),
    'POST /data/todos': () => failure(429, 'rate_limited', 'Wait.', { 'retry-after': '7' }),
    'GET /data/away': () => {
      throw new TypeError('no connection');
    },
  });
  const recorder = recordRequests();
  await request('/data/todos?filter=a%3Aeq%3A1');
  await request('/data/notes').catch(() => undefined);
  await request('/data/todos', { method: 'POST', body: '{}' }).catch(() => undefined);
  await request('/data/away').catch(() => undefined);
  expect(recorder.requests).toMatchObject([
    { method: 'GET', path: '/data/away', status: 0, explanation: expect.stringContaining('no answer') },
    { method: 'POST', status: 429, code: 'rate_limited', explanation: expect.stringContaining('Wait 7 s.') },
    { path: '/data/notes', status: 401, explanation: expect.stringContaining('needs a user') },
    { path: '/data/todos?filter=a:eq:1', status: 200 },
  ]);
  expect(service.requests).toHaveLength(4);
  recorder.stop();
  await request('/data/todos');
  expect(recorder.requests).toHaveLength(4);
});

test('at most a hundred requests are kept, and a running one may leave the list', async () => {
  const answer = Promise.withResolvers<void>();
  mockService({
    'GET /slow': async () => {
      await answer.promise;
      return { data: 'late' };
    },
    'GET /data/todos': () => ({ data: [], count: 0 }),
  });
  const recorder = recordRequests();
  const slow = request<{ data: string }>('/slow');
  expect(recorder.requests).toEqual([{ method: 'GET', path: '/slow', startedAt: expect.any(Number) }]);
  for (let each = 0; each < 120; each += 1) await request(`/data/todos?limit=${each}&search=%`);
  answer.resolve();
  expect(await slow).toEqual({ data: 'late' });
  expect(recorder.requests).toHaveLength(100);
  expect(recorder.requests.every(({ status }) => status === 200)).toBe(true);
});
