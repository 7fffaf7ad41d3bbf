import { expect, test } from 'vitest';
import { returnAddress } from './return-address.ts';

const ORIGIN = 'https://service.example';

test.each([
  ['/console/p/shop/tables/notes?filter=a:eq:1', '/p/shop/tables/notes?filter=a:eq:1'],
  ['/console/', '/'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example/console/', '/'],
  ['//evil.example/console/', '/'],
  ['/\\evil.example/console/', '/'],
  ['/console/../api/cloud/auth/logout', '/'],
  ['/consolecopy/x', '/'],
  ['javascript:alert(1)', '/'],
  ['/console/sign-in?to=/console/sign-in', '/'],
])('signing in with %s leads to %s', (to, address) => {
  expect(returnAddress(to, ORIGIN)).toBe(address);
});
