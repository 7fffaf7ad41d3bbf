import '../../test/dom.ts';
import { setSignInPrompt } from '@service/client';
import { changeIdentity, state } from '@service/client/internal';
import { failure, type MockedService, mockService, resetService } from '@service/client/testing';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authUser } from '../../test/auth-user.ts';
import { invoke, useFunction, useFunctions } from './index.ts';

configure({ reactStrictMode: true });

let service: MockedService;
beforeEach(() => {
  service = mockService({
    'POST /functions/greet/invoke': ({ body }) => ({ success: true, data: body, duration_ms: 1 }),
  });
});
afterEach(() => {
  cleanup();
  resetService();
});

const getUser = () => state().identity.user;
const sent = (): string[] => service.requests.map(({ method, path }) => `${method} ${path}`);

describe('invoke', () => {
  test('returns the function’s result', async () => {
    expect(await invoke('greet', { name: 'Ada' })).toEqual({ success: true, data: { name: 'Ada' }, duration_ms: 1 });
    expect(await invoke('greet')).toMatchObject({ success: true });
    expect(service.requests[1]?.body).toBeUndefined();
  });

  test.each([
    [
      'a refusal',
      () => failure(403, 'forbidden', 'Not you.'),
      { code: 'forbidden', error: 'Not you.', request_id: 'test' },
    ],
    ['a proxy’s page', () => new Response('<h1>502</h1>', { status: 502 }), { code: 'invalid_response' }],
    ['a lost connection', () => Promise.reject(new TypeError('fetch failed')), { code: 'network_error' }],
    [
      'an error with data from the function',
      () =>
        Response.json(
          { success: false, error: 'Sold out.', code: 'sold_out', data: { left: 0 }, duration_ms: 3, request_id: 'r' },
          { status: 409 },
        ),
      { code: 'sold_out', data: { left: 0 }, duration_ms: 3, request_id: 'r' },
    ],
  ])('never rejects: %s is a result', async (_name, answer, expected) => {
    service.use({ 'POST /functions/greet/invoke': answer });
    const result = await invoke('greet', {});
    expect(result).toMatchObject({ success: false, ...expected });
    expect(result.error).toMatch(/\.$/);
    expect(sent()).toHaveLength(1);
  });

  test('never rejects, even for calls that are cancelled or cannot be sent', async () => {
    expect(await invoke('greet', {}, { signal: AbortSignal.abort() })).toMatchObject({
      success: false,
      code: 'aborted',
    });
    const round: { self?: unknown } = {};
    round.self = round;
    expect(await invoke('greet', round)).toMatchObject({ success: false, code: 'validation_failed' });
    delete state().config;
    expect(await invoke('greet')).toMatchObject({ success: false, code: 'config_missing' });
  });

  test('retries a lost connection only with an idempotency key, which stays the same', async () => {
    let tries = 0;
    service.use({
      'POST /functions/greet/invoke': () => {
        tries += 1;
        if (tries < 2) throw new TypeError('fetch failed');
        return { success: true, duration_ms: 1 };
      },
    });
    expect(await invoke('greet', {}, { idempotencyKey: 'k' })).toMatchObject({ success: true });
    expect(service.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k', 'k']);
  });
});

describe('a payment', () => {
  const user = authUser('u1');
  beforeEach(() => {
    let isSignedIn = false;
    service.use({
      'POST /functions/process_payment/invoke': () =>
        isSignedIn
          ? { success: true, data: { url: 'https://pay.example' }, duration_ms: 1 }
          : failure(401, 'not_authenticated'),
      'POST /functions/greet/invoke': () => failure(401, 'not_authenticated'),
    });
    setSignInPrompt(async () => {
      isSignedIn = true;
      return user;
    });
  });

  test('asks a visitor to sign in, and then continues by itself', async () => {
    expect(await invoke('process_payment', { mode: 'payment' })).toMatchObject({
      success: true,
      data: { url: 'https://pay.example' },
    });
    expect(sent()).toHaveLength(2);
  });

  test('that the visitor cancels says so', async () => {
    setSignInPrompt(async () => undefined);
    const result = await invoke('process_payment', {});
    expect(result).toMatchObject({ success: false, code: 'not_authenticated' });
    expect(result.error).toMatch(/cancelled/);
  });

  test('is the only function that asks for sign-in', async () => {
    expect(await invoke('greet', {})).toMatchObject({ success: false, code: 'not_authenticated' });
  });
});

describe('useFunction', () => {
  test('shows the state of its calls, and reads the tables again that a call changes', async () => {
    const { result } = renderHook(() => useFunction('greet', { refreshes: ['todos'] }));
    expect(result.current).toMatchObject({ loading: false, error: undefined, lastResult: undefined });
    let work: Promise<unknown> = Promise.resolve();
    act(() => {
      work = Promise.all([result.current.invoke({ a: 1 }), result.current.invoke({ a: 2 })]);
    });
    expect(result.current.loading).toBe(true);
    await act(async () => void (await work));
    expect(result.current).toMatchObject({ loading: false, lastResult: { success: true } });
    service.use({ 'POST /functions/greet/invoke': () => failure(500, 'function_error', 'It broke.') });
    await act(async () => void (await result.current.invoke()));
    expect(result.current.error).toBe('It broke.');
    act(() => result.current.reset());
    expect(result.current).toMatchObject({ error: undefined, lastResult: undefined });
  });
});

describe('the result of a function', () => {
  test('is only for its caller: it disappears when another user signs in, also if it arrives late', async () => {
    changeIdentity(authUser('ann'));
    const { result } = renderHook(() => useFunction('greet'));
    await act(async () => void (await result.current.invoke({ of: 'ann' })));
    expect(result.current.lastResult?.data).toEqual({ of: 'ann' });
    const late = Promise.withResolvers<object>();
    service.use({ 'POST /functions/greet/invoke': () => late.promise });
    let work: Promise<unknown> = Promise.resolve();
    act(() => {
      work = result.current.invoke();
    });
    act(() => changeIdentity(authUser('eve')));
    expect(result.current).toMatchObject({ lastResult: undefined, loading: true });
    late.resolve({ success: true, data: { of: 'ann, late' } });
    await act(async () => void (await work));
    expect(result.current).toMatchObject({ lastResult: undefined, loading: false });
  });

  test('belongs to the visitor who signed in during the call', async () => {
    service.use({
      'POST /functions/process_payment/invoke': () =>
        getUser() === undefined ? failure(401, 'not_authenticated') : { success: true, data: { url: 'https://pay' } },
    });
    setSignInPrompt(async () => {
      changeIdentity(authUser('ann'));
      return authUser('ann');
    });
    const { result } = renderHook(() => useFunction('process_payment'));
    await act(async () => void (await result.current.invoke({})));
    expect(result.current.lastResult).toMatchObject({ success: true, data: { url: 'https://pay' } });
  });
});

describe('useFunctions', () => {
  test('sends one request for all components, and keeps its data when a later read fails', async () => {
    const data = [{ name: 'greet', trigger: 'http', description: null, access: 'public' }];
    service.use({ 'GET /functions': () => ({ data, count: 1 }) });
    const { result } = renderHook(() => [useFunctions(), useFunctions({ trigger: 'webhook' })] as const);
    expect(result.current[0]).toMatchObject({ data: undefined, loading: true });
    await waitFor(() => expect(result.current[0].data).toEqual(data));
    expect(result.current[1].data).toEqual([]);
    expect(sent()).toEqual(['GET /functions']);
    service.use({ 'GET /functions': () => failure(403, 'forbidden', 'No.') });
    await act(async () => {
      await expect(result.current[0].refetch()).rejects.toMatchObject({ code: 'forbidden' });
    });
    expect(result.current[0]).toMatchObject({ data, error: { code: 'forbidden' } });
  });
});
