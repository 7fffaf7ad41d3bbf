import { signIn, signUp, useAuth } from '@service/auth';
import { failure } from '@service/client/testing';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { goOnline } from '../../../test/dom.ts';
import { insert, list, useInfiniteQuery, useLazyQuery, useMutation, useQuery } from '../index.ts';

configure({ reactStrictMode: true });

let app: TestApp;
const PUBLIC = { read: 'public', create: 'public', update: 'public', delete: 'public' };
const OWNED = { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' };
const columns = [{ name: 'title', type: 'text', required: true }];
const DAY_MS = 86_400_000;

beforeAll(async () => {
  app = await startApp();
  await app.createTable({ name: 'todos', columns, rules: PUBLIC });
  await app.createTable({ name: 'notes', columns, rules: OWNED });
  const names = ['tostring', 'hasownproperty', 'prototype'].map((name) => ({ name, type: 'text' }));
  await app.createTable({ name: 'valueof', columns: names, rules: PUBLIC });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.forget();
  await app.deleteRows('todos', 'all=true');
  await app.insertRows('todos', [{ title: 'a' }, { title: 'b' }]);
});
afterEach(() => {
  cleanup();
  goOnline(true);
  vi.useRealTimers();
});

const titles = (rows: readonly object[] | undefined) => rows?.map((row) => Reflect.get(row, 'title'));
const both = (options: Parameters<typeof useMutation>[1], order = 'created_at') =>
  renderHook(() => ({ query: { ...useQuery('todos', { order }) }, change: useMutation('todos', options) })).result;

/** Delays requests of this method until the returned function is called. */
function hold(method: string): () => void {
  const answer = Promise.withResolvers<void>();
  app.intercept = async (_path, init) => {
    if ((init.method ?? 'GET') === method) await answer.promise;
    return undefined;
  };
  return answer.resolve;
}

describe('a user who signs in while a change is running', () => {
  const PASSWORD = 'a calm and long password';
  const newUser = () => ({ email: `${crypto.randomUUID()}@example.com`, password: PASSWORD });

  test.each(['await', 'background', false] as const)(
    'never sees a row of the earlier user (refresh: %s)',
    async (refresh) => {
      await signUp(newUser());
      const seen: unknown[] = [];
      const { result } = renderHook(() => {
        const query = useQuery('notes');
        seen.push(...(titles(query.data) ?? []));
        return { query, change: useMutation('notes', { optimistic: true, refresh }) };
      });
      await waitFor(() => expect(result.current.query.data).toEqual([]));
      const go = Promise.withResolvers<void>();
      app.intercept = async (path, { method }) => {
        if (method !== 'POST' || !path.includes('/notes')) return undefined;
        await go.promise;
        return Response.json({ data: { id: '1', title: 'of ann' }, count: 1 }, { status: 201 });
      };
      let work: Promise<unknown> = Promise.resolve();
      await act(async () => {
        work = result.current.change.insert({ title: 'of ann' });
      });
      await waitFor(() => expect(titles(result.current.query.data)).toEqual(['of ann']));
      await act(async () => void (await signUp(newUser())));
      await waitFor(() => expect(result.current.query.data).toEqual([]));
      seen.length = 0;
      go.resolve();
      await act(async () => void (await work));
      expect(result.current.query.data).toEqual([]);
      expect(seen).toEqual([]);
    },
  );

  test('owns the row that is being created, so the user’s own lists show it at once', async () => {
    const user = newUser();
    await signUp(user);
    await signIn(user);
    const { result } = renderHook(() => {
      const { user } = useAuth();
      return {
        user,
        mine: useQuery('notes', { filter: { owner_id: user?.id ?? '' }, enabled: user !== undefined }),
        change: useMutation('notes', { optimistic: true }),
      };
    });
    await waitFor(() => expect(result.current.mine.data).toEqual([]));
    const go = hold('POST');
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      work = result.current.change.insert({ title: 'mine' });
    });
    expect(titles(result.current.mine.data)).toEqual(['mine']);
    go();
    await act(async () => void (await work));
  });
});

describe('an unreachable service', () => {
  test('leaves the rows on the screen, which are read again with the same session after a restart', async () => {
    await signUp({ email: 'stays@example.com', password: 'a calm and long password' });
    await insert('notes', { title: 'kept' });
    const { result } = renderHook(() => ({ query: useQuery('notes'), auth: useAuth() }));
    await waitFor(() => expect(titles(result.current.query.data)).toEqual(['kept']));
    const startAgain = await app.stopService();
    // The query's own retries wait for seconds; this request is sent at once.
    await expect(list('notes')).rejects.toMatchObject({ code: 'network_error', status: 0, retryable: true });
    expect(titles(result.current.query.data)).toEqual(['kept']);
    await startAgain();
    await act(async () => void (await insert('notes', { title: 'after' })));
    // The first read may use a connection to the dead process, and is then retried after a second.
    const isShown = () => expect(titles(result.current.query.data)).toEqual(['kept', 'after']);
    await waitFor(isShown, { timeout: 20_000 });
    expect(result.current.auth.signedIn).toBe(true);
  });

  test('is recognised behind a proxy’s page, which never replaces the rows', async () => {
    const result = both({});
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    app.intercept = async () => new Response('<!doctype html><h1>Sign in to the hotel</h1>', { status: 200 });
    await act(async () => {
      await expect(result.current.query.refetch()).rejects.toMatchObject({ code: 'invalid_response', status: 0 });
    });
    await waitFor(() => expect(result.current.query.error?.code).toBe('invalid_response'));
    expect(result.current.query.data).toHaveLength(2);
  });

  test('does not delay a stored change: lists are read again when the connection is back', async () => {
    const result = both({ optimistic: true });
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    app.intercept = async (_path, { method }) => {
      if (method === 'POST') goOnline(false);
      return undefined;
    };
    await act(async () => void (await result.current.change.insert({ title: 'c' })));
    expect(result.current.change.isPending).toBe(false);
    await act(async () => goOnline(true));
    await waitFor(() => expect(titles(result.current.query.data)).toEqual(['a', 'b', 'c']));
  });

  test('gets no requests while the device is offline, and one as soon as it is back', async () => {
    const known = renderHook(() => useQuery('todos'));
    await waitFor(() => expect(known.result.current.data).toHaveLength(2));
    await act(async () => goOnline(false));
    app.requests.length = 0;
    const { result } = renderHook(() => useQuery('todos', { order: 'title' }));
    expect(result.current).toMatchObject({ data: undefined, loading: true, fetching: false });
    expect(known.result.current.data).toHaveLength(2);
    expect(app.requests).toEqual([]);
    await act(async () => goOnline(true));
    await waitFor(() => expect(result.current.data).toHaveLength(2));
  });
});

describe('a clock that is wrong by a day', () => {
  test.each([
    ['behind', -DAY_MS],
    ['ahead', DAY_MS],
  ])('%s leaves a row that is being created in its final place', async (_name, wrongMs) => {
    const result = both({ optimistic: true }, 'created_at:desc');
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongMs });
    const go = hold('POST');
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      work = result.current.change.insert({ title: 'newest' });
    });
    expect(titles(result.current.query.data)?.[0]).toBe('newest');
    go();
    await act(async () => void (await work));
    expect(titles(result.current.query.data)?.[0]).toBe('newest');
    expect(result.current.query.data).toHaveLength(3);
  });

  test('does not prevent signing in, and ends no session', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
    const { result } = renderHook(() => useAuth());
    const email = `${crypto.randomUUID()}@example.com`;
    await act(async () => void (await signUp({ email, password: 'a calm and long password' })));
    await act(async () => void (await insert('notes', { title: 'tomorrow' })));
    expect(result.current.user?.email).toBe(email);
  });
});

describe('two copies of the packages in one page', () => {
  test('share one cache: they send one request, and each shows the other’s changes at once', async () => {
    vi.resetModules();
    const copy = await import('../index.ts');
    expect(copy.useQuery).not.toBe(useQuery);
    const { result } = renderHook(() => ({
      here: useQuery('todos'),
      there: copy.useQuery('todos'),
      change: copy.useMutation('todos', { optimistic: true }),
    }));
    await waitFor(() => expect(result.current.there.data).toHaveLength(2));
    expect(result.current.here.data).toHaveLength(2);
    expect(app.requests).toEqual(['GET /data/todos']);
    const go = hold('POST');
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      work = result.current.change.insert({ title: 'c' });
    });
    expect(titles(result.current.there.data)).toEqual(['a', 'b', 'c']);
    go();
    await act(async () => void (await work));
    expect(titles(result.current.here.data)).toEqual(['a', 'b', 'c']);
  });
});

describe('names of properties that every object has', () => {
  test('are ordinary columns', async () => {
    const { result } = renderHook(() => ({
      rows: useQuery('valueof', { filter: { tostring: 'x' }, order: ['hasownproperty', 'prototype'] }),
      change: useMutation('valueof', { optimistic: true }),
    }));
    await waitFor(() => expect(result.current.rows.data).toEqual([]));
    const row = { tostring: 'x', hasownproperty: 'y', prototype: 'z' };
    await act(async () => void (await result.current.change.insert(row)));
    await waitFor(() => expect(result.current.rows.data).toMatchObject([row]));
  });

  test('that no table or column may have are refused by the service and change nothing in the browser', async () => {
    await expect(list('__proto__')).rejects.toMatchObject({ code: 'table_not_found' });
    const odd = JSON.parse('{"__proto__": "x"}') as Record<string, string>;
    await expect(list('todos', { filter: odd })).rejects.toMatchObject({ code: 'unknown_column' });
    const result = both({ optimistic: true });
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    await act(async () => {
      await expect(result.current.change.insert({ ...odd, title: 'c' })).rejects.toMatchObject({
        code: 'unknown_column',
      });
    });
    expect(titles(result.current.query.data)).toEqual(['a', 'b']);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

describe('functions that hooks return', () => {
  test('stay the same in every render, so that effects may depend on them', async () => {
    const { result, rerender } = renderHook(() => {
      const [run, lazy] = useLazyQuery('todos');
      const { insert: add, update, remove, upsert, reset } = useMutation('todos');
      const pages = useInfiniteQuery('todos');
      const { refetch } = useQuery('todos');
      return [run, lazy.reset, add, update, remove, upsert, reset, pages.loadMore, pages.refetch, refetch];
    });
    await waitFor(() => expect(app.requests).toHaveLength(2));
    const before = result.current;
    rerender();
    expect(result.current.map((each, index) => each === before[index])).toEqual(before.map(() => true));
  });
});

describe('a refused change', () => {
  test('is undone for updated and removed rows, each separately', async () => {
    const result = both({ optimistic: true });
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    const [first, second] = result.current.query.data ?? [];
    const go = Promise.withResolvers<void>();
    app.intercept = async (_path, { method = 'GET' }) => {
      if (method === 'GET') return undefined;
      await go.promise;
      return failure(403, 'forbidden', 'No.');
    };
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      const { update, remove } = result.current.change;
      work = Promise.allSettled([update(first?.['id'], { title: 'A' }), remove(second?.['id'])]);
    });
    expect(titles(result.current.query.data)).toEqual(['A']);
    expect(result.current.query.count).toBe(1);
    go.resolve();
    await act(async () => void (await work));
    expect(titles(result.current.query.data)).toEqual(['a', 'b']);
    expect(result.current.query.count).toBe(2);
    expect(result.current.change.error?.code).toBe('forbidden');
  });
});
