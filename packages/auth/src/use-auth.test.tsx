import '../../test/dom.ts';
import { isServiceError } from '@service/client';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { type AuthUser, signIn, signOut, signUp, updateUser, useAuth, useAuthConfig } from './index.ts';

configure({ reactStrictMode: true });

const PASSWORD = 'a calm and long password';
let app: TestApp;
let made = 0;
const newEmail = (): string => {
  made += 1;
  return `user-${made}@example.com`;
};

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.forget());
afterEach(cleanup);

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return isServiceError(error) ? error.code : undefined;
}

async function openAuth() {
  const { result } = renderHook(() => useAuth());
  await waitFor(() => expect(result.current.loading).toBe(false));
  return result;
}

function NobodyYet() {
  const { user, loading } = useAuth({ initialUser: null });
  return createElement('p', {}, String(user), String(loading));
}

describe('useAuth', () => {
  test('shows the user that the server knows from the first render, until the browser has its own answer', async () => {
    const email = newEmail();
    await signUp({ email, password: PASSWORD });
    app.reload();
    const shown: unknown[] = [];
    const known = { id: 'u1', email: 'known@example.com' } as AuthUser;
    renderHook(() => {
      const { user, loading, signedIn } = useAuth({ initialUser: known });
      shown.push(`${user?.email} ${loading} ${signedIn}`);
    });
    await waitFor(() => expect(shown).toContain(`${email} false true`));
    expect([...new Set(shown)]).toEqual(['known@example.com false true', `${email} false true`]);
  });

  test('with null as the initial user shows no user at once, also on a server', () => {
    expect(renderToString(createElement(NobodyYet)).replaceAll('<!-- -->', '')).toBe('<p>undefinedfalse</p>');
  });

  test('sends no request for a visitor who never signed in', async () => {
    const auth = await openAuth();
    expect(auth.current).toMatchObject({ user: undefined, signedIn: false, error: undefined });
    expect(app.requests).toEqual([]);
  });

  test('signs up, stays signed in after a reload, signs out and in again', async () => {
    const email = newEmail();
    const auth = await openAuth();
    await act(async () => {
      const result = await auth.current.signUp({ email, password: PASSWORD, name: 'Ann', metadata: { plan: 'x' } });
      expect(result).toMatchObject({
        user: { email, name: 'Ann', metadata: { plan: 'x' } },
        verificationRequired: false,
      });
    });
    expect(auth.current).toMatchObject({ signedIn: true, user: { email } });
    cleanup();
    app.reload();
    const again = await openAuth();
    expect(again.current.user?.email).toBe(email);
    expect(app.requests).toEqual(['GET /auth/me']);
    await act(() => again.current.signOut());
    expect(again.current).toMatchObject({ user: undefined, signedIn: false });
    expect(document.cookie).toBe('');
    await act(async () =>
      expect(await codeOf(again.current.signIn({ email, password: 'wrong one' }))).toBe('invalid_credentials'),
    );
    await act(async () => void (await again.current.signIn({ email, password: PASSWORD })));
    expect(again.current.user?.email).toBe(email);
  });

  test('changes the profile and the password', async () => {
    const email = newEmail();
    const auth = await openAuth();
    await act(async () => void (await auth.current.signUp({ email, password: PASSWORD })));
    await act(async () => expect(await auth.current.updateUser({ name: 'Eve' })).toMatchObject({ name: 'Eve' }));
    expect(auth.current.user?.name).toBe('Eve');
    const next = 'another calm and long password';
    expect(await codeOf(auth.current.changePassword({ current: 'wrong one', next }))).toBe('invalid_credentials');
    await auth.current.changePassword({ current: PASSWORD, next });
    await act(() => auth.current.signOut({ everywhere: true }));
    await act(async () => void (await auth.current.signIn({ email, password: next })));
    await act(async () => expect((await auth.current.refresh())?.name).toBe('Eve'));
    await auth.current.requestPasswordReset({ email });
    await auth.current.resendVerification();
    expect(await codeOf(auth.current.resetPassword({ token: 'nonsense', password: next }))).toBe('invalid_token');
    expect(await codeOf(auth.current.verifyEmail({ token: 'nonsense' }))).toBe('invalid_token');
  });

  test('renews an expired session without interrupting the user', async () => {
    const auth = await openAuth();
    await act(async () => void (await auth.current.signUp({ email: newEmail(), password: PASSWORD })));
    app.cookies.delete('shop_session');
    app.requests.length = 0;
    await act(async () => void (await updateUser({ name: 'Still here' })));
    expect(app.requests).toEqual(['PATCH /auth/me', 'POST /auth/refresh', 'PATCH /auth/me']);
    expect(auth.current.signedIn).toBe(true);
  });

  test('notices that the service has signed the user out, and sends no more requests', async () => {
    const auth = await openAuth();
    await act(async () => void (await auth.current.signUp({ email: newEmail(), password: PASSWORD })));
    app.cookies.delete('shop_session');
    app.cookies.set('shop_refresh', 'made-up');
    await act(async () => expect(await codeOf(updateUser({ name: 'x' }))).toBe('session_expired'));
    expect(auth.current.signedIn).toBe(false);
  });

  test('names the wrong setting when the browser refuses the cookies', async () => {
    const auth = await openAuth();
    const work = auth.current.signUp({ email: newEmail(), password: PASSWORD });
    app.cookies.set = () => app.cookies;
    await act(async () => expect(await codeOf(work)).toBe('cookie_blocked'));
    Reflect.deleteProperty(app.cookies, 'set');
    expect(auth.current.signedIn).toBe(false);
  });

  test('resolves without a user if the address must be confirmed first', async () => {
    const settings = { auth: { verification_required: true } };
    await app.scene.cloud.patch('/projects/shop/settings', settings);
    const auth = await openAuth();
    await act(async () => {
      const result = await auth.current.signUp({ email: newEmail(), password: PASSWORD });
      expect(result).toEqual({ user: undefined, verificationRequired: true });
    });
    expect(auth.current.signedIn).toBe(false);
    await app.scene.cloud.patch('/projects/shop/settings', { auth: { verification_required: false } });
  });

  test('offers every action also as a plain function', () => {
    const { result } = renderHook(() => useAuth());
    expect(result.current).toMatchObject({ signIn, signOut, updateUser });
  });
});

describe('useAuthConfig', () => {
  test('sends one request for all components', async () => {
    const { result } = renderHook(() => [useAuthConfig(), useAuthConfig()] as const);
    expect(result.current[0]).toMatchObject({ data: undefined, loading: true });
    await waitFor(() => expect(result.current[1].data).toMatchObject({ signup_enabled: true, providers: [] }));
    expect(app.requests).toEqual(['GET /auth/config']);
  });
});
