import { mockService, resetService, type TestRequest } from '@service/client/testing';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import '../../../test/dom.ts';
import { useCount, useMutation, useQuery } from '../index.ts';

configure({ reactStrictMode: true });

type Row = Readonly<Record<string, unknown>>;

let stored: readonly Row[];
let mayRead: PromiseWithResolvers<void>;
let mayConfirm: PromiseWithResolvers<void>;
let isInserting: PromiseWithResolvers<void>;

beforeEach(() => {
  stored = [rowOf({ id: 'id-a', title: 'a' })];
  [mayRead, mayConfirm, isInserting] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers()];
  mockService({
    'GET /data/todos': async () => {
      await mayRead.promise;
      return { data: stored, count: stored.length };
    },
    // The answer comes later than the row.
    'POST /data/todos': async ({ body }: TestRequest) => {
      isInserting.resolve();
      await mayConfirm.promise;
      return { data: stored.find(({ title }) => title === (body as Row)['title']), count: 1 };
    },
  });
});
afterEach(() => {
  cleanup();
  resetService();
});

function rowOf(row: Row): Row {
  const created_at = '2026-01-01T00:00:00.000Z';
  return { created_at, updated_at: created_at, ...row };
}

function open(options: { readonly select?: string[] } = {}) {
  const shown: string[] = [];
  const { result } = renderHook(() => {
    const list = useQuery('todos', options);
    const titles = list.data?.map((row) => String(Reflect.get(row, 'title'))) ?? [];
    if (shown.at(-1) !== titles.join()) shown.push(titles.join());
    const change = useMutation('todos', { optimistic: true, refresh: false });
    return { list, titles, change, count: useCount('todos').data };
  });
  return { result, shown };
}

type OpenList = ReturnType<typeof open>['result'];

/** Resolves when the service has the insert, with the call that waits for its answer. */
async function insert(result: OpenList, row: Row): Promise<{ readonly call: Promise<unknown> }> {
  let call: Promise<unknown> = Promise.resolve();
  await act(async () => {
    call = result.current.change.insert(row);
    await isInserting.promise;
  });
  return { call };
}

/** The list stays empty until the insert is confirmed, and then shows its row once. */
async function expectToWait({ result, shown }: ReturnType<typeof open>, call: Promise<unknown>): Promise<void> {
  mayRead.resolve();
  await waitFor(() => expect(result.current.count).toBe(2));
  expect(result.current.titles).toEqual([]);
  mayConfirm.resolve();
  await act(async () => void (await call));
  await waitFor(() => expect(result.current.titles).toEqual(['a', 'new']));
  expect(shown).toEqual(['', 'a,new']);
}

describe('an answer that arrives while an insert runs', () => {
  test('is shown with the row that is being inserted, even if it is the first answer', async () => {
    const { result } = open();
    const { call } = await insert(result, { title: 'new' });
    stored = [...stored, rowOf({ id: 'id-b', title: 'b' })];
    mayRead.resolve();
    await waitFor(() => expect(result.current.titles).toEqual(['a', 'b', 'new']));
    stored = [...stored, rowOf({ id: 'id-new', title: 'new', created_at: new Date().toISOString() })];
    mayConfirm.resolve();
    await act(async () => void (await call));
    expect(result.current.titles).toEqual(['a', 'b', 'new']);
  });

  test('counts rows at once', async () => {
    const { result } = open();
    const { call } = await insert(result, { title: 'new' });
    stored = [...stored, rowOf({ id: 'id-new', title: 'new' })];
    mayRead.resolve();
    await waitFor(() => expect(result.current.count).toBe(2));
    mayConfirm.resolve();
    await act(async () => void (await call));
  });

  test.each([
    ['the same values', { title: 'new', done: true, size: 2 }, {}],
    [
      'a time that the service writes differently',
      { title: 'new', due: '2026-02-01T10:00:00+01:00' },
      { due: '2026-02-01T09:00:00.000Z' },
    ],
    ['an id that the service writes in lower case', { title: 'new', list: 'AB-1' }, { list: 'ab-1' }],
    ['a default in place of null', { title: 'new', done: null }, { done: false }],
    ['JSON', { title: 'new', tags: { is: 'null' } }, {}],
  ])('waits for the insert if it has a row with %s', async (_name, sent, kept) => {
    const opened = open();
    const { call } = await insert(opened.result, sent);
    stored = [...stored, rowOf({ ...sent, ...kept, id: 'id-new' })];
    await expectToWait(opened, call);
  });

  test('waits for the insert if it has a new row that has been changed since, which may be the inserted one', async () => {
    const opened = open();
    const { call } = await insert(opened.result, { title: 'new', status: 'open' });
    const [created_at, updated_at] = [new Date(Date.now() - 60_000), new Date()].map((date) => date.toISOString());
    stored = [...stored, { id: 'id-new', title: 'new', status: 'accepted', created_at, updated_at }];
    await expectToWait(opened, call);
  });

  test('is shown at once if `select` leaves out `updated_at` and its new rows have other values', async () => {
    const { result } = open({ select: ['id', 'title', 'created_at'] });
    const { call } = await insert(result, { title: 'new' });
    stored = [{ id: 'id-a', title: 'a', created_at: new Date(Date.now() - 60_000).toISOString() }];
    mayRead.resolve();
    await waitFor(() => expect(result.current.titles).toEqual(['a', 'new']));
    mayConfirm.resolve();
    await act(async () => void (await call));
  });

  test('is shown at once if its changed rows are older', async () => {
    const { result } = open();
    const { call } = await insert(result, { title: 'new' });
    stored = [rowOf({ id: 'id-a', title: 'changed', updated_at: new Date().toISOString() })];
    mayRead.resolve();
    await waitFor(() => expect(result.current.titles).toEqual(['changed', 'new']));
    mayConfirm.resolve();
    await act(async () => void (await call));
  });
});
