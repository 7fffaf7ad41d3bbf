import { expect, test } from 'vitest';
import { equalsInConstantTime, openSealed, randomToken, seal, sha256Hex } from './crypto.ts';

const key = new Uint8Array(32).fill(7);

test('a sealed text opens only with its key and context', () => {
  const sealed = seal(key, 'project/name', 'a secret ä');
  expect(openSealed(key, 'project/name', sealed)).toBe('a secret ä');
  expect(openSealed(key, 'other/name', sealed)).toBeUndefined();
  expect(openSealed(new Uint8Array(32).fill(8), 'project/name', sealed)).toBeUndefined();
});

test('sealing the same text gives a different result each time', () => {
  expect(seal(key, 'c', 'text')).not.toBe(seal(key, 'c', 'text'));
});

test('a change of any byte is detected', () => {
  const sealed = Buffer.from(seal(key, 'c', 'text'), 'base64url');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSealed(key, 'c', changed.toString('base64url'))).toBeUndefined();
  }
  for (const text of ['', 'AQ', 'nonsense', sealed.subarray(0, 20).toString('base64url')]) {
    expect(openSealed(key, 'c', text)).toBeUndefined();
  }
});

test('a key of another length throws', () => {
  expect(() => seal(new Uint8Array(16), 'c', 'text')).toThrow('32 bytes');
});

test('texts are compared completely', () => {
  expect(equalsInConstantTime('abc', 'abc')).toBe(true);
  expect(equalsInConstantTime('abc', 'abd')).toBe(false);
  expect(equalsInConstantTime('abc', 'abcd')).toBe(false);
  expect(equalsInConstantTime('', '')).toBe(true);
});

test('hashes match the standard, and tokens are unique', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(randomToken()).toMatch(/^[\w-]{43}$/);
  expect(new Set(Array.from({ length: 1000 }, () => randomToken())).size).toBe(1000);
});
