import { isServiceError } from '@service/client';
import { failure } from '@service/client/testing';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import '../../../test/dom.ts';
import { insert, refresh, useMutation, useQuery } from '../index.ts';

configure({ reactStrictMode: true });

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const columns = [
    { name: 'title', type: 'text', required: true },
    { name: 'done', type: 'boolean', default: false },
    { name: 'rank', type: 'integer' },
  ];
  const rules = { read: 'public', create: 'public', update: 'public', delete: 'public' };
  await app.createTable({ name: 'todos', columns, rules });
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
afterEach(cleanup);

const titles = (rows: readonly object[] | undefined) => rows?.map((row) => Reflect.get(row, 'title'));
const gets = () => app.requests.filter((line) => line.startsWith('GET /data/'));
const held = () => Promise.withResolvers<void>();

describe('useMutation', () => {
  const both = (options: Parameters<typeof useMutation>[1] = {}) =>
    renderHook(() => ({ query: useQuery('todos', { order: 'rank' }), change: useMutation('todos', options) }));

  test('reads the queries on the table again before its calls resolve', async () => {
    const { result } = both();
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    await act(async () => {
      const row = await result.current.change.insert({ title: 'c', rank: 3 });
      expect(row).toMatchObject({ title: 'c', done: false });
    });
    expect(titles(result.current.query.data)).toEqual(['a', 'b', 'c']);
    expect(gets()).toHaveLength(2);
    const [first] = result.current.query.data ?? [];
    await act(async () => {
      expect(await result.current.change.update(first?.['id'], { title: 'A' })).toMatchObject({ title: 'A' });
      expect(await result.current.change.update({ filter: { rank: { gte: 2 } } }, { done: true })).toBe(2);
      expect(await result.current.change.remove(first?.['id'])).toBeUndefined();
      expect(await result.current.change.remove({ filter: 'rank:eq:3' })).toBe(1);
      expect(
        await result.current.change.insert([
          { title: 'x', rank: 8 },
          { title: 'y', rank: 9 },
        ]),
      ).toHaveLength(2);
    });
    expect(titles(result.current.query.data)).toEqual(['b', 'x', 'y']);
  });

  test('rejects on failure, is pending until the last call has ended, and clears the error with the next call', async () => {
    const onError = vi.fn();
    const { result } = both({ onError });
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    await act(async () => {
      const error: unknown = await result.current.change.insert({ title: 7 }).catch((caught: unknown) => caught);
      expect(isServiceError(error, 'validation_failed')).toBe(true);
    });
    expect(result.current.change.error?.code).toBe('validation_failed');
    expect(onError).toHaveBeenCalledOnce();
    const answer = held();
    app.intercept = async (_path, { method }) => {
      if (method === 'POST') await answer.promise;
      return undefined;
    };
    let work: Promise<unknown> = Promise.resolve();
    act(() => {
      work = Promise.all([result.current.change.insert({ title: 'c' }), result.current.change.insert({ title: 'd' })]);
    });
    expect(result.current.change).toMatchObject({ isPending: true, error: undefined });
    answer.resolve();
    await act(async () => void (await work));
    expect(result.current.change.isPending).toBe(false);
  });

  test('does not fail if only the read after the change fails', async () => {
    const { result } = both();
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    app.intercept = async (_path, { method = 'GET' }) =>
      method === 'GET' ? failure(403, 'forbidden', 'No.') : undefined;
    await act(async () => {
      expect(await result.current.change.insert({ title: 'c' })).toMatchObject({ title: 'c' });
    });
    expect(result.current.change.error).toBeUndefined();
  });

  test('is never sent twice, whatever the failure', async () => {
    const { result } = both();
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    app.requests.length = 0;
    app.intercept = async () => new Response('<h1>502</h1>', { status: 502 });
    await act(async () => void (await result.current.change.insert({ title: 'c' }).catch(() => undefined)));
    expect(app.requests.filter((line) => line.startsWith('POST'))).toEqual(['POST /data/todos']);
  });

  test('shows a row in its place at once and undoes exactly the failed changes', async () => {
    const { result } = both({ optimistic: true });
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    const answers = [held(), held()];
    let posts = 0;
    app.intercept = async (_path, { method }) => {
      if (method !== 'POST') return undefined;
      posts += 1;
      if (posts === 1) {
        await answers[0]?.promise;
        return failure(403, 'forbidden', 'No.');
      }
      await answers[1]?.promise;
      return undefined;
    };
    let first: Promise<unknown> = Promise.resolve();
    let second: Promise<unknown> = Promise.resolve();
    await act(async () => {
      first = result.current.change.insert({ title: 'between', rank: 1.5 }).catch((caught: unknown) => caught);
      second = result.current.change.insert({ title: 'front', rank: 0 });
    });
    expect(titles(result.current.query.data)).toEqual(['front', 'a', 'between', 'b']);
    expect(result.current.query.count).toBe(4);
    answers[0]?.resolve();
    await act(async () => void (await first));
    expect(titles(result.current.query.data)).toEqual(['front', 'a', 'b']);
    answers[1]?.resolve();
    await act(async () => void (await second));
    expect(titles(result.current.query.data)).toEqual(['front', 'a', 'b']);
    expect(result.current.query.data?.every(({ id }) => !String(id).startsWith('pending'))).toBe(true);
  });

  test('shows updates and removals at once, also in lists that the rows leave', async () => {
    const { result } = renderHook(() => ({
      open: useQuery('todos', { filter: { done: false }, order: 'rank' }),
      change: useMutation('todos', { optimistic: true }),
    }));
    await waitFor(() => expect(result.current.open.data).toHaveLength(2));
    const [first, second] = result.current.open.data ?? [];
    const answer = held();
    app.intercept = async (_path, { method = 'GET' }) => {
      if (method !== 'GET') await answer.promise;
      return undefined;
    };
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      work = Promise.all([
        result.current.change.update(first?.['id'], { done: true }),
        result.current.change.remove(second?.['id']),
      ]);
    });
    expect(result.current.open.data).toEqual([]);
    expect(result.current.open.count).toBe(0);
    answer.resolve();
    await act(async () => void (await work));
    expect(result.current.open.data).toEqual([]);
  });

  test('with refetch off, leaves the lists unchanged or writes the change into them', async () => {
    const { result } = both({ refresh: false, optimistic: true });
    await waitFor(() => expect(result.current.query.data).toHaveLength(2));
    await act(async () => void (await result.current.change.insert({ title: 'c', rank: 3 })));
    expect(titles(result.current.query.data)).toEqual(['a', 'b', 'c']);
    expect(gets()).toHaveLength(1);
  });

  test('reads the queries again also after refresh and the plain functions', async () => {
    const { result } = renderHook(() => useQuery('todos'));
    await waitFor(() => expect(result.current.data).toHaveLength(2));
    await act(async () => void (await insert('todos', { title: 'c' })));
    await waitFor(() => expect(result.current.data).toHaveLength(3));
    await app.insertRows('todos', { title: 'd' });
    await act(() => refresh('todos'));
    expect(result.current.data).toHaveLength(4);
  });
});
