import { afterAll, expect, it, test } from 'vitest';
import { createPasswords } from './index.ts';

const passwords = createPasswords(2);
afterAll(() => passwords.close());

it('a hash is PHC text with its own salt, and only its password fits', async () => {
  const [first, second] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(second).not.toBe(first);
  expect(await passwords.verify(first, 'correct horse')).toBe(true);
  expect(await passwords.verify(first, 'correct horsf')).toBe(false);
  expect(await passwords.verify(undefined, 'correct horse')).toBe(false);
  expect(passwords.isOutdated(first)).toBe(false);
});

/** Made by others: the reference implementation of argon2, Openwall's bcrypt, OpenSSL's scrypt. */
const MADE_ELSEWHERE = [
  ['password', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'],
  ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['password', '$scrypt$ln=4,r=8,p=1$c29tZXNhbHRzYWx0$DoaMczzG9IYXn2OY+iZSliFpQc2EurhAKuR1mVfa3lg'],
] as const;

test.each(MADE_ELSEWHERE)(
  'a hash of %s made elsewhere is read with its own parameters and is due for a new one: %s',
  async (password, hash) => {
    expect(passwords.canVerify(hash)).toBe(true);
    expect(await passwords.verify(hash, password)).toBe(true);
    expect(await passwords.verify(hash, `${password}x`)).toBe(false);
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
  expect(await passwords.verify(hash, 'password')).toBe(false);
});

it('eight to 1,024 bytes of well-formed text are accepted, in full length', async () => {
  for (const password of ['1234567', 'x'.repeat(1025), '', 'äää', `correct horse \ud800`]) {
    await expect(passwords.hash(password)).rejects.toMatchObject({ code: 'weak_password' });
  }
  const longest = 'x'.repeat(1024);
  const hash = await passwords.hash(longest);
  expect(await passwords.verify(hash, longest)).toBe(true);
  expect(await passwords.verify(hash, `${longest.slice(0, -1)}y`)).toBe(false);
});

it('what is too much at once is refused at once, and the rest is answered', async () => {
  const [[, cheap]] = MADE_ELSEWHERE;
  const settled = await Promise.allSettled(Array.from({ length: 250 }, () => passwords.verify(cheap, 'password')));
  // Two under way and a hundred more for each of the two threads.
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(202);
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'overloaded' } });
  expect(await passwords.verify(cheap, 'password')).toBe(true);
});
