import { expect, test } from 'vitest';
import { chooseEncoding } from './encoding-policy.ts';

const BOTH = { brSize: 10, gzipSize: 12 };

test.each([
  [undefined, BOTH, 'identity'],
  ['', BOTH, 'identity'],
  ['gzip, deflate, br, zstd', BOTH, 'br'],
  ['gzip', BOTH, 'gzip'],
  ['x-gzip', BOTH, 'gzip'],
  ['BR', BOTH, 'br'],
  ['*', BOTH, 'br'],
  ['*, br;q=0', BOTH, 'gzip'],
  ['*;q=0', BOTH, 'identity'],
  ['br;q=0.2, gzip;q=0.8', BOTH, 'gzip'],
  ['br; q=0.8 , gzip; q=0.8', BOTH, 'br'],
  ['br;q=nonsense', BOTH, 'identity'],
  ['br;q=7', BOTH, 'identity'],
  ['brotli, gzippy', BOTH, 'identity'],
  ['br, gzip', { brSize: 0, gzipSize: 12 }, 'gzip'],
  ['br', { brSize: 0, gzipSize: 12 }, 'identity'],
  ['br, gzip', { brSize: 0, gzipSize: 0 }, 'identity'],
] as const)('Accept-Encoding %j with the stored sizes %j selects %s', (header, forms, expected) => {
  expect(chooseEncoding(header, forms)).toBe(expected);
});
