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

describe('messages that wait', () => {
  test('begin an hour and are mailed alone', () => {
    expect(planNotices(fresh, waiting(3), { nowMs: START, isAll: true })).toEqual({
      taken: 3,
      asDigest: false,
      hour: { startedAtMs: START, mails: 3, digestAtMs: null },
      lookAgainAtMs: undefined,
    });
  });

  test('are mailed alone up to the tenth; the rest waits for the end of the hour', () => {
    expect(planNotices(fresh, waiting(12), { nowMs: START, isAll: true })).toEqual({
      taken: 10,
      asDigest: false,
      hour: { startedAtMs: START, mails: 10, digestAtMs: END },
      lookAgainAtMs: END,
    });
  });

  test('after the tenth wait, and who comes last makes no second appointment', () => {
    expect(planNotices(full, waiting(1), { nowMs: END - 1, isAll: true })).toMatchObject({
      taken: 0,
      lookAgainAtMs: END,
    });
    expect(planNotices(collecting, waiting(2), { nowMs: END - 1, isAll: true })).toEqual({
      taken: 0,
      asDigest: false,
      hour: collecting,
      lookAgainAtMs: undefined,
    });
  });

  test('are mailed together at the end of the hour, which is the first mail of the next', () => {
    expect(planNotices(collecting, waiting(30), { nowMs: END, isAll: true })).toEqual({
      taken: 30,
      asDigest: true,
      hour: { startedAtMs: END, mails: 1, digestAtMs: null },
      lookAgainAtMs: undefined,
    });
  });

  test('of which there are more than one mail holds are looked at again', () => {
    expect(planNotices(collecting, waiting(30), { nowMs: END, isAll: false }).lookAgainAtMs).toBe(END);
  });

  test('from the hour after are mailed alone when nothing was held back', () => {
    expect(planNotices(full, waiting(2, END + 1), { nowMs: END + 1, isAll: true })).toMatchObject({
      taken: 2,
      asDigest: false,
      hour: { startedAtMs: END + 1, mails: 2 },
    });
    expect(planNotices(collecting, waiting(2, END + 1), { nowMs: END + 1, isAll: true }).asDigest).toBe(false);
  });

  test('are not forgotten when the clock is set back', () => {
    expect(planNotices(collecting, waiting(2), { nowMs: START - 1, isAll: true }).taken).toBe(2);
  });
});
