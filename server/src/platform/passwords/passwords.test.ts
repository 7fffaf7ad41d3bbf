import { setImmediate } from 'node:timers/promises';
import bcrypt from 'bcryptjs';
import { afterAll, expect, it, test } from 'vitest';
import { createPasswords } from './index.ts';

const passwords = createPasswords(2);
afterAll(() => passwords.close());

it('a hash is PHC text with its own salt, and only its password matches', async () => {
  const [first, second] = await Promise.all([
    passwords.hash('correct horse', 'shop'),
    passwords.hash('correct horse', 'shop'),
  ]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(second).not.toBe(first);
  expect(await passwords.verify(first, 'correct horse', 'shop')).toBe(true);
  expect(await passwords.verify(first, 'correct horsf', 'shop')).toBe(false);
  expect(await passwords.verify(undefined, 'correct horse', 'shop')).toBe(false);
  expect(passwords.isOutdated(first)).toBe(false);
});

/** Hashes from other programs: the reference implementation of argon2, Openwall's bcrypt, OpenSSL's scrypt. */
const MADE_ELSEWHERE = [
  ['password', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'],
  ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['password', '$scrypt$ln=4,r=8,p=1$c29tZXNhbHRzYWx0$DoaMczzG9IYXn2OY+iZSliFpQc2EurhAKuR1mVfa3lg'],
] as const;

test.each(MADE_ELSEWHERE)(
  'an imported %s hash is verified with its own parameters, and needs a rehash: %s',
  async (password, hash) => {
    expect(passwords.canVerify(hash)).toBe(true);
    expect(await passwords.verify(hash, password, 'shop')).toBe(true);
    expect(await passwords.verify(hash, `${password}x`, 'shop')).toBe(false);
    expect(passwords.isOutdated(hash)).toBe(true);
  },
);

test.each([
  ['no hash', 'password'],
  ['an unknown kind', '$5$rounds=5000$usesomesillystri$KqJWpanXZHKq2BOB43TSaYhEWsQ1Lr5QNyPCDH/Tp.6'],
  ['more memory than one sign-in may have', '$argon2id$v=19$m=2000000,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7Q'],
  ['too little memory for its lanes', '$argon2id$v=19$m=8,t=2,p=4$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bM'],
  ['a cost that takes minutes', '$2b$20$......................qxdZT9VuvYHHfbH4BC5sJNAnz3HNIbO'],
])('a hash with %s is refused', async (_, hash) => {
  expect(passwords.canVerify(hash)).toBe(false);
  expect(await passwords.verify(hash, 'password', 'shop')).toBe(false);
});

it('passwords of eight characters to 1,024 bytes of well-formed text are accepted and used in full', async () => {
  for (const password of [
    '1234567',
    'x'.repeat(1025),
    '',
    'ääääääa',
    '🔑🔑🔑',
    '🔑🔑🔑🔑🔑🔑🔑',
    `correct horse \ud800`,
  ]) {
    await expect(passwords.hash(password, 'shop')).rejects.toMatchObject({ code: 'weak_password' });
  }
  await expect(passwords.hash('🔑🔑🔑🔑🔑🔑🔑🔑', 'shop')).resolves.toMatch(/^\$argon2id\$/);
  const longest = 'x'.repeat(1024);
  const hash = await passwords.hash(longest, 'shop');
  expect(await passwords.verify(hash, longest, 'shop')).toBe(true);
  expect(await passwords.verify(hash, `${longest.slice(0, -1)}y`, 'shop')).toBe(false);
});

/** Salt and tag do not affect the allowed cost of a hash. */
const argon2 = (memory: number, passes: number): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4`;
const scrypt = (log: number, parallelism: number): string =>
  `$scrypt$ln=${log},r=8,p=${parallelism}$c29tZXNhbHRzYWx0$DoaMczzG9IYXn2OY+iZSliFpQc2EurhAKuR1mVfa3lg`;
const bcryptOf = (rounds: number): string => `$2b$${rounds}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;

test.each([
  [argon2(131_072, 2), true],
  [argon2(131_072, 3), false],
  [argon2(131_073, 1), false],
  [argon2(19_456, 16), true],
  [argon2(19_456, 17), false],
  [argon2(262_144, 20), false],
  [scrypt(18, 1), true],
  [scrypt(18, 2), false],
  [scrypt(14, 16), true],
  [bcryptOf(12), true],
  [bcryptOf(13), false],
])('an imported hash may cost up to eight default hashes: %s %s', (hash, isTaken) => {
  expect(passwords.canVerify(hash)).toBe(isTaken);
});

it('bcrypt rejects passwords beyond the 72 bytes it reads', async () => {
  const shown = 'x'.repeat(72);
  const hash = bcrypt.hashSync(shown, 4);
  expect(await passwords.verify(hash, shown, 'shop')).toBe(true);
  for (const longer of [`${shown}y`, `${shown}x`]) expect(await passwords.verify(hash, longer, 'shop')).toBe(false);
});

/** Replaces real threads, whose order the machine would decide: each hash ends when the test ends it. */
function createHeldPasswords(threadsMax: number) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const passwords = createPasswords(threadsMax, () => ({
    isGone: false,
    ended: Promise.resolve(),
    dismiss: () => undefined,
    kill: () => undefined,
    async hash({ password }) {
      begun.push(password);
      await new Promise<void>((resolve) => ends.push(resolve));
      return new Uint8Array();
    },
  }));
  return {
    /** The shares whose hashes have started, in order. */
    begun,
    async signIn(shares: readonly string[], hash = argon2(19_456, 2)): Promise<void> {
      for (const share of shares) void passwords.verify(hash, share, share);
      await setImmediate();
    },
    /** Ends the hash that has run for longest. */
    async endOne(): Promise<void> {
      ends.shift()?.();
      await setImmediate();
    },
  };
}

it('many sign-ins of one share delay only each other: another share finds a free thread', async () => {
  const { begun, signIn, endOne } = createHeldPasswords(1);
  await signIn(['busy', 'busy', 'busy', 'quiet']);
  expect(begun).toEqual(['busy', 'quiet']);
  await endOne();
  expect(begun).toEqual(['busy', 'quiet', 'busy']);
});

it('a third share waits for at most one more hash of each earlier share', async () => {
  const { begun, signIn, endOne } = createHeldPasswords(1);
  await signIn(['first', 'first', 'first', 'second', 'second', 'second', 'third']);
  expect(begun).toEqual(['first', 'second']);
  for (let ended = 0; ended < 3; ended += 1) await endOne();
  expect(begun).toEqual(['first', 'second', 'first', 'second', 'third']);
});

it('a share gives up one of its threads when others join', async () => {
  const { begun, signIn, endOne } = createHeldPasswords(2);
  await signIn(['quiet']);
  await endOne();
  await signIn(['busy', 'busy', 'quiet', 'third']);
  expect(begun).toEqual(['quiet', 'busy', 'quiet', 'third']);
});

it('hashes costlier than the default leave one thread to the rest', async () => {
  const { begun, signIn } = createHeldPasswords(2);
  await signIn(['slow', 'slow', 'slow'], argon2(131_072, 2));
  await signIn(['quiet']);
  expect(begun).toEqual(['slow', 'quiet']);
});

it('excess concurrent hashes are refused at once, and the rest are answered', async () => {
  const [[, cheap]] = MADE_ELSEWHERE;
  const settled = await Promise.allSettled(
    Array.from({ length: 250 }, () => passwords.verify(cheap, 'password', 'shop')),
  );
  // Two running hashes, and a hundred waiting ones for each of the two threads.
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(202);
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'overloaded' } });
  expect(await passwords.verify(cheap, 'password', 'shop')).toBe(true);
});
