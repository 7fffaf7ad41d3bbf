import { failure } from '@service/client/testing';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { focusTab } from '../../../test/dom.ts';
import {
  downloadExport,
  list,
  prefetch,
  useAggregate,
  useCount,
  useInfiniteQuery,
  useLazyQuery,
  useMutation,
  useQuery,
  useRow,
} from '../index.ts';

configure({ reactStrictMode: true });

let app: TestApp;
const RULES = { read: 'public', create: 'public', update: 'public', delete: 'public' };

beforeAll(async () => {
  app = await startApp();
  const columns = [
    { name: 'title', type: 'text', required: true, searchable: true },
    { name: 'done', type: 'boolean', default: false },
    { name: 'rank', type: 'integer' },
  ];
  await app.createTable({ name: 'todos', columns, rules: RULES });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.forget();
  await app.deleteRows('todos', 'all=true');
  await app.insertRows(
    'todos',
    ['a', 'b', 'c', 'd'].map((title, index) => ({ title, rank: index + 1, done: index > 1 })),
  );
});
afterEach(cleanup);

const firstId = async () => String((await list('todos', { order: 'rank', limit: 1 }))[0]?.['id']);
const titles = (rows: readonly object[] | undefined) => rows?.map((row) => Reflect.get(row, 'title'));

test('downloadExport saves every matching row as a file, and rejects when the service refuses', async () => {
  const saved: string[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:rows';
  });
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
  await downloadExport('todos', { format: 'csv', filter: { done: true }, order: 'title', select: ['title'] });
  await downloadExport('todos', { format: 'json', fileName: 'all.json' });
  vi.restoreAllMocks();
  expect(saved).toEqual(['todos.csv blob:rows', 'all.json blob:rows']);
  const [csv = '', json = ''] = await Promise.all(blobs.map((blob) => blob.text()));
  expect(csv.trim().split(/\r?\n/)).toEqual(['title', 'c', 'd']);
  expect(JSON.parse(json)).toMatchObject({ data: [{}, {}, {}, {}] });
  await expect(downloadExport('nothing')).rejects.toMatchObject({ code: 'table_not_found', status: 404 });
});

describe('useRow', () => {
  test('reads one row, shows its change at once and reads it again', async () => {
    const id = await firstId();
    const { result } = renderHook(() => ({
      row: { ...useRow('todos', id) },
      todos: useMutation('todos', { optimistic: true }),
    }));
    expect(result.current.row).toMatchObject({ data: undefined, loading: true });
    await waitFor(() => expect(result.current.row.data?.['title']).toBe('a'));
    const answer = Promise.withResolvers<void>();
    app.intercept = async (_path, { method }) => (method === 'PATCH' ? void (await answer.promise) : undefined);
    let changing: Promise<unknown> = Promise.resolve();
    act(() => {
      changing = result.current.todos.update(id, { title: 'changed' });
    });
    await waitFor(() => expect(result.current.row.data?.['title']).toBe('changed'));
    answer.resolve();
    await act(() => changing);
    expect(app.requests.filter((line) => line === `GET /data/todos/${id}`)).toHaveLength(2);
  });

  test('reads nothing without an id, and names a missing row', async () => {
    const { result, rerender } = renderHook(({ id }) => useRow('todos', id), {
      initialProps: { id: undefined as string | undefined },
    });
    expect(result.current).toMatchObject({ data: undefined, loading: false });
    expect(app.requests).toEqual([]);
    rerender({ id: '01975e2b-4ed1-7f25-9c3a-0d6c6f7f3a11' });
    await waitFor(() => expect(result.current.error?.code).toBe('row_not_found'));
  });
});

describe('useCount and useAggregate', () => {
  test('follow changes', async () => {
    const { result } = renderHook(() => ({
      open: { ...useCount('todos', { filter: { done: false } }) },
      groups: {
        ...useAggregate('todos', {
          aggregates: [{ op: 'sum', field: 'rank' }],
          group_by: ['done'],
          order: 'done',
        }),
      },
      todos: useMutation('todos'),
    }));
    await waitFor(() => expect(result.current.open.data).toBe(2));
    await waitFor(() =>
      expect(result.current.groups.data).toEqual([
        { done: false, sum_rank: 3 },
        { done: true, sum_rank: 7 },
      ]),
    );
    await act(() => result.current.todos.insert({ title: 'e', rank: 10 }));
    expect(result.current.open.data).toBe(3);
    expect(result.current.groups.data?.[0]).toEqual({ done: false, sum_rank: 13 });
  });

  test('count the rows that a search finds, and refuse a condition on undefined', async () => {
    const { result } = renderHook(() => useCount('todos', { search: 'b' }));
    await waitFor(() => expect(result.current.data).toBe(1));
    app.reload();
    const { result: refused } = renderHook(() => useCount('todos', { filter: { done: undefined } }));
    await waitFor(() => expect(refused.current.error?.code).toBe('validation_failed'));
    expect(app.requests).toEqual([]);
  });
});

describe('when rows are read', () => {
  test('prefetch reads before a component needs the rows, which it then shows at once', async () => {
    await prefetch('todos', { order: 'rank', limit: 2 });
    const { result } = renderHook(() => useQuery('todos', { order: 'rank', limit: 2 }));
    expect(titles(result.current.data)).toEqual(['a', 'b']);
    expect(app.requests).toEqual(['GET /data/todos?order=rank&limit=2']);
    app.intercept = async () => failure(403, 'forbidden', 'No.');
    await expect(prefetch('todos', { limit: 1 })).resolves.toBeUndefined();
  });

  test('staleTime sets how long an answer is reused', async () => {
    await prefetch('todos');
    const past = Date.now() + 60_000;
    const now = Date.now;
    try {
      Date.now = () => past;
      renderHook(() => useQuery('todos', { staleTime: 120_000 }));
      expect(app.requests).toHaveLength(1);
      renderHook(() => useQuery('todos'));
      await waitFor(() => expect(app.requests).toHaveLength(2));
    } finally {
      Date.now = now;
    }
  });

  test('refetchOnFocus: false reads on focus only data that has changed meanwhile', async () => {
    const { result } = renderHook(() => useQuery('todos', { refetchOnFocus: false }));
    await waitFor(() => expect(result.current.loading).toBe(false));
    focusTab();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(app.requests).toHaveLength(1);
  });
});

describe('pages by key', () => {
  test('can follow any row in every kind of list', async () => {
    const rows = await list('todos', { order: 'rank' });
    const place = [2, rows[1]?.['id']];
    expect(titles(await list('todos', { order: 'rank', after: place }))).toEqual(['c', 'd']);
    expect(titles(await list('todos', { order: 'rank', before: place }))).toEqual(['a']);
    const { result } = renderHook(() => ({
      after: { ...useQuery('todos', { order: 'rank', after: place, limit: 1 }) },
      before: { ...useQuery('todos', { order: 'rank', before: place }) },
      lazy: useLazyQuery('todos', { order: 'rank' }),
      todos: useMutation('todos', { optimistic: true }),
    }));
    await waitFor(() => expect(titles(result.current.after.data)).toEqual(['c']));
    await waitFor(() => expect(titles(result.current.before.data)).toEqual(['a']));
    expect(titles(await act(() => result.current.lazy[0]({ after: place })))).toEqual(['c', 'd']);
    // Only the service knows whether a new row belongs to a page by key.
    app.intercept = async (_path, { method }) => (method === 'POST' ? new Promise(() => undefined) : undefined);
    act(() => void result.current.todos.insert({ title: 'e', rank: 0 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(titles(result.current.before.data)).toEqual(['a']);
  });
});

test('a page that cannot be loaded is reported in error, and loadMore does not reject', async () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', note);
  const { result } = renderHook(() => ({ ...useInfiniteQuery('todos', { order: 'rank', pageSize: 2 }) }));
  await waitFor(() => expect(result.current.data).toHaveLength(2));
  app.intercept = async () => failure(403, 'forbidden', 'Not this one.');
  await act(async () => {
    void result.current.loadMore();
    await result.current.loadMore();
  });
  await waitFor(() => expect(result.current.error?.code).toBe('forbidden'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
  expect(result.current.data).toHaveLength(2);
});

test('a change resolves after the first read that follows it, even if that read fails', async () => {
  const { result } = renderHook(() => ({ rows: { ...useQuery('todos') }, todos: useMutation('todos') }));
  await waitFor(() => expect(result.current.rows.data).toHaveLength(4));
  app.intercept = async (_path, { method = 'GET' }) =>
    method === 'GET' ? failure(503, 'unavailable', 'Soon.', { 'retry-after': '7' }) : undefined;
  const begun = performance.now();
  await act(() => result.current.todos.insert({ title: 'e' }));
  expect(performance.now() - begun).toBeLessThan(3000);
  expect(app.requests.filter((line) => line === 'GET /data/todos')).toHaveLength(2);
});
