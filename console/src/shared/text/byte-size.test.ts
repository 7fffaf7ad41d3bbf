import { expect, test } from 'vitest';
import { byteSize, readByteSize } from './byte-size.ts';

test.each([
  [10 * 1024 ** 3, '10 GB'],
  [1536, '1536 B'],
  [512 * 1024, '512 KB'],
  [0, '0 B'],
])('%d bytes are shown as %s, and read again', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
  expect(readByteSize(text)).toBe(bytes);
});

test.each([
  ['1.5 gb', 1.5 * 1024 ** 3],
  ['10737418240', 10 * 1024 ** 3],
  ['10,000', 10_000],
  ['much', undefined],
  ['-1 GB', undefined],
  ['', undefined],
])('%s is read as %s', (text, bytes) => {
  expect(readByteSize(text)).toBe(bytes);
});
