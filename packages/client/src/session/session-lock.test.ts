import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authUser } from '../../../test/auth-user.ts';
import '../../../test/dom.ts';
import { state } from '../core/shared-state.ts';
import { request } from '../index.ts';
import { failure, type MockedService, mockService, resetService } from '../testing.ts';
import { changeIdentity } from './identity.ts';

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

const sent = (): string[] => service.requests.map(({ method, path }) => `${method} ${path}`);
const signIn = (): void => changeIdentity(USER);

describe('an expired session of which several tabs learn at once', () => {
  /** The lock of the browser, which another tab has until `release`. */
  function lockOfOtherTab(): () => void {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isHeld = true;
    const request = async (_name: string, { ifAvailable }: LockOptions, work: (lock: object | null) => unknown) => {
      if (isHeld && ifAvailable) return await work(null);
      await released;
      isHeld = false;
      return await work({});
    };
    Object.defineProperty(globalThis.navigator, 'locks', { value: { request }, configurable: true });
    return release;
  }
  afterEach(() => Reflect.deleteProperty(globalThis.navigator, 'locks'));

  test('is not renewed by a tab that waited for the renewal of another, even if it hears of that late', async () => {
    signIn();
    const release = lockOfOtherTab();
    let isFresh = false;
    service.use({
      'GET /auth/me': () => SIGNED_IN,
      'GET /data/todos': () => (isFresh ? { data: [], count: 0 } : failure(401, 'session_expired')),
    });
    const reading = Promise.all([request('/data/todos'), request('/data/todos')]);
    await vi.waitFor(() => expect(state().refreshing).toBeDefined());
    isFresh = true;
    release();
    await reading;
    const read = ['GET /data/todos', 'GET /data/todos'];
    expect(sent()).toEqual([...read, 'GET /auth/me', ...read]);
  });

  test('is not used for a waiting request if another tab signs in as another user, and this one hears of that late', async () => {
    signIn();
    const release = lockOfOtherTab();
    service.use({
      'GET /auth/me': () => ({ ...SIGNED_IN, data: { user: authUser('u2') } }),
      'POST /data/todos': () => failure(401, 'session_expired'),
    });
    const writing = expect(request('/data/todos', { method: 'POST' })).rejects.toMatchObject({
      code: 'session_expired',
    });
    await vi.waitFor(() => expect(state().refreshing).toBeDefined());
    release();
    await writing;
    expect(sent()).toEqual(['POST /data/todos', 'GET /auth/me']);
    expect(state().identity.user?.id).toBe('u2');
  });

  test('is renewed by the next tab if the renewal for which it waited failed', async () => {
    signIn();
    const release = lockOfOtherTab();
    let isFresh = false;
    service.use({
      'GET /auth/me': () => failure(401, 'session_expired'),
      'POST /auth/refresh': () => {
        isFresh = true;
        return SIGNED_IN;
      },
      'GET /data/todos': () => (isFresh ? { data: [], count: 0 } : failure(401, 'session_expired')),
    });
    const reading = request('/data/todos');
    await vi.waitFor(() => expect(state().refreshing).toBeDefined());
    release();
    await reading;
    expect(sent()).toEqual(['GET /data/todos', 'GET /auth/me', 'POST /auth/refresh', 'GET /data/todos']);
  });

  test('keeps a tab that waited busy for less than others wait, even if the network loses every answer', async () => {
    signIn();
    const release = lockOfOtherTab();
    const forever = () => new Promise(() => undefined);
    service.use({
      'GET /auth/me': forever,
      'POST /auth/refresh': forever,
      'GET /data/todos': () => failure(401, 'session_expired'),
    });
    const failed = vi.fn();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    using _timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
    const reading = request('/data/todos').catch(failed);
    await vi.waitFor(() => expect(state().refreshing).toBeDefined());
    release();
    await vi.waitFor(() => expect(sent()).toContain('GET /auth/me'));
    await vi.advanceTimersByTimeAsync(44_000);
    expect(sent()).toEqual(['GET /data/todos', 'GET /auth/me', 'POST /auth/refresh']);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }));
    await reading;
  });
});
