import { signIn, signOut, signUp } from '@service/auth';
import { isServiceError } from '@service/client';
import { failure } from '@service/client/testing';
import { act, cleanup, configure, render, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { focusTab } from '../../../test/dom.ts';
import { insert, list, useInfiniteQuery, useLazyQuery, useMutation, useQuery } from '../index.ts';

configure({ reactStrictMode: true });

let app: TestApp;
const OWNED = { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' };
const PUBLIC = { read: 'public', create: 'public', update: 'public', delete: 'public' };
const TITLE = { name: 'title', type: 'text', required: true };

beforeAll(async () => {
  app = await startApp();
  const columns = [TITLE, { name: 'done', type: 'boolean', default: false }, { name: 'rank', type: 'integer' }];
  await app.createTable({ name: 'todos', columns, rules: PUBLIC });
  await app.createTable({ name: 'notes', columns: [TITLE], rules: OWNED });
  // Names of properties that every object has.
  await app.createTable({
    name: 'constructor',
    columns: [
      { name: 'constructor', type: 'text' },
      { name: 'valueof', type: 'text' },
      { name: 'then', type: 'text' },
    ],
    rules: PUBLIC,
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.forget();
  await app.deleteRows('todos', 'all=true');
  await app.insertRows('todos', [
    { title: 'a', rank: 1 },
    { title: 'b', rank: 2 },
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const titles = (rows: readonly object[] | undefined) => rows?.map((row) => Reflect.get(row, 'title'));
function Titles() {
  return <p>{titles(useQuery('todos', { order: 'rank' }).data)?.join()}</p>;
}

const gets = () => app.requests.filter((line) => line.startsWith('GET /data/'));
const held = () => Promise.withResolvers<void>();

describe('useQuery', () => {
  test('sends one request for fifty components in StrictMode, which then all show the rows', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `titles-${index}`);
    const { container } = render(keys.map((key) => <Titles key={key} />));
    await waitFor(() => expect(container.textContent).toBe('a,b'.repeat(50)));
    expect(app.requests).toEqual(['GET /data/todos?order=rank']);
  });

  test('goes from loading to rows and their count, and shows when it reads again', async () => {
    const { result } = renderHook(() => useQuery('todos', { limit: 1 }));
    expect(result.current).toMatchObject({ data: undefined, loading: true, fetching: true, error: undefined });
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(titles(result.current.data)).toEqual(['a']);
    expect(result.current).toMatchObject({ count: 2, fetching: false });
    let rows: unknown[] = [];
    await act(async () => {
      rows = await result.current.refetch();
    });
    expect(rows).toHaveLength(1);
  });

  test('keeps its rows when a later read fails, and refetch rejects with the reason', async () => {
    const { result } = renderHook(() => ({ ...useQuery('todos') }));
    await waitFor(() => expect(result.current.data).toHaveLength(2));
    app.intercept = async () => failure(403, 'forbidden', 'Not any more.');
    await act(async () => {
      const error: unknown = await result.current.refetch().catch((caught: unknown) => caught);
      expect(isServiceError(error, 'forbidden')).toBe(true);
    });
    await waitFor(() => expect(result.current.error?.code).toBe('forbidden'));
    expect(result.current.data).toHaveLength(2);
  });

  test('reads nothing while it is not enabled', async () => {
    const { result } = renderHook(() => useQuery('todos', { enabled: false }));
    expect(result.current).toMatchObject({ data: undefined, loading: false, fetching: false });
    expect(app.requests).toEqual([]);
  });

  test('retries only what may succeed later, after the time that the service asked for', async () => {
    let answers = 0;
    app.intercept = async () => {
      answers += 1;
      if (answers === 1) return failure(429, 'rate_limited', 'Wait.', { 'retry-after': '0.05' });
      return undefined;
    };
    const { result } = renderHook(() => useQuery('todos'));
    await waitFor(() => expect(result.current.data).toHaveLength(2));
    app.reload();
    const { result: missing } = renderHook(() => useQuery('nothing'));
    await waitFor(() => expect(missing.current.error?.code).toBe('table_not_found'));
    expect(app.requests).toEqual(['GET /data/nothing']);
  });

  test('shows the answer to the last request, whichever arrives first', async () => {
    const slow = held();
    app.intercept = async (path) => {
      if (path.includes('limit=1')) await slow.promise;
      return undefined;
    };
    const { result, rerender } = renderHook(({ limit }) => useQuery('todos', { limit }), {
      initialProps: { limit: 1 },
    });
    rerender({ limit: 2 });
    await waitFor(() => expect(result.current.data).toHaveLength(2));
    slow.resolve();
    await list('todos');
    expect(result.current.data).toHaveLength(2);
  });

  test('keeps the previous rows until the next page arrives, if it is configured to', async () => {
    const { result, rerender } = renderHook(
      ({ offset }) => useQuery('todos', { order: 'rank', limit: 1, offset, keepPrevious: true }),
      { initialProps: { offset: 0 } },
    );
    await waitFor(() => expect(titles(result.current.data)).toEqual(['a']));
    rerender({ offset: 1 });
    expect(titles(result.current.data)).toEqual(['a']);
    expect(result.current.loading).toBe(false);
    await waitFor(() => expect(titles(result.current.data)).toEqual(['b']));
  });

  test('shows initial rows at once and reads the current ones', async () => {
    const initialData = [{ id: '1', created_at: '', updated_at: '', owner_id: null, title: 'early' }];
    const { result } = renderHook(() => useQuery('todos', { initialData }));
    expect(result.current).toMatchObject({ loading: false, data: initialData });
    await waitFor(() => expect(result.current.data).toHaveLength(2));
  });

  test('reads again when the visitor returns to the tab', async () => {
    const { result } = renderHook(() => useQuery('todos'));
    await waitFor(() => expect(result.current.data).toHaveLength(2));
    await app.insertRows('todos', { title: 'c' });
    act(focusTab);
    await waitFor(() => expect(result.current.data).toHaveLength(3));
  });

  test('reports a filter that compares with undefined at once, and sends no request', async () => {
    const { result } = renderHook(() => useQuery('todos', { filter: { title: undefined } }));
    await waitFor(() => expect(result.current.error?.code).toBe('validation_failed'));
    expect(app.requests).toEqual([]);
  });

  test('may unmount during a request without an error', async () => {
    const answer = held();
    app.intercept = async () => {
      await answer.promise;
      return undefined;
    };
    const { unmount } = renderHook(() => useQuery('todos'));
    unmount();
    answer.resolve();
    expect(await list('todos')).toHaveLength(2);
  });

  test('works for tables and columns named like properties of every object', async () => {
    const { result } = renderHook(() => ({
      rows: useQuery('constructor', { filter: Object.fromEntries([['constructor', 'x']]), order: 'constructor' }),
      writes: useMutation('constructor', { optimistic: true }),
    }));
    await waitFor(() => expect(result.current.rows.data).toEqual([]));
    // biome-ignore lint/suspicious/noThenProperty: a column may be called so.
    const row = { constructor: 'x', valueof: 'y', then: 'z' };
    await act(async () => void (await result.current.writes.insert(row)));
    await waitFor(() => expect(result.current.rows.data).toMatchObject([row]));
  });
});

describe('useLazyQuery', () => {
  test('reads when it is called, returns the rows, and stays unchanged until the next call', async () => {
    const { result } = renderHook(() => useLazyQuery('todos', { order: 'rank' }));
    expect(result.current[1]).toMatchObject({ called: false, loading: false, data: undefined });
    expect(app.requests).toEqual([]);
    let rows: unknown[] = [];
    await act(async () => {
      rows = await result.current[0]({ limit: 1 });
    });
    expect(rows).toHaveLength(1);
    await waitFor(() => expect(result.current[1]).toMatchObject({ called: true, count: 2 }));
    expect(gets()).toEqual(['GET /data/todos?order=rank&limit=1']);
    act(() => result.current[1].reset());
    expect(result.current[1]).toMatchObject({ called: false, data: undefined });
  });
});

describe('useInfiniteQuery', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ title: `t${from + index}`, rank: from + index }));
  const fill = (from: number, to: number) => app.insertRows('todos', rows(from, to));

  test('continues after the last row, so that rows added meanwhile are neither repeated nor lost', async () => {
    await app.deleteRows('todos', 'all=true');
    await fill(0, 5);
    const { result } = renderHook(() => ({ ...useInfiniteQuery('todos', { order: 'rank:desc', pageSize: 2 }) }));
    await waitFor(() => expect(titles(result.current.data)).toEqual(['t4', 't3']));
    expect(result.current).toMatchObject({ hasMore: true, count: 5, loadingMore: false });
    await fill(5, 7);
    await app.deleteRows('todos', 'filter=rank:eq:3');
    await act(() => result.current.loadMore());
    expect(titles(result.current.data)).toEqual(['t4', 't3', 't2', 't1']);
    await act(() => Promise.all([result.current.loadMore(), result.current.loadMore()]).then(() => undefined));
    expect(titles(result.current.data)).toEqual(['t4', 't3', 't2', 't1', 't0']);
    expect(result.current.hasMore).toBe(false);
    const before = app.requests.length;
    await act(() => result.current.loadMore());
    expect(app.requests).toHaveLength(before);
  });

  test('reads all its pages again in one request, and keeps the last row visible', async () => {
    await app.deleteRows('todos', 'all=true');
    await fill(0, 4);
    const { result } = renderHook(() => ({ ...useInfiniteQuery('todos', { order: 'rank:desc', pageSize: 2 }) }));
    await waitFor(() => expect(result.current.data).toHaveLength(2));
    await act(() => result.current.loadMore());
    expect(titles(result.current.data)).toEqual(['t3', 't2', 't1', 't0']);
    await fill(4, 5);
    app.requests.length = 0;
    await act(async () => void (await result.current.refetch()));
    expect(titles(result.current.data)).toEqual(['t4', 't3', 't2', 't1', 't0']);
    expect(app.requests).toHaveLength(2);
  });
});

describe('users', () => {
  const PASSWORD = 'a calm and long password';
  const email = () => `user-${Math.random().toString(36).slice(2)}@example.com`;

  test('never see the rows of an earlier user, not even for one render', async () => {
    const ann = { email: email(), password: PASSWORD };
    await signUp(ann);
    await insert('notes', { title: 'of ann' });
    const seen: (string[] | undefined)[] = [];
    const { result } = renderHook(() => {
      const query = useQuery('notes', { keepPrevious: true });
      seen.push(titles(query.data));
      return query;
    });
    await waitFor(() => expect(result.current.data).toHaveLength(1));
    const late = held();
    app.intercept = async (path) => {
      if (!path.includes('/data/notes')) return undefined;
      app.intercept = undefined;
      const answer = Response.json({ data: [{ id: '1', title: 'of ann, late' }], count: 1 });
      await late.promise;
      return answer;
    };
    const refetching = result.current.refetch().catch(() => undefined);
    await act(async () => void (await signUp({ email: email(), password: PASSWORD })));
    const changedAt = seen.length;
    await waitFor(() => expect(result.current.data).toEqual([]));
    late.resolve();
    await act(async () => void (await refetching));
    expect(result.current.data).toEqual([]);
    expect(seen.slice(changedAt).flat().filter(Boolean)).toEqual([]);
    await act(() => signOut());
    await waitFor(() => expect(result.current.error?.code).toBe('not_authenticated'));
    await act(async () => void (await signIn(ann)));
    await waitFor(() => expect(titles(result.current.data)).toEqual(['of ann']));
  });
});
