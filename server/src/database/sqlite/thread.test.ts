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

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'thread-'));
  prepareDirectory(directory);
  const migrations = storeMigrations(sqliteSyntax);
  const data = {
    directory,
    role: 'read',
    migrations,
    holdsDirectory: true,
    isArchived: false,
    openStoresMax: 10,
    idleCloseMs: 1000,
    journalFileBytes: 1_000_000,
  } as const;
  thread = new Thread(data, { logger: undefined });
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

test('a request that waits too long fails and does not run', async () => {
  const late = rejection(thread.call(answer, performance.now() - 1));
  thread.expire(performance.now());
  expect(await late).toMatchObject({ kind: 'timeout' });
  expect(thread.load).toBe(0);
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
