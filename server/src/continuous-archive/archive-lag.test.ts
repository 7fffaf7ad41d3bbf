import { expect, test } from 'vitest';
import { ArchiveLag } from './archive-lag.ts';

test('a commit counts as waiting until the thread knows of it, also while the thread says nothing', () => {
  const lag = new ArchiveLag();
  expect(lag.sinceMs(undefined)).toBeUndefined();
  lag.note(10);
  lag.note(20);
  expect(lag.sinceMs(undefined)).toBe(10);
  expect(lag.sinceMs(5)).toBe(5);
});

test('commits that came after the last message of the thread go on waiting', () => {
  const lag = new ArchiveLag();
  lag.note(10);
  lag.note(20);
  lag.heard(15);
  expect(lag.sinceMs(undefined)).toBe(15);
  lag.heard(20);
  expect(lag.sinceMs(undefined)).toBe(20);
  lag.heard(21);
  expect(lag.sinceMs(undefined)).toBeUndefined();
  expect(lag.sinceMs(7)).toBe(7);
});
