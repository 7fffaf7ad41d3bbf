import { describe, expect, test } from 'vitest';
import { createRedact, redactJson } from './redact.ts';

describe('redacting', () => {
  test.each([
    [['hunter22'], 'password hunter22!', 'password [secret]!'],
    [['hunter22', 'hunter22-and-more'], 'hunter22-and-more hunter22', '[secret] [secret]'],
    [['a.c*e(f'], 'a.c*e(f abcde(f', '[secret] abcde(f'],
    [['line\n"two"'], JSON.stringify({ key: 'line\n"two"' }), '{"key":"[secret]"}'],
    [
      ['-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nend'],
      "'MIIEvQIBADANBgkqhkiG9w0\\n' +\n 'end'",
      "'[secret]\\n' +\n 'end'",
    ],
    [['he said "x"\n'], `{ q: 'he said "x"\\n' }`, "{ q: '[secret]' }"],
    [['secret', 'longer-secret'], 'a longer-secret and a secret', 'a [secret] and a [secret]'],
    [['short'], 'a short text', 'a short text'],
    [['$&$1xx'], 'x$&$1xx', 'x[secret]'],
    [[], 'nothing', 'nothing'],
  ])('hides %j', (secrets, text, shown) => {
    expect(createRedact(secrets)(text)).toBe(shown);
  });

  const deep = `${'['.repeat(100_000)}"hunter22"${']'.repeat(100_000)}`;
  test.each([
    [['hunter22'], '{"a":["hunter22!",{"hunter22":1}]}', '{"a":["[secret]!",{"[secret]":1}]}'],
    [['123456'], '{"pin":123456,"other":12345}', '{"pin":"[secret]","other":12345}'],
    [['","b":"'], '{"a":"a","b":"b"}', '{"a":"a","b":"b"}'],
    [['hunter22'], '{"a":"\\u0068unter22"}', '{"a":"[secret]"}'],
    [['https://x'], '{"a":"https:\\/\\/x"}', '{"a":"[secret]"}'],
    [['hunter22'], '{"__proto__":"hunter22"}', '{"__proto__":"[secret]"}'],
    [['hunter22'], '{ "b": 1, "a" : 2 }', '{ "b": 1, "a" : 2 }'],
    [['hunter22'], deep, '"[secret]"'],
    [[], '{"a":"\\u0068"}', '{"a":"\\u0068"}'],
  ])('hides %j in JSON, and the result is still JSON', (secrets, json, shown) => {
    expect(redactJson(createRedact(secrets), json)).toBe(shown);
  });
});
