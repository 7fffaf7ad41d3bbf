import { failure } from '@service/client/testing';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import '../../../test/dom.ts';
import { rowKey, useInfiniteQuery, useLazyQuery, useMutation, useQuery } from '../index.ts';

configure({ reactStrictMode: true });

let app: TestApp;
const PUBLIC = { read: 'public', create: 'public', update: 'public', delete: 'public' };

beforeAll(async () => {
  app = await startApp();
  const columns = [
    { name: 'title', type: 'text', required: true },
    { name: 'done', type: 'boolean', default: false },
  ];
  await app.createTable({ name: 'todos', columns, rules: PUBLIC });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.forget();
  await app.deleteRows('todos', 'all=true');
  await app.insertRows('todos', [{ title: 'a' }, { title: 'b' }]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Options = Parameters<typeof useMutation>[1];
const titles = (rows: readonly object[] | undefined) => rows?.map((row) => Reflect.get(row, 'title'));
/** The React key of a row that the list must contain. */
const keyOf = (row: { readonly id?: string } | undefined): string => {
  if (row === undefined) throw new Error('The list has no such row.');
  return rowKey(row);
};
const sent = (method: string) => app.requests.filter((line) => line.startsWith(`${method} /data`));

async function openBoth(options: Options = { optimistic: true }, query: Parameters<typeof useQuery>[1] = {}) {
  const shown: unknown[][] = [];
  const { result } = renderHook(() => {
    const list = useQuery('todos', query);
    const rows = titles(list.data) ?? [];
    if (shown.at(-1)?.join() !== rows.join()) shown.push(rows);
    return { list, data: list.data, change: useMutation('todos', options) };
  });
  await waitFor(() => expect(result.current.data).toHaveLength(2));
  const [first, second] = result.current.data ?? [];
  return { result, shown, ids: [String(first?.['id']), String(second?.['id'])] as const };
}

/** Delays requests of a method; the returned functions release them in order of arrival. */
function holdEach(method: string): (() => void)[] {
  const go: (() => void)[] = [];
  app.intercept = async (_path, init) => {
    if ((init.method ?? 'GET') === method) await new Promise<void>((resolve) => go.push(resolve));
    return undefined;
  };
  return go;
}

describe('a filter that compares with undefined', () => {
  const filter = { title: undefined };

  test('is refused and shows nothing, even if the list without a filter is cached', async () => {
    const { result } = renderHook(() => [useQuery('todos'), useQuery('todos', { filter })] as const);
    await waitFor(() => expect(result.current[0].data).toHaveLength(2));
    expect(result.current[1].data).toBeUndefined();
    expect(result.current[1].error?.code).toBe('validation_failed');
    await expect(result.current[1].refetch()).rejects.toMatchObject({ code: 'validation_failed' });
    expect(sent('GET')).toHaveLength(1);
  });

  test('is refused in pages and lazy queries, and does not keep the rows of the earlier filter', async () => {
    const { result, rerender } = renderHook(
      ({ title }) => ({
        list: useQuery('todos', { filter: { title }, keepPrevious: true }),
        pages: useInfiniteQuery('todos', { filter: { title } }),
        lazy: useLazyQuery('todos'),
      }),
      { initialProps: { title: 'a' as string | undefined } },
    );
    await waitFor(() => expect(result.current.list.data).toHaveLength(1));
    rerender({ title: undefined });
    await waitFor(() => expect(result.current.pages.error?.code).toBe('validation_failed'));
    expect([result.current.list.data, result.current.pages.data]).toEqual([undefined, undefined]);
    await act(async () => {
      await expect(result.current.lazy[0]({ filter })).rejects.toMatchObject({ code: 'validation_failed' });
    });
    expect(result.current.lazy[1].data).toBeUndefined();
  });
});

describe('a confirmed change', () => {
  test('stays on the screen when a later read fails', async () => {
    const { result, ids } = await openBoth();
    app.intercept = async (_path, { method = 'GET' }) =>
      method === 'GET' ? failure(403, 'forbidden', 'No.') : undefined;
    await act(async () => void (await result.current.change.insert({ title: 'c' })));
    await act(async () => void (await result.current.change.update(ids[0], { title: 'A' })));
    await act(async () => void (await result.current.change.remove(ids[1])));
    expect(titles(result.current.data)).toEqual(['A', 'c']);
    app.intercept = undefined;
    await act(async () => void (await result.current.list.refetch()));
    expect(titles(result.current.data)).toEqual(['A', 'c']);
  });

  test('is not undone by the answer to an earlier request', async () => {
    const { result } = await openBoth({ optimistic: true, refresh: false });
    const go = holdEach('NONE');
    const early = Promise.withResolvers<void>();
    app.intercept = async (_path, { method = 'GET' }) => {
      if (method !== 'GET') return undefined;
      const answer = Response.json({ data: [], count: 0 });
      await early.promise;
      return answer;
    };
    const reading = result.current.list.refetch();
    await act(async () => void (await result.current.change.insert({ title: 'c' })));
    early.resolve();
    await act(async () => void (await reading));
    expect(titles(result.current.data)).toEqual(['c']);
    app.intercept = undefined;
    await act(async () => void (await result.current.list.refetch()));
    expect(titles(result.current.data)).toEqual(['a', 'b', 'c']);
    expect(go).toEqual([]);
  });

  test('does not wait for the retries of a failed read', async () => {
    const { result } = await openBoth({});
    app.intercept = async (_path, { method = 'GET' }) =>
      method === 'GET' ? failure(503, 'overloaded', 'Busy.') : undefined;
    const startedAt = performance.now();
    await act(async () => void (await result.current.change.insert({ title: 'c' })));
    expect(performance.now() - startedAt).toBeLessThan(1900);
    expect(result.current.change.isPending).toBe(false);
  });
});

test('a change whose answer is lost fails, and the lists read what it stored', async () => {
  const { result } = await openBoth();
  app.intercept = async (_path, { method }) => {
    if (method !== 'POST') return undefined;
    await app.insertRows('todos', { title: 'c' });
    throw new TypeError('fetch failed');
  };
  await act(async () => {
    await expect(result.current.change.insert({ title: 'c' })).rejects.toMatchObject({ code: 'network_error' });
  });
  await waitFor(() => expect(titles(result.current.data)).toEqual(['a', 'b', 'c']));
});

test('a change by filter is sent after earlier changes and before later ones', async () => {
  const { result, ids } = await openBoth();
  const go = holdEach('PATCH');
  let work: Promise<unknown> = Promise.resolve();
  await act(async () => {
    const { insert, update } = result.current.change;
    work = Promise.all([
      update(ids[0], { done: true }),
      update({ filter: { done: false } }, { done: true }),
      update(ids[0], { done: false }),
      insert({ title: 'c', done: false }),
    ]);
  });
  expect(result.current.data?.map((row) => row['done'])).toEqual([false, true, false]);
  for (let index = 0; index < 3; index += 1) {
    await waitFor(() => expect(go).toHaveLength(index + 1));
    await act(async () => go[index]?.());
  }
  await act(async () => void (await work));
  await act(async () => void (await result.current.list.refetch()));
  expect(result.current.data?.map((row) => row['done'])).toEqual([false, true, false]);
});

describe('changes of one row', () => {
  test('appear in call order, however long the service takes for each', async () => {
    const { result, shown, ids } = await openBoth();
    const go = holdEach('PATCH');
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      const { update } = result.current.change;
      work = Promise.all(['x', 'xy', 'xyz'].map((title) => update(ids[0], { title })));
    });
    expect(titles(result.current.data)).toEqual(['xyz', 'b']);
    for (let index = 0; index < 3; index += 1) {
      await waitFor(() => expect(go).toHaveLength(index + 1));
      await act(async () => go[index]?.());
    }
    await act(async () => void (await work));
    expect(shown.map(([first]) => first)).toEqual([undefined, 'a', 'xyz']);
    expect(sent('PATCH')).toHaveLength(3);
    await act(async () => void (await result.current.list.refetch()));
    expect(titles(result.current.data)).toEqual(['xyz', 'b']);
  });

  test('continue after a failed one, and only that one is undone', async () => {
    const { result, ids } = await openBoth();
    let patches = 0;
    app.intercept = async (_path, { method }) => {
      if (method !== 'PATCH') return undefined;
      patches += 1;
      return patches === 1 ? failure(403, 'forbidden', 'No.') : undefined;
    };
    await act(async () => {
      const { update } = result.current.change;
      await Promise.allSettled([update(ids[0], { title: 'x', done: true }), update(ids[0], { title: 'y' })]);
    });
    expect(result.current.data?.[0]).toMatchObject({ title: 'y', done: false });
  });

  test('can move a row out of a list and back into it', async () => {
    const { result, ids } = await openBoth({ optimistic: true }, { filter: { done: false } });
    const go = holdEach('PATCH');
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      const { update } = result.current.change;
      work = Promise.all([true, false].map((done) => update(ids[0], { done })));
    });
    expect(titles(result.current.data)).toEqual(['a', 'b']);
    go[0]?.();
    await waitFor(() => expect(go).toHaveLength(2));
    go[1]?.();
    await act(async () => void (await work));
    expect(titles(result.current.data)).toEqual(['a', 'b']);
  });
});

describe('a row that is being inserted', () => {
  test('can be changed and removed before it is stored, and keeps its key', async () => {
    const { result } = await openBoth();
    const go = holdEach('POST');
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      work = result.current.change.insert([{ title: 'c' }, { title: 'd' }]);
    });
    const [, , third, fourth] = result.current.data ?? [];
    const keys = result.current.data?.map((row) => rowKey(row));
    await act(async () => {
      const { update, remove } = result.current.change;
      work = Promise.all([work, update(third?.['id'], { title: 'C' }), remove(fourth?.['id'])]);
    });
    expect(titles(result.current.data)).toEqual(['a', 'b', 'C']);
    expect(sent('PATCH')).toEqual([]);
    go[0]?.();
    await act(async () => void (await work));
    expect(titles(result.current.data)).toEqual(['a', 'b', 'C']);
    expect(result.current.data?.map((row) => rowKey(row))).toEqual(keys?.slice(0, 3));
    expect(result.current.data?.[2]?.['id']).not.toBe(third?.['id']);
    // The provisional id still identifies the row.
    await act(async () => void (await result.current.change.update(third?.['id'], { title: 'CC' })));
    expect(titles(result.current.data)).toEqual(['a', 'b', 'CC']);
  });

  test('appears only once if a list is read after the row was stored and before its answer arrives', async () => {
    const { result, shown } = await openBoth({ optimistic: true, refresh: false });
    const { url } = app.scene.service;
    const stored = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    app.intercept = async (path, { method, ...init }) => {
      if (method !== 'POST') return undefined;
      const answer = await fetch(`${url}/api/baas/shop${path}`, { method, ...init });
      stored.resolve();
      await late.promise;
      return answer;
    };
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      work = result.current.change.insert({ title: 'c' });
      await stored.promise;
    });
    const key = keyOf(result.current.data?.[2]);
    const reading = result.current.list.refetch();
    await waitFor(() => expect(sent('GET')).toHaveLength(2));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    late.resolve();
    await act(async () => void (await Promise.all([work, reading])));
    expect(titles(result.current.data)).toEqual(['a', 'b', 'c']);
    expect(keyOf(result.current.data?.[2])).toBe(key);
    for (const rows of shown) expect(new Set(rows).size).toBe(rows.length);
  });

  test('is removed with its later changes when the insert is refused', async () => {
    const { result } = await openBoth();
    const go = Promise.withResolvers<void>();
    app.intercept = async (_path, { method }) => {
      if (method !== 'POST') return undefined;
      await go.promise;
      return failure(403, 'forbidden', 'No.');
    };
    let work: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    await act(async () => {
      work = Promise.allSettled([result.current.change.insert({ title: 'c' })]);
    });
    const id = result.current.data?.[2]?.['id'];
    await act(async () => {
      work = Promise.allSettled([work, result.current.change.update(id, { title: 'C' })]);
    });
    go.resolve();
    await act(async () => {
      expect((await work)[1]).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
    });
    expect(titles(result.current.data)).toEqual(['a', 'b']);
    expect(sent('PATCH')).toEqual([]);
  });
});

describe('many changes at once', () => {
  test('read each list again once or twice, and show no row twice meanwhile', async () => {
    const { result, shown } = await openBoth();
    app.requests.length = 0;
    await act(async () => {
      await Promise.all(Array.from({ length: 30 }, (_, index) => result.current.change.insert({ title: `t${index}` })));
    });
    expect(result.current.data).toHaveLength(32);
    expect(sent('GET').length).toBeLessThanOrEqual(2);
    for (const rows of shown) expect(new Set(rows).size).toBe(rows.length);
  });

  test('of another tab cause one read, and only when this tab is visible', async () => {
    const { result } = await openBoth();
    const other = new BroadcastChannel('@service/client:shop');
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    const tell = async () => {
      for (let index = 0; index < 30; index += 1) other.postMessage({ tables: ['todos'] });
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await app.insertRows('todos', { title: 'c' });
    app.requests.length = 0;
    visibility.mockReturnValue('hidden');
    await act(tell);
    expect(sent('GET')).toEqual([]);
    visibility.mockReturnValue('visible');
    await act(async () => void window.dispatchEvent(new window.Event('visibilitychange')));
    await waitFor(() => expect(result.current.data).toHaveLength(3));
    app.requests.length = 0;
    await act(tell);
    other.close();
    expect(sent('GET').length).toBeLessThanOrEqual(2);
  });
});

describe('a list whose options change', () => {
  test('aborts the request that no component needs any more', async () => {
    const aborted: string[] = [];
    app.intercept = (path, { signal }) =>
      new Promise((resolve, reject) => {
        if (!path.includes('limit=1')) resolve(undefined);
        signal?.addEventListener('abort', () => {
          aborted.push(path);
          reject(new DOMException('', 'AbortError'));
        });
      });
    const { result, rerender } = renderHook(({ limit }) => useQuery('todos', { limit }), {
      initialProps: { limit: 1 },
    });
    await waitFor(() => expect(app.requests).toHaveLength(1));
    rerender({ limit: 2 });
    await waitFor(() => expect(result.current.data).toHaveLength(2));
    expect(aborted).toEqual(['/data/todos?limit=1']);
  });

  test('on every render causes a warning for the developer that names the hook', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { rerender } = renderHook(({ limit }) => useQuery('todos', { limit }), { initialProps: { limit: 1 } });
    for (let limit = 2; limit < 20; limit += 1) rerender({ limit });
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[0]).toContain("useQuery('todos')");
  });
});

test('loadMore never rejects: its failure is in `error`', async () => {
  const { result } = renderHook(() => ({ ...useInfiniteQuery('todos', { order: 'title', pageSize: 1 }) }));
  await waitFor(() => expect(result.current.hasMore).toBe(true));
  app.intercept = async () => failure(403, 'forbidden', 'No.');
  await act(async () => expect(await result.current.loadMore()).toBeUndefined());
  await waitFor(() => expect(result.current.error?.code).toBe('forbidden'));
  expect(titles(result.current.data)).toEqual(['a']);
});
