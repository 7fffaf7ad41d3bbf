import { describe, expect, test } from 'vitest';
import type { MailHour } from '../notices-store.ts';
import { HOUR_MS, MAILS_MAX, planNotices } from './notice-policy.ts';

const START = 1_000_000_000;
const END = START + HOUR_MS;
const fresh: MailHour = { startedAtMs: 0, mails: 0, digestAtMs: null };
const full: MailHour = { startedAtMs: START, mails: MAILS_MAX, digestAtMs: null };
const collecting: MailHour = { ...full, digestAtMs: END };

function waiting(count: number, sinceMs = START + 1) {
  return Array.from({ length: count }, (_, n) => ({ messageId: String(n), sinceMs }));
}

describe('waiting messages', () => {
  test('start an hour and are mailed one by one', () => {
    expect(planNotices(fresh, waiting(3), { nowMs: START, isAll: true })).toEqual({
      taken: 3,
      asDigest: false,
      hour: { startedAtMs: START, mails: 3, digestAtMs: null },
      checkAgainAtMs: undefined,
    });
  });

  test('are mailed one by one up to the tenth; the rest wait for the end of the hour', () => {
    expect(planNotices(fresh, waiting(12), { nowMs: START, isAll: true })).toEqual({
      taken: 10,
      asDigest: false,
      hour: { startedAtMs: START, mails: 10, digestAtMs: END },
      checkAgainAtMs: END,
    });
  });

  test('wait after the tenth, with a single check scheduled at the end of the hour', () => {
    expect(planNotices(full, waiting(1), { nowMs: END - 1, isAll: true })).toMatchObject({
      taken: 0,
      checkAgainAtMs: END,
    });
    expect(planNotices(collecting, waiting(2), { nowMs: END - 1, isAll: true })).toEqual({
      taken: 0,
      asDigest: false,
      hour: collecting,
      checkAgainAtMs: undefined,
    });
  });

  test('are mailed as a digest at the end of the hour, which counts as the first mail of the next', () => {
    expect(planNotices(collecting, waiting(30), { nowMs: END, isAll: true })).toEqual({
      taken: 30,
      asDigest: true,
      hour: { startedAtMs: END, mails: 1, digestAtMs: null },
      checkAgainAtMs: undefined,
    });
  });

  test('that exceed one digest cause another check at once', () => {
    expect(planNotices(collecting, waiting(30), { nowMs: END, isAll: false }).checkAgainAtMs).toBe(END);
  });

  test('of the next hour are mailed one by one if none was held back', () => {
    expect(planNotices(full, waiting(2, END + 1), { nowMs: END + 1, isAll: true })).toMatchObject({
      taken: 2,
      asDigest: false,
      hour: { startedAtMs: END + 1, mails: 2 },
    });
    expect(planNotices(collecting, waiting(2, END + 1), { nowMs: END + 1, isAll: true }).asDigest).toBe(false);
  });

  test('are mailed even if the clock is set back', () => {
    expect(planNotices(collecting, waiting(2), { nowMs: START - 1, isAll: true }).taken).toBe(2);
  });
});
