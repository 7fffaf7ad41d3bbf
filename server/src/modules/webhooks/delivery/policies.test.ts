import { describe, expect, test } from 'vitest';
import type { AttemptTrigger } from '../webhook-tables.ts';
import { afterAttempt, attemptsLeft, counterAfter, NO_CHANGE } from './failure-streak.ts';
import type { AttemptOutcome } from './make-attempt.ts';
import { ALL, type Allowance, allowanceAfter, STARTS_MIN } from './pace.ts';
import { readRetryAfter, retryDelayMs, stateAfter } from './retry-policy.ts';
import { createShares } from './shares.ts';
import { signatureHeaders, signingKey } from './sign.ts';

const WAITS = [5000, 300_000, 1_800_000];

describe('the wait before a retry', () => {
  test.each([
    [1, 4000, 6000],
    [2, 240_000, 360_000],
    [3, 1_440_000, 2_160_000],
  ])('after attempt %i is between %i and %i ms', (attempt, least, most) => {
    const failed = { attempt, retryAfterMs: undefined };
    expect([retryDelayMs(failed, WAITS, 0), retryDelayMs(failed, WAITS, 1)]).toEqual([least, most]);
  });

  test('after the last there is none', () => {
    expect(retryDelayMs({ attempt: 4, retryAfterMs: 1 }, WAITS, 0.5)).toBeUndefined();
  });

  test.each([
    [0, 5000],
    [7000, 7000],
    [10_000, 10_000],
    [86_400_000, 10_000],
  ])('a receiver that asks for %i ms gets %i, before jitter', (retryAfterMs, expected) => {
    expect(retryDelayMs({ attempt: 1, retryAfterMs }, WAITS, 0.5)).toBe(expected);
  });

  test.each([
    ['7', 7000],
    ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['2026-01-02', undefined],
    [undefined, undefined],
  ])('Retry-After: %s asks for %s ms', (text, expected) => {
    expect(readRetryAfter(text, Date.UTC(2026, 0, 2, 3, 4, 5))).toBe(expected);
  });
});

describe('the state after an attempt', () => {
  const after = (status: number, trigger: AttemptTrigger, attempt: number) =>
    stateAfter(
      { outcome: outcomeOf(status), trigger, attempt },
      { retryMs: [5000, 300_000], nowMs: 1000, random: 0.5 },
    );
  const outcomeOf = (status: number): AttemptOutcome => ({
    isSuccess: status === 200,
    startedAtMs: 0,
    durationMs: 1,
    url: 'https://receiver.example/',
    requestHeaders: {},
  });

  test.each([
    [200, 'auto', 1, 'succeeded', 0],
    [200, 'resend', 9, 'succeeded', 0],
    [500, 'auto', 1, 'pending', 6000],
    [500, 'auto', 2, 'pending', 301_000],
    [500, 'auto', 3, 'failed', 0],
    [500, 'resend', 1, 'failed', 0],
    [500, 'test', 1, 'failed', 0],
  ] as const)(
    'with status %i for trigger "%s" and attempt %i: %s',
    (status, trigger, attempt, state, nextAttemptAtMs) => {
      expect(after(status, trigger, attempt)).toEqual({ state, nextAttemptAtMs });
    },
  );
});

describe('the counter of failures', () => {
  const of = (attempts: string) =>
    [...attempts].reduce(
      (change, one) =>
        afterAttempt(change, { isSuccess: one === '+' || one === '*', isAuto: one === '+' || one === '-' }),
      NO_CHANGE,
    );

  test.each([
    ['', 3, 3],
    ['-', 3, 4],
    ['--+', 3, 0],
    ['+--', 3, 2],
    ['t', 3, 3],
    ['*', 3, 0],
    ['-*-', 3, 1],
    ['-t-', 8, 10],
  ])('%s from %i gives %i', (attempts, before, after) => {
    expect(counterAfter(before, of(attempts))).toBe(after);
  });

  test.each([
    [0, 0, 10],
    [0, 10, 0],
    [9, 0, 1],
    [9, 1, 0],
    [10, 0, 0],
    [12, 0, 0],
  ])('after %i failures and with %i attempts running, %i more may start', (counter, underWay, left) => {
    expect(attemptsLeft(counter, underWay)).toBe(left);
  });
});

describe('shares', () => {
  test('one project leaves room for others, and waiting projects are served in turn', () => {
    const shares = createShares({ all: 4, each: 3, requests: () => ({ atOnce: 0, answered: 0 }) });
    const calls: string[] = [];
    const take = (store: 'p_a' | 'p_b' | 'p_c') => shares.take(store, () => void calls.push(store));
    expect([take('p_a'), take('p_a'), take('p_a'), take('p_a')]).toEqual([true, true, true, false]);
    expect([take('p_b'), take('p_b'), take('p_c')]).toEqual([true, false, false]);
    shares.give('p_b');
    expect(calls).toEqual(['p_b', 'p_c']);
    shares.give('p_a');
    expect(calls).toEqual(['p_b', 'p_c', 'p_a']);
  });
});

describe('the delivery pace', () => {
  const crowd = { atOnce: 64, answered: 400 };
  const after = (allowance: Allowance, utilization: number, started = 300, requests = crowd) =>
    allowanceAfter(allowance, { requests, utilization, started });

  test('halves at each sample while many requests share a busy event loop, but never reaches zero', () => {
    const starts = [];
    let allowance = ALL;
    for (let sample = 0; sample < 7; sample++) {
      allowance = after(allowance, 0.95, Math.min(allowance.starts, 300));
      starts.push(allowance.starts);
    }
    expect(starts).toEqual([150, 75, 37, 18, 9, STARTS_MIN, STARTS_MIN]);
  });

  test.each([
    ['deliveries alone keep the loop busy', { atOnce: 0, answered: 0 }],
    ['few requests arrive at once', { atOnce: 7, answered: 400 }],
    ['many requests run for long', { atOnce: 64, answered: 2 }],
  ])('holds nothing back when %s', (_, requests) => {
    expect(after(ALL, 1, 300, requests)).toBe(ALL);
  });

  test('grows while the event loop has time, until nothing is held back', () => {
    const slow = { starts: 10, calmSamples: 0 };
    expect(after(slow, 0.2).starts).toBe(14);
    expect(after(slow, 0.4)).toEqual(slow);
    expect(after({ starts: 400, calmSamples: 0 }, 0.2).starts).toBe(Number.POSITIVE_INFINITY);
  });

  test('recovers after a second of quiet, not after a shorter pause', () => {
    const quiet = { atOnce: 1, answered: 1 };
    let allowance: Allowance = { starts: STARTS_MIN, calmSamples: 0 };
    for (let sample = 0; sample < 19; sample++) allowance = after(allowance, 0.2, 1, quiet);
    expect(allowance.starts).toBe(STARTS_MIN);
    expect(after(allowance, 0.9).calmSamples).toBe(0);
    expect(after(allowance, 0.2, 1, quiet)).toBe(ALL);
  });
});

describe('signatures', () => {
  const signed = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    body: '{"test": 2432232314}',
  };

  test('match the published vector of Standard Webhooks', () => {
    const headers = signatureHeaders(signed, [signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')]);
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('match the published vector of GitHub, which signs the same way', () => {
    const hello = { ...signed, body: 'Hello, World!' };
    expect(signatureHeaders(hello, [signingKey("It's a Secret to Everybody")])['x-webhook-signature']).toBe(
      '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });

  test('during a rotation both secrets sign the header that allows two signatures, and only the new one signs the other', () => {
    const [present, old] = [signingKey('new'), signingKey('old')];
    const both = signatureHeaders(signed, [present, old]);
    const [withNew, withOld] = [signatureHeaders(signed, [present]), signatureHeaders(signed, [old])];
    expect(both['x-webhook-signature']).toBe(withNew['x-webhook-signature']);
    expect(both['webhook-signature']).toBe(`${withNew['webhook-signature']} ${withOld['webhook-signature']}`);
  });

  test('are absent without a secret', () => {
    expect(signatureHeaders(signed, [])).toEqual({});
  });
});
