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
