import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../test/cpu-time.ts';
import { requireDisplayName } from './display-name.ts';
import { parseEmail } from './email.ts';
import { requireExpiry } from './expiry.ts';

describe('parseEmail', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    [' Ann@Example.COM ', 'ann@example.com'],
    ["o'hara+tag@sub.example.co.uk", "o'hara+tag@sub.example.co.uk"],
    ['jürgen@müller.example', 'jürgen@xn--mller-kva.example'],
    ['JU\u0308RGEN@M\u00dcLLER.example', 'jürgen@xn--mller-kva.example'],
    ['root@localhost', 'root@localhost'],
  ])('accepts one plain address: %s', (text, address) => {
    expect(parseEmail(text)).toBe(address);
  });

  it.each([
    '',
    '@',
    'ann',
    'ann@',
    '@example.com',
    'ann@@example.com',
    'ann@exam ple.com',
    'ann@example..com',
    'ann@.example.com',
    'ann@example.com.',
    'a nn@example.com',
    'Ann <ann@example.com>',
    '"ann"@example.com',
    'ann@example.com,bob@example.com',
    'ann@example.com;bob@example.com',
    'ann@example.com\n',
    '\tann@example.com',
    'ann@example.com\u0000',
    'ann＠example.com',
    'ａnn@example.com',
    'ann@ｅxample.com',
    'ﬁona@example.com',
    'ann²@example.com',
    'ann@example．com',
    'ann﹫example.com',
    'ann@example。com',
    'ann@example\u200b.com',
    // Invisible characters: with them the address would look like another one.
    'ann\ufe0f@example.com',
    'ann\u034f@example.com',
    'ann\u115f@example.com',
    'ann\u180b@example.com',
    'ann@example\ufe0f.com',
    'ann@-example.com',
    'ann@example-.com',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a.'.repeat(160)}com`,
  ])('refuses everything else: %j', (text) => {
    expect(parseEmail(text)).toBeUndefined();
  });

  it('rejects hostile text quickly', () => {
    for (const text of ['a@'.repeat(50_000), `a@${'a'.repeat(100_000)}`, `a@${'a.'.repeat(50_000)}`]) {
      expect(cpuMsOf(() => parseEmail(text))).toBeLessThan(50);
    }
  });
});

describe('requireExpiry', () => {
  const clock = { now: () => Date.UTC(2026, 0, 1) };
  it.each([
    [undefined, null],
    [null, null],
    ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.001Z'],
    ['2030-06-01T12:00:00+02:00', '2030-06-01T10:00:00.000Z'],
  ])('%s is kept as %s', (text, expected) => {
    expect(requireExpiry(text, clock)).toBe(expected);
  });

  it.each(['', 'x', '2026-01-01T00:00:00Z', '2030-02-29T00:00:00Z', '2030-01-01', '2030-01-01T25:00:00Z'])(
    'refuses %j',
    (text) => {
      expect(() => requireExpiry(text, clock)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    },
  );
});

describe('requireDisplayName', () => {
  it.each([
    [' Ann ', 'Ann'],
    ['👩‍🚀'.repeat(33), '👩‍🚀'.repeat(33)],
    ['x'.repeat(100), 'x'.repeat(100)],
  ])('accepts %j', (text, name) => {
    expect(requireDisplayName(text)).toBe(name);
  });

  it.each(['', '  ', 'x'.repeat(101), 'a\u0000', 'a\nb', '\u0085a', 'a\u2028b', 'a\ud800'])('refuses %j', (text) => {
    expect(() => requireDisplayName(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
