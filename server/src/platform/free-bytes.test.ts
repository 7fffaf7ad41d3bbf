import { expect, test } from 'vitest';
import { freeBytes } from './free-bytes.ts';

test('bytes with a buffer of their own are empty afterwards, and may be freed again', () => {
  const bytes = Buffer.alloc(100_000);
  freeBytes(bytes);
  freeBytes(bytes);
  expect(bytes.byteLength).toBe(0);
});

test('a part of a larger buffer stays, and so does the rest', () => {
  const whole = Buffer.alloc(100_000);
  freeBytes(whole.subarray(0, 50_000));
  expect(whole.byteLength).toBe(100_000);
});

test('what has no bytes is left alone', () => {
  const empty = new Uint8Array(0);
  freeBytes(empty);
  expect(empty.buffer.detached).toBe(false);
});
