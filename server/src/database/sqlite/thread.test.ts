import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rejection } from '../../../test/conformance/database/rejection.ts';
import { storeMigrations } from '../migrations/index.ts';
import { prepareDirectory } from './data-directory.ts';
import { sqliteSyntax } from './migrate-store.ts';
import { type MakeRequest, Thread } from './thread.ts';

let directory = '';
let thread: Thread;

const answer: MakeRequest = (id, numberOf) => ({
  id,
  op: 'query',
  store: 'control',
  text: numberOf('SELECT ? AS one'),
  values: [1],
});
/** An invalid request: a bug of ours, which ends the thread. */
const poison: MakeRequest = (id) => JSON.parse(`{ "id": ${id}, "op": "none", "store": "control" }`);

function createThread(role: 'read' | 'write', holdsDirectory: boolean): Thread {
  const data = {
    directory,
    role,
    migrations: storeMigrations(sqliteSyntax),
    holdsDirectory,
    isArchived: false,
    openStoresMax: 10,
    idleCloseMs: 1000,
    journalFileBytes: 1_000_000,
  };
  return new Thread(data, { logger: undefined });
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'thread-'));
  prepareDirectory(directory);
  thread = createThread('read', true);
});
afterEach(async () => {
  await thread.close(5_000);
  await rm(directory, { recursive: true, force: true });
});

test('a dying thread fails its current request, and another thread continues', async () => {
  expect(await thread.call(answer)).toEqual([{ one: 1 }]);
  const lost = [rejection(thread.call(answer)), rejection(thread.call(poison))];
  expect((await Promise.all(lost)).map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable']);
  expect(await thread.call(answer)).toEqual([{ one: 1 }]);
});

test.each([
  { role: 'read', kind: 'timeout' },
  { role: 'write', kind: 'overloaded' },
] as const)('a $role that waits too long fails as $kind and does not run', async ({ role, kind }) => {
  const waiting = role === 'read' ? thread : createThread(role, false);
  const late = rejection(waiting.call(answer, performance.now() - 1));
  waiting.expire(performance.now());
  expect(await late).toMatchObject({ kind });
  expect(waiting.load).toBe(0);
  await waiting.close(5_000);
});

test('a read of a store waits for few reads of another', async () => {
  const [busy, quiet] = ['a', 'b'].map((letter) => `p_${letter.repeat(32)}`);
  const ended: (string | undefined)[] = [];
  const read = async (store: string | undefined): Promise<void> => {
    await thread.call((id, numberOf) => ({ ...answer(id, numberOf), store: String(store) }), undefined, store);
    ended.push(store);
  };
  await Promise.all([read(busy), read(quiet)]);
  ended.length = 0;
  await Promise.all([...Array.from({ length: 200 }, () => read(busy)), read(quiet)]);
  expect(ended.indexOf(quiet)).toBeLessThanOrEqual(32);
  expect(ended).toHaveLength(201);
});

test('a request without a store comes after all reads before it', async () => {
  const store = `p_${'c'.repeat(32)}`;
  const other = `p_${'d'.repeat(32)}`;
  const readOf = (each: string): Promise<unknown> =>
    thread.call((id, numberOf) => ({ ...answer(id, numberOf), store: each }), undefined, each);
  await Promise.all([readOf(store), readOf(other)]);
  let reads = 0;
  const reading = Array.from({ length: 100 }, async () => {
    await readOf(store);
    reads += 1;
  });
  await thread.call((id) => ({ id, op: 'close_store', store }));
  expect(reads).toBe(100);
  await Promise.all(reading);
});

test('statements evicted from a thread’s cache are prepared again', async () => {
  const texts = Array.from({ length: 9_000 }, (_, number) => `SELECT ${number} AS number`);
  const ask = (text: string): Promise<unknown> =>
    thread.call((id, numberOf) => ({
      id,
      op: 'query',
      store: 'control',
      text: numberOf(text),
      values: [],
    }));
  for (let from = 0; from < texts.length; from += 900) {
    const answers = await Promise.all(texts.slice(from, from + 900).map(ask));
    expect(answers).toEqual(texts.slice(from, from + 900).map((_, index) => [{ number: from + index }]));
  }
  expect(await ask(texts[0] ?? '')).toEqual([{ number: 0 }]);
});

test('closing lets pending requests finish', async () => {
  const answers = [thread.call(answer), thread.call(answer)];
  await thread.close(5_000);
  expect(await Promise.all(answers)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
});
