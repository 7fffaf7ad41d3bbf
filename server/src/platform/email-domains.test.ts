import { expect, test } from 'vitest';
import { isAllowedDomain, requireDomains } from './email-domains.ts';

test('domains are normalised and kept once each', () => {
  expect(requireDomains([' Example.COM', 'example.com', 'Bücher.example'])).toEqual([
    'example.com',
    'xn--bcher-kva.example',
  ]);
});

test.each([
  '',
  '   ',
  'localhost',
  '@example.com',
  'a b.example',
  '*.example.com',
  'example.com.',
  'a/b.example',
  'example.com/x',
  'example.com?x',
  'example.com#',
  'exa%6dple.com',
  'example.com\\x',
  'a:80',
])('%j is not a domain', (domain) => {
  expect(() => requireDomains([domain])).toThrow(/allowed_email_domains\.0/);
});

test.each([
  ['ann@example.com', true],
  ['ann@EXAMPLE.com', true],
  ['ann@mail.example.com', false],
  ['ann@notexample.com', false],
  ['ann@example.com.evil.example', false],
  ['ann@bücher.example', true],
  ['ann@xn--bcher-kva.example', true],
  ['"a@example.com"@evil.example', false],
])('the address %s may sign up: %s', (email, isAllowed) => {
  const allowed_email_domains = requireDomains(['example.com', 'bücher.example']);
  expect(isAllowedDomain({ allowed_email_domains }, email)).toBe(isAllowed);
});

test('without listed domains every address is allowed', () => {
  expect(isAllowedDomain({ allowed_email_domains: [] }, 'ann@example.com')).toBe(true);
});
