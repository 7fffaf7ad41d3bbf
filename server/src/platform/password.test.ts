import { expect, it } from 'vitest';
import { createPasswords } from './password.ts';

it('a hash is PHC text with its own salt, and only its password fits', async () => {
  const passwords = createPasswords();
  const [first, second] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(second).not.toBe(first);
  expect(await passwords.verify(first, 'correct horse')).toBe(true);
  expect(await passwords.verify(first, 'correct horsf')).toBe(false);
  expect(await passwords.verify(undefined, 'correct horse')).toBe(false);
  expect(await passwords.verify('$2b$10$nothing', 'correct horse')).toBe(false);
});

it('a hash made elsewhere with other parameters is read with its own', async () => {
  // The reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 64 -p 1
  const known = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  const passwords = createPasswords();
  expect(await passwords.verify(known, 'password')).toBe(true);
  expect(await passwords.verify(known, 'passwore')).toBe(false);
});

it('eight to 1,024 bytes of well-formed text are accepted, in full length', async () => {
  const passwords = createPasswords();
  for (const password of ['1234567', 'x'.repeat(1025), '', 'äää', `correct horse \ud800`]) {
    await expect(passwords.hash(password)).rejects.toMatchObject({ code: 'weak_password' });
  }
  const longest = 'x'.repeat(1024);
  const hash = await passwords.hash(longest);
  expect(await passwords.verify(hash, longest)).toBe(true);
  expect(await passwords.verify(hash, `${longest.slice(0, -1)}y`)).toBe(false);
});

it('what is too much at once is refused at once, and the rest is answered', async () => {
  const passwords = createPasswords();
  const cheap = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  const settled = await Promise.allSettled(Array.from({ length: 250 }, () => passwords.verify(cheap, 'password')));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(202);
  expect(await passwords.verify(cheap, 'password')).toBe(true);
});
