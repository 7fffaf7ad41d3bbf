import { expect, test } from 'vitest';
import { ScanLimit } from './scan-limit.ts';

const MOST = 4;
const DELAYED_MS = 3;
const USUAL_MS = 0.5;

function start() {
  let nowMs = 0;
  const limit = new ScanLimit(MOST, () => nowMs);
  const reads = (count: number, beyondUsualMs: number, scans = limit.current()): void => {
    for (let read = 0; read < count; read += 1) limit.noteRead(beyondUsualMs, scans);
  };
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { limit, reads, pass };
}

test('as many scans as there are connections may run while short reads take as long as usual', () => {
  const { limit, reads } = start();
  reads(1000, USUAL_MS);
  expect(limit.current()).toBe(MOST);
});

test('each time that short reads are delayed, one scan less may run, but always one', () => {
  const { limit, reads } = start();
  const seen = Array.from({ length: 5 }, () => {
    reads(2, DELAYED_MS);
    return limit.current();
  });
  expect(seen).toEqual([3, 2, 1, 1, 1]);
});

test('one delayed read among many changes nothing', () => {
  const { limit, reads } = start();
  for (let round = 0; round < 10; round += 1) {
    reads(1, DELAYED_MS);
    reads(63, USUAL_MS);
  }
  expect(limit.current()).toBe(MOST);
});

test('more scans than the limit do not lower it further, but it does not rise while they delay short reads', () => {
  const { limit, reads, pass } = start();
  for (let seconds = 0; seconds < 60; seconds += 1) {
    reads(100, DELAYED_MS, 4);
    pass(1000);
  }
  expect(limit.current()).toBe(3);
});

test('the limit rises by one every five seconds, and falls again when that delays short reads', () => {
  const { limit, reads, pass } = start();
  for (let times = 0; times < 3; times += 1) reads(2, DELAYED_MS);
  pass(4999);
  expect(limit.current()).toBe(1);
  pass(1);
  expect(limit.current()).toBe(2);
  reads(2, DELAYED_MS);
  expect(limit.current()).toBe(1);
  pass(60_000);
  expect(limit.current()).toBe(MOST);
});
