import { expect, test } from 'vitest';
import { freeBytes } from './free-bytes.ts';

test('bytes with their own buffer are empty afterwards, and freeing them twice is harmless', () => {
  const bytes = Buffer.alloc(100_000);
  freeBytes(bytes);
  freeBytes(bytes);
  expect(bytes.byteLength).toBe(0);
});

test('a slice of a larger buffer stays, and so does the rest', () => {
  const whole = Buffer.alloc(100_000);
  freeBytes(whole.subarray(0, 50_000));
  expect(whole.byteLength).toBe(100_000);
});

test('values without bytes are left alone', () => {
  const empty = new Uint8Array(0);
  freeBytes(empty);
  expect(empty.buffer.detached).toBe(false);
});
