import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authUser } from '../../../test/auth-user.ts';
import { goOnline } from '../../../test/dom.ts';
import { exchange } from '../core/exchange.ts';
import { state } from '../core/shared-state.ts';
import { openChannel } from '../core/tabs.ts';
import { getConfig, isServiceError, onError, request, type ServiceError } from '../index.ts';
import { failure, type MockedService, mockService, resetService } from '../testing.ts';
import { changeIdentity } from './identity.ts';
import { startIdentity } from './load-user.ts';

let service: MockedService;
const USER = authUser('u1');
const SIGNED_IN = { data: { user: USER, session: { id: 's' } }, count: 1 };

beforeEach(() => {
  service = mockService();
});
afterEach(() => {
  vi.useRealTimers();
  resetService();
});

async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!isServiceError(error)) throw new Error(`not a ServiceError: ${String(error)}`);
  return error;
}

const sent = (): string[] => service.requests.map(({ method, path }) => `${method} ${path}`);
const signIn = (): void => changeIdentity(USER);

describe('a request', () => {
  test('carries the public key and returns the body of the answer', async () => {
    service.use({ 'POST /data/todos': ({ body }) => ({ data: body, count: 1 }) });
    const body = JSON.stringify({ title: 'a' });
    expect(await request('/data/todos', { method: 'POST', body })).toEqual({ data: { title: 'a' }, count: 1 });
    const [first] = service.requests;
    expect(first?.headers.get('authorization')).toBe('Bearer pk_test');
    expect(first?.headers.get('content-type')).toBe('application/json');
  });

  test('fails with the service’s error, and notifies listeners once', async () => {
    const heard: string[] = [];
    const stop = onError(({ code }) => heard.push(code));
    service.use({ 'GET /data/none': () => failure(404, 'table_not_found', 'There is no such table.') });
    const error = await failureOf(request('/data/none'));
    expect(error).toMatchObject({ code: 'table_not_found', status: 404, requestId: 'test', retryable: false });
    expect(error.message).toBe('There is no such table.');
    stop();
    await failureOf(request('/data/none'));
    expect(heard).toEqual(['table_not_found']);
  });

  test.each([
    ['a proxy’s page', () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }), true],
    ['a page with status 200', () => new Response('<!doctype html>', { status: 200 }), false],
    ['JSON that is no object', () => new Response('"hello"'), false],
    ['an error of another server', () => Response.json({ message: 'no' }, { status: 400 }), false],
    ['an empty body', () => new Response(''), false],
  ])('distinguishes %s from an answer of the service', async (_name, answer, retryable) => {
    service.use({ 'GET /x': answer });
    expect(await failureOf(request('/x'))).toMatchObject({ code: 'invalid_response', status: 0, retryable });
  });

  test('says how long to wait, even if the clocks of both sides differ', async () => {
    const tomorrow = Date.now() + 86_400_000;
    const dates = { date: new Date(tomorrow).toUTCString(), 'retry-after': new Date(tomorrow + 30_000).toUTCString() };
    service.use({
      'GET /seconds': () => failure(429, 'rate_limited', 'Too many.', { 'retry-after': '7' }),
      'GET /date': () => failure(503, 'overloaded', 'Busy.', dates),
    });
    expect(await failureOf(request('/seconds'))).toMatchObject({ retryAfter: 7, retryable: true });
    expect((await failureOf(request('/date'))).retryAfter).toBe(30);
  });

  test('says whether it was cancelled, timed out, or did not reach the service', async () => {
    service.use({
      'GET /never': () => new Promise(() => undefined),
      'GET /lost': () => {
        throw new TypeError('fetch failed');
      },
    });
    expect(await failureOf(request('/never', { timeoutMs: 5 }))).toMatchObject({ code: 'timeout', status: 0 });
    const controller = new AbortController();
    const cancelled = failureOf(request('/never', { signal: controller.signal }));
    controller.abort();
    expect(await cancelled).toMatchObject({ code: 'aborted', retryable: false });
    expect(await failureOf(request('/never', { signal: AbortSignal.abort() }))).toMatchObject({ code: 'aborted' });
    expect(await failureOf(request('/lost'))).toMatchObject({ code: 'network_error', retryable: true });
  });

  test('says what to do when the app was built without a project', async () => {
    delete state().config;
    expect(await failureOf(request('/x'))).toMatchObject({ code: 'config_missing', status: 0 });
    expect(() => getConfig()).toThrow(/SERVICE_PROJECT_ID/);
  });
});

describe('an expired session', () => {
  const expireOnce = (path: string): void => {
    let isFresh = false;
    service.use({
      'POST /auth/refresh': () => {
        isFresh = true;
        return SIGNED_IN;
      },
      [path]: () => (isFresh ? { data: [], count: 0 } : failure(401, 'session_expired')),
    });
  };

  test('is refreshed once for all requests of the tab, and each request is retried once', async () => {
    signIn();
    expireOnce('GET /data/todos');
    await Promise.all(Array.from({ length: 5 }, () => request('/data/todos')));
    expect(sent().filter((line) => line === 'POST /auth/refresh')).toHaveLength(1);
    expect(sent().filter((line) => line === 'GET /data/todos')).toHaveLength(10);
    expect(state().identity.user?.id).toBe('u1');
  });

  test('signs out when the service refuses to refresh it', async () => {
    signIn();
    const { epoch } = state();
    service.use({
      'POST /auth/refresh': () => failure(401, 'session_expired'),
      'GET /data/todos': () => failure(401, 'session_expired'),
    });
    expect(await failureOf(request('/data/todos'))).toMatchObject({ code: 'session_expired', status: 401 });
    expect(state()).toMatchObject({ epoch: epoch + 1, identity: { user: undefined, loading: false } });
    expect(document.cookie).toBe('');
  });

  test.each([
    ['the network', () => Promise.reject(new TypeError('fetch failed'))],
    ['a proxy', () => new Response('<h1>502</h1>', { status: 502 })],
    ['a busy service', () => failure(503, 'overloaded')],
  ])(
    'does not sign the user out when %s prevents the refresh, and is refreshed again after growing waits',
    async (_name, answer) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      signIn();
      service.use({ 'POST /auth/refresh': answer, 'GET /data/todos': () => failure(401, 'session_expired') });
      const tries = () => sent().filter((line) => line === 'POST /auth/refresh').length;
      for (const [index, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
        for (let round = 0; round < 3; round += 1) await failureOf(request('/data/todos'));
        expect(tries()).toBe(index + 1);
        await vi.advanceTimersByTimeAsync(seconds * 1000 - 500);
        await failureOf(request('/data/todos'));
        expect(tries()).toBe(index + 1);
        await vi.advanceTimersByTimeAsync(501);
      }
      expect(state().identity.user?.id).toBe('u1');
      expireOnce('GET /data/todos');
      await request('/data/todos');
      expect(state().coolDownS).toBeUndefined();
    },
  );

  test('is refreshed again when the service asked for, after a minute at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    signIn();
    const tries = () => sent().filter((line) => line === 'POST /auth/refresh').length;
    for (const [index, [asked, seconds]] of [
      [7, 7],
      [3600, 60],
    ].entries()) {
      const busy = () => failure(503, 'overloaded', 'Busy.', { 'retry-after': String(asked) });
      service.use({ 'POST /auth/refresh': busy, 'GET /data/todos': () => failure(401, 'session_expired') });
      await failureOf(request('/data/todos'));
      await vi.advanceTimersByTimeAsync((seconds ?? 0) * 1000 - 500);
      await failureOf(request('/data/todos'));
      expect(tries()).toBe(index + 1);
      await vi.advanceTimersByTimeAsync(501);
    }
  });

  test('is refreshed again at once when the connection is back', async () => {
    signIn();
    service.use({
      'POST /auth/refresh': () => Promise.reject(new TypeError('fetch failed')),
      'GET /data/todos': () => failure(401, 'session_expired'),
    });
    await failureOf(request('/data/todos'));
    goOnline(true);
    expireOnce('GET /data/todos');
    await request('/data/todos');
    expect(state().identity.user?.id).toBe('u1');
  });

  test('is not refreshed after another user has signed in, and no request is retried as that user', async () => {
    signIn();
    service.use({
      'POST /auth/refresh': () => SIGNED_IN,
      'DELETE /data/todos/1': () => {
        changeIdentity({ ...USER, id: 'u2' });
        return failure(401, 'session_expired');
      },
    });
    expect(await failureOf(request('/data/todos/1', { method: 'DELETE' }))).toMatchObject({ code: 'session_expired' });
    expect(sent()).toEqual(['DELETE /data/todos/1']);
    expect(state().identity.user?.id).toBe('u2');
  });

  test('that is refused even after a refresh does not sign the user out, and causes no loop', async () => {
    signIn();
    service.use({
      'POST /auth/refresh': () => SIGNED_IN,
      'GET /data/todos': () => failure(401, 'session_expired'),
    });
    const round = ['GET /data/todos', 'POST /auth/refresh'];
    expect(await failureOf(request('/data/todos'))).toMatchObject({ code: 'session_expired' });
    expect(sent()).toEqual([...round, ...round, 'GET /data/todos']);
    expect(state().identity.user?.id).toBe('u1');
  });

  test('is not refreshed twice for a request that was sent before a refresh and refused after it', async () => {
    signIn();
    const late = Promise.withResolvers<void>();
    let isFresh = false;
    let isLate = true;
    service.use({
      'POST /auth/refresh': () => {
        isFresh = true;
        return SIGNED_IN;
      },
      'GET /data/todos': () => (isFresh ? { data: [], count: 0 } : failure(401, 'session_expired')),
      'GET /data/notes': async () => {
        if (!isLate) return { data: [], count: 0 };
        isLate = false;
        await late.promise;
        return failure(401, 'session_expired');
      },
    });
    const notes = request('/data/notes');
    await request('/data/todos');
    late.resolve();
    await notes;
    expect(sent().filter((line) => line === 'POST /auth/refresh')).toHaveLength(1);
    expect(sent().filter((line) => line === 'GET /data/notes')).toHaveLength(2);
    expect(state().identity.user?.id).toBe('u1');
  });

  test('that another tab has renewed meanwhile is not refreshed in this tab', async () => {
    signIn();
    openChannel();
    const other = new BroadcastChannel('@service/client:test');
    let isFresh = false;
    service.use({
      'GET /data/todos': async () => {
        if (isFresh) return { data: [], count: 0 };
        isFresh = true;
        other.postMessage({ renewed: true });
        await vi.waitFor(() => expect(state().renewedAt).toBeDefined());
        return failure(401, 'session_expired');
      },
    });
    await request('/data/todos');
    other.close();
    expect(sent()).toEqual(['GET /data/todos', 'GET /data/todos']);
  });
});

describe('the signed-in user', () => {
  test('is not forgotten when a proxy answers with a page of its own', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    service.use({ 'GET /auth/me': () => new Response('<h1>Sign in to the hotel</h1>') });
    // biome-ignore lint/suspicious/noDocumentCookie: this plays the service.
    document.cookie = 'test_signed_in=1; Path=/';
    startIdentity();
    await vi.waitFor(() => expect(state().identity.error?.code).toBe('invalid_response'));
    expect(document.cookie).toBe('test_signed_in=1');
    service.use({ 'GET /auth/me': () => SIGNED_IN });
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(state().identity.user?.id).toBe('u1'));
  });

  const settled = () => vi.waitFor(() => expect(state().identity.loading).toBe(false));

  test('is not requested for visitors who never signed in', async () => {
    startIdentity();
    await settled();
    expect(sent()).toEqual([]);
  });

  test('is requested once if the hint cookie says that there may be a session', async () => {
    service.use({ 'GET /auth/me': () => SIGNED_IN });
    // biome-ignore lint/suspicious/noDocumentCookie: this plays the service.
    document.cookie = 'test_signed_in=1; Path=/';
    startIdentity();
    startIdentity();
    await settled();
    expect(sent()).toEqual(['GET /auth/me']);
    expect(state().identity.user?.id).toBe('u1');
  });

  test('is requested again after a network failure, and is absent only if the service says so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isUp = false;
    service.use({ 'GET /auth/me': () => (isUp ? SIGNED_IN : failure(503, 'unavailable')) });
    // biome-ignore lint/suspicious/noDocumentCookie: this plays the service.
    document.cookie = 'test_signed_in=1; Path=/';
    startIdentity();
    await vi.waitFor(() => expect(state().identity.error?.code).toBe('unavailable'));
    isUp = true;
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(state().identity.user?.id).toBe('u1'));
    expect(state().identity.error).toBeUndefined();
  });

  test('is shared by two copies of the package in one page', async () => {
    vi.resetModules();
    const copy = await import('../index.ts');
    expect(copy.request).not.toBe(request);
    signIn();
    expect(copy.getConfig()).toBe(getConfig());
    service.use({ 'GET /x': () => failure(404, 'not_found') });
    const error: unknown = await copy.request('/x').catch((caught: unknown) => caught);
    expect(isServiceError(error, 'not_found')).toBe(true);
  });

  test('does not change after a plain exchange, which renews no session', async () => {
    service.use({ 'GET /x': () => failure(401, 'session_expired') });
    await failureOf(exchange('/x'));
    expect(sent()).toEqual(['GET /x']);
  });
});
