import { failure, mockService, resetService, type TestRequest } from '@service/client/testing';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { focusTab } from '../../../test/dom.ts';
import { matchesFilter } from '../cache/matches-filter.ts';
import { compareRows } from '../cache/row-order.ts';
import { type MutationResult, rowKey, useInfiniteQuery, useMutation, useQuery } from '../index.ts';

/**
 * Random changes over a random network, against a model of the service. Every render is checked: no row twice, stable
 * keys, no value that reverts, no row that disappears or returns. At the end the screen shows what is stored, and the
 * last change of each row has won.
 */

interface Todo {
  readonly id: string;
  readonly title: string;
  readonly created_at: string;
  /** Increases with every change of the row. */
  readonly version: number;
  readonly done: boolean;
}

interface Network {
  readonly name: string;
  readonly delayMs: number;
  /** Fractions of all requests, 0 to 1. */
  readonly failedReads: number;
  readonly refusedWrites: number;
  readonly lostAnswers: number;
}

const CALM = { name: 'calm', delayMs: 0, failedReads: 0, refusedWrites: 0, lostAnswers: 0 };
const NETWORKS: readonly Network[] = [
  { ...CALM, name: 'a fast network', delayMs: 2 },
  { ...CALM, name: 'a slow network', delayMs: 40 },
  { ...CALM, name: 'reads that fail', delayMs: 15, failedReads: 0.5 },
  { ...CALM, name: 'writes that are refused', delayMs: 15, refusedWrites: 0.3 },
  { ...CALM, name: 'answers that are lost', delayMs: 15, lostAnswers: 0.3 },
  { name: 'all of it', delayMs: 25, failedReads: 0.3, refusedWrites: 0.2, lostAnswers: 0.2 },
];
const SEEDS = Number(process.env['SEEDS'] ?? 3);
const STEPS = 40;

afterEach(() => resetService());

test.each(NETWORKS.flatMap((network) => Array.from({ length: SEEDS }, (_, seed) => ({ network, seed }))))(
  '$network.name, seed $seed: every render is consistent, and in the end the screen equals the table',
  async ({ network, seed }) => {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
    const random = randomOf(seed * 7919 + network.name.length);
    const stored = new Map<string, Todo>();
    const observer = createObserver();
    const model = { stored, random, doubt: observer.doubt };
    const service = mockService(handlersOf(model, CALM));
    const host = document.createElement('div');
    const root = createRoot(host);
    root.render(createElement(StrictMode, {}, createElement(Screen, { observer })));
    try {
      await until(() => isSettled(observer, stored));
      service.use(handlersOf(model, network));
      await playSteps(observer, random);
      service.use(handlersOf(model, CALM));
      await observer.refetch();
      await until(() => isSettled(observer, stored));
      expect(observer.problems).toEqual([]);
      expect(wrongOutcomes(observer, stored)).toEqual([]);
    } finally {
      root.unmount();
      Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
    }
  },
);

/** The lists on the screen. */
const QUERIES = {
  all: {},
  open: { filter: { done: false } },
  newest: { order: 'version:desc', limit: 3 },
  pages: { order: 'title' },
} as const;
type ListName = keyof typeof QUERIES;

/** A row in the state that the calls so far must have produced, and its first key. */
interface KnownRow {
  readonly key: string;
  version: number;
  done: boolean;
  isRemoved: boolean;
  /** A call failed, so the row may have been undone. */
  isDoubtful: boolean;
}

interface Observer {
  readonly lists: Partial<Record<ListName, readonly Todo[]>>;
  readonly problems: string[];
  readonly known: Map<string, KnownRow>;
  actions: MutationResult<string>;
  refetch(): Promise<unknown>;
  /** A change of this row failed or has an unknown outcome, so the row may be undone. */
  doubt(title: string): void;
  see(name: ListName, rows: readonly Todo[] | undefined): void;
}

function createObserver(): Observer {
  const observer: Observer = {
    lists: {},
    problems: [],
    known: new Map(),
    actions: undefined as unknown as MutationResult<string>,
    refetch: async () => undefined,
    doubt(title) {
      const seen = observer.known.get(title);
      if (seen) seen.isDoubtful = true;
    },
    see(name, rows) {
      if (rows === undefined) return;
      const { lists, problems, known } = observer;
      lists[name] = rows;
      const titles = rows.map(({ title }) => title);
      if (new Set(titles).size < titles.length) problems.push(`${name} shows a row twice: ${titles.join()}`);
      for (const row of rows) {
        const fresh = { key: rowKey(row), version: 0, done: false, isRemoved: false, isDoubtful: false };
        const seen = known.get(row.title) ?? fresh;
        known.set(row.title, seen);
        if (seen.isDoubtful) continue;
        if (seen.key !== rowKey(row)) problems.push(`${name}: ${row.title} changed its key`);
        if (row.version < seen.version)
          problems.push(`${name}: ${row.title} went back from ${seen.version} to ${row.version}`);
        if (seen.isRemoved) problems.push(`${name}: ${row.title} came back after it was removed`);
      }
      if (name !== 'all') return;
      for (const [title, seen] of known) {
        if (seen.isRemoved || seen.isDoubtful || titles.includes(title)) continue;
        problems.push(`${title} disappeared`);
      }
    },
  };
  return observer;
}

function Screen({ observer }: { readonly observer: Observer }) {
  const all = useQuery('todos', QUERIES.all);
  const open = useQuery('todos', QUERIES.open);
  const newest = useQuery('todos', QUERIES.newest);
  const pages = useInfiniteQuery('todos', { ...QUERIES.pages, pageSize: 4 });
  observer.see('all', all.data as readonly Todo[] | undefined);
  observer.see('open', open.data as readonly Todo[] | undefined);
  observer.see('newest', newest.data as readonly Todo[] | undefined);
  observer.see('pages', pages.data as readonly Todo[] | undefined);
  observer.actions = useMutation('todos', { optimistic: true });
  observer.refetch = () => Promise.all([all, open, newest, pages].map(({ refetch }) => refetch()));
  return null;
}

async function playSteps(observer: Observer, random: () => number): Promise<void> {
  const calls: Promise<unknown>[] = [];
  let made = 0;
  const otherTab = new BroadcastChannel('@service/client:test');
  // The model already counts a refused change as uncertain.
  const follow = (call: Promise<unknown>): void => void calls.push(call.catch(() => undefined));
  for (let step = 0; step < STEPS; step += 1) {
    const shown = (observer.lists.all ?? []).filter(({ title }) => observer.known.get(title)?.isRemoved === false);
    const row = shown[Math.floor(random() * shown.length)];
    const kind = random();
    const { insert, update, remove } = observer.actions;
    if (random() < 0.1) otherTab.postMessage({ tables: ['todos'] });
    if (random() < 0.1) focusTab();
    if (row === undefined || kind < 0.4) {
      made += 1;
      const title = `t${String(made).padStart(3, '0')}`;
      follow(insert({ title, version: 0, done: false }));
    } else {
      const seen = observer.known.get(row.title);
      if (seen === undefined) continue;
      if (kind < 0.85) {
        const version = Math.max(seen.version, row.version) + 1;
        seen.version = version;
        seen.done = random() < 0.5;
        follow(update(row.id, { version, done: seen.done }));
      } else if (kind < 0.9) {
        for (const each of observer.known.values()) each.done = true;
        follow(update({ filter: { done: false } }, { done: true }));
      } else {
        seen.isRemoved = true;
        follow(remove(row.id));
      }
    }
    // Lets React show the change before the next step.
    await delay(random() < 0.5 ? 0 : random() * 20);
  }
  await Promise.all(calls);
  otherTab.close();
  await delay(0);
}

/** Among the rows whose calls all succeeded, those that do not show their last change. */
function wrongOutcomes({ known }: Observer, stored: ReadonlyMap<string, Todo>): string[] {
  const rows = new Map(Array.from(stored.values(), (row) => [row.title, row]));
  return Array.from(known).flatMap(([title, { version, done, isRemoved, isDoubtful }]) => {
    const row = rows.get(title);
    const is = row && `version ${row.version}, ${row.done ? 'done' : 'open'}`;
    const must = isRemoved ? undefined : `version ${version}, ${done ? 'done' : 'open'}`;
    return isDoubtful || is === must ? [] : [`${title} is ${is}, and must be ${must}`];
  });
}

function isSettled(observer: Observer, stored: ReadonlyMap<string, Todo>): boolean {
  return (Object.keys(QUERIES) as ListName[]).every((name) => {
    const shown = observer.lists[name]?.map(({ id, version }) => `${id}:${version}`).join();
    const { limit = 1000, ...query } = { ...QUERIES[name] } as { limit?: number; order?: string; filter?: object };
    const expected = listOf(stored, query).slice(0, limit);
    const isShown = (text: string) => shown === text || (name === 'pages' && text.startsWith(shown ?? '?'));
    return isShown(expected.map(({ id, version }) => `${id}:${version}`).join());
  });
}

function listOf(
  stored: ReadonlyMap<string, Todo>,
  { filter, order }: { readonly filter?: object | string | undefined; readonly order?: string | undefined },
): Todo[] {
  const rows = [...stored.values()].filter((row) => matchesFilter(filter, row) === true);
  return rows.sort((one, other) => compareRows(one, other, order));
}

interface Model {
  readonly stored: Map<string, Todo>;
  readonly random: () => number;
  readonly doubt: (title: string) => void;
}

function handlersOf({ stored, random, doubt }: Model, network: Network) {
  const { delayMs, failedReads, refusedWrites, lostAnswers } = network;
  const write = (work: (request: TestRequest) => unknown) => async (request: TestRequest) => {
    const { body, params } = request;
    const title = stored.get(params['id'] ?? '')?.title ?? (body as Todo).title;
    const concerned = title === undefined ? [...stored.values()].map((row) => row.title) : [title];
    await delay(random() * delayMs);
    if (random() < refusedWrites) {
      concerned.forEach(doubt);
      return failure(403, 'forbidden', 'No.');
    }
    const answer = work(request);
    const isLost = random() < lostAnswers;
    if (isLost) concerned.forEach(doubt);
    await delay(random() * delayMs);
    if (isLost) throw new TypeError('fetch failed');
    return answer;
  };
  let ids = stored.size;
  return {
    'GET /data/todos': async ({ query }: TestRequest) => {
      await delay(random() * delayMs);
      const filter = query.get('filter');
      const rows = listOf(stored, {
        filter: filter === null ? undefined : (JSON.parse(filter) as object),
        order: query.get('order') ?? undefined,
      });
      const after = JSON.parse(query.get('after') ?? 'null') as readonly unknown[] | null;
      const from = after === null ? 0 : rows.findIndex(({ title }) => title > String(after[0]));
      const page = from === -1 ? [] : rows.slice(from, from + Number(query.get('limit') ?? 100));
      const isFailed = random() < failedReads;
      await delay(random() * delayMs);
      if (isFailed) return failure(random() < 0.5 ? 503 : 403, 'unavailable', 'No.', { 'retry-after': '0.01' });
      return { data: page, count: rows.length };
    },
    'POST /data/todos': write(({ body }) => {
      ids += 1;
      const row = {
        ...(body as Pick<Todo, 'title' | 'version' | 'done'>),
        id: `id-${String(ids).padStart(4, '0')}`,
        created_at: new Date().toISOString(),
      };
      stored.set(row.id, row);
      return { data: row, count: 1 };
    }),
    'PATCH /data/todos': write(({ query, body }) => {
      const rows = listOf(stored, { filter: JSON.parse(query.get('filter') ?? '{}') as object });
      for (const row of rows) stored.set(row.id, { ...row, ...(body as Partial<Todo>) });
      return { count: rows.length };
    }),
    'PATCH /data/todos/:id': write(({ params, body }) => {
      const row = stored.get(params['id'] ?? '');
      if (row === undefined) return failure(404, 'row_not_found');
      const next = { ...row, ...(body as Partial<Todo>) };
      stored.set(row.id, next);
      return { data: next, count: 1 };
    }),
    'DELETE /data/todos/:id': write(({ params }) => {
      return stored.delete(params['id'] ?? '') ? { count: 1 } : failure(404, 'row_not_found');
    }),
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !isTrue(); tries += 1) await delay(5);
  expect(isTrue()).toBe(true);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Pseudo-random numbers from 0 to 1; the same seed gives the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
