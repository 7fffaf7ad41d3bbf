import { describe, expect, test } from 'vitest';
import { createRedact } from './redact.ts';

describe('redacting', () => {
  test.each([
    [['hunter22'], 'password hunter22!', 'password [secret]!'],
    [['hunter22', 'hunter22-and-more'], 'hunter22-and-more hunter22', '[secret] [secret]'],
    [['a.c*e(f'], 'a.c*e(f abcde(f', '[secret] abcde(f'],
    [['line\n"two"'], JSON.stringify({ key: 'line\n"two"' }), '{"key":"[secret]"}'],
    [['short'], 'a short text', 'a short text'],
    [['$&$1xx'], 'x$&$1xx', 'x[secret]'],
    [[], 'nothing', 'nothing'],
  ])('hides %j', (secrets, text, shown) => {
    expect(createRedact(secrets)(text)).toBe(shown);
  });
});
