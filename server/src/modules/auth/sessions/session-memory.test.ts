import { expect, test } from 'vitest';
import { createSessionMemory, type RememberedSession } from './session-memory.ts';

const STORE = 'p_00000000000000000000000000000001';

function sessionOf(userId: string): RememberedSession {
  return {
    store: STORE,
    user: { id: userId, email: `${userId}@example.com`, verifiedEmail: null, role: null },
    session: { id: `session of ${userId}`, userId, accessUntilMs: 0 },
    notedAtMs: 0,
  };
}

test('concurrent requests read a session once', async () => {
  const memory = createSessionMemory(false);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return sessionOf('ann');
  };
  const all = await Promise.all(Array.from({ length: 20 }, () => memory.load('token', read)));
  expect([reads, new Set(all).size]).toEqual([1, 1]);
  expect(memory.find('token')?.user.id).toBe('ann');
  expect(memory.find('other token')).toBeUndefined();
});

test('a session read before a change of its user is not kept, and later requests do not get it', async () => {
  const memory = createSessionMemory(false);
  const slow = Promise.withResolvers<RememberedSession | undefined>();
  const early = memory.load('token', () => slow.promise);
  memory.forgetUser(STORE, 'ann');
  const late = memory.load('token', async () => undefined);
  expect(await late).toBeUndefined();
  slow.resolve(sessionOf('ann'));
  expect((await early)?.user.id).toBe('ann');
  expect(memory.find('token')).toBeUndefined();
});

test('forgetting a user drops all sessions of that user and no others', async () => {
  const memory = createSessionMemory(false);
  for (const [token, user] of [
    ['a1', 'ann'],
    ['a2', 'ann'],
    ['b1', 'bob'],
  ] as const) {
    await memory.load(token, async () => sessionOf(user));
  }
  memory.forgetUser('p_00000000000000000000000000000002', 'ann');
  expect(memory.find('a1')).toBeDefined();
  memory.forgetUser(STORE, 'ann');
  expect([memory.find('a1'), memory.find('a2'), memory.find('b1')?.user.id]).toEqual([undefined, undefined, 'bob']);
});

test('an unknown token is looked up each time, because it may become valid', async () => {
  const memory = createSessionMemory(false);
  expect(await memory.load('token', async () => undefined)).toBeUndefined();
  expect((await memory.load('token', async () => sessionOf('ann')))?.user.id).toBe('ann');
});

test('where other processes may end sessions, entries expire within a second', async () => {
  const memory = createSessionMemory(true);
  await memory.load('token', async () => sessionOf('ann'));
  expect(memory.find('token')).toBeDefined();
  await expect.poll(() => memory.find('token'), { timeout: 1000, interval: 20 }).toBeUndefined();
});
