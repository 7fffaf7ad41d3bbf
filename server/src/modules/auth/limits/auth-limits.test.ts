import { describe, expect, test } from 'vitest';
import { type Api, createTestClock, ENGINES, type Reply, startTestServer } from '../../../../test/index.ts';
import { CONSOLE } from '../../../callers/index.ts';
import type { StoreName } from '../../../database/database.ts';

import type { Clock } from '../../../platform/clock.ts';
import { createAuthLimits, type LimitedCall } from './index.ts';

const PASSWORD = 'a calm and long password';
const MINUTE_MS = 60_000;

const LOCAL = ['127.0.0.1', '::1'];

function headersOf(ip: string): Record<string, string> {
  return { 'x-forwarded-for': ip };
}

function guess(api: Api, n: number, ip: string): Promise<Reply> {
  const json = { email: 'ann@example.com', password: `wrong password ${n}` };
  return api('/auth/login', { json, headers: headersOf(ip) });
}

describe.each(ENGINES)('guesses at one account on %s', (engine) => {
  test('end after ten in a quarter of an hour from one network, whether or not there is such an account', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { rateLimits: true } });
    const { api, cloudApi } = await server.createProject();
    for (const email of ['ann@example.com', 'ben@example.com']) {
      await cloudApi('/users', { json: { email, password: PASSWORD } });
    }
    const logIn = (email: string, password: string): Promise<Reply> =>
      api('/auth/login', { json: { email, password } });
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      for (let n = 0; n < 10; n += 1) {
        expect((await logIn(email, `wrong password ${n}`)).status).toBe(401);
        // The limit of the network address is another one: ten in a minute.
        clock.advance(10_000);
      }
      const refused = await logIn(email, PASSWORD);
      expect(refused.status, email).toBe(429);
      expect(refused.body).toMatchObject({ code: 'rate_limited' });
      expect(refused.headers.get('retry-after')).toBe(String(15 * 60 - 100));
      expect(refused.headers.get('ratelimit-limit')).toBe('10');
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      clock.advance(MINUTE_MS);
    }
    expect((await logIn('ben@example.com', PASSWORD)).status, 'another account').toBe(200);
    clock.advance(15 * MINUTE_MS);
    expect((await logIn('ann@example.com', PASSWORD)).status, 'after the wait').toBe(200);
  });

  test('at the same moment are ten as well, and none of them is answered for the eleventh', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { rateLimits: true, trustedProxies: LOCAL } });
    const { api, cloudApi } = await server.createProject();
    await cloudApi('/users', { json: { email: 'ann@example.com', password: PASSWORD } });
    // One network of IPv6, whose caller has all of it, and so no limit for each address.
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(api, n, `2001:db8:0:1::${n}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(401));
    clock.advance(MINUTE_MS);
    expect((await guess(api, 11, '2001:db8:0:1::ff')).status).toBe(429);
  });

  test('are no right passwords: signing in often locks nobody out', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { rateLimits: true } });
    const { api, cloudApi } = await server.createProject();
    await cloudApi('/users', { json: { email: 'ann@example.com', password: PASSWORD } });
    for (let n = 0; n < 14; n += 1) {
      const json = { email: 'ann@example.com', password: PASSWORD };
      expect((await api('/auth/login', { json })).status).toBe(200);
      clock.advance(7000);
    }
  });
});

/** Those of a single process, which need no database. */
function limitsInMemory(clock: Clock) {
  return createAuthLimits({
    clock,
    isOn: true,
    isShared: false,
    ids: () => '',
    onError: () => undefined,
    database: undefined as never,
  });
}

test('guesses from many networks lock out neither another network nor, past a hundred, a browser known to the account', async () => {
  const clock = createTestClock();
  const limits = limitsInMemory(clock);
  const project = { ...CONSOLE, store: 'p_1' as StoreName };
  const call = (ip: string): LimitedCall => ({
    project,
    caller: { kind: 'anonymous' },
    ip,
    showQuota: () => undefined,
  });
  const fail = (ip: string, device?: string) => limits.countFailure(call(ip), 'ann@example.com', device);
  for (let network = 0; network < 10; network += 1) {
    for (let n = 0; n < 10; n += 1) await fail(`10.0.${network}.1`);
    await expect(fail(`10.0.${network}.1`)).rejects.toMatchObject({ code: 'rate_limited' });
    // A right password takes the failure back that was counted for it.
    if (network < 9) await (await fail('10.8.8.1'))();
  }
  await expect(fail('10.9.9.9')).rejects.toMatchObject({ code: 'rate_limited' });
  await (await fail('10.9.9.9', 'known'))();
  clock.advance(60 * MINUTE_MS);
  await (await fail('10.9.9.9'))();
});

test('mails leave for an address five times an hour and kind, and for a project a hundred times', async () => {
  const clock = createTestClock();
  const limits = limitsInMemory(clock);
  const project = { store: 'p_1' as StoreName };
  const sent: boolean[] = [];
  for (let minute = 0; minute < 10; minute += 1) {
    sent.push(await limits.mayMail(project, 'reset', 'ann@example.com'));
    expect(await limits.mayMail(project, 'reset', 'ann@example.com'), 'within a minute').toBe(false);
    clock.advance(MINUTE_MS);
  }
  expect(sent).toEqual([...Array<boolean>(5).fill(true), ...Array<boolean>(5).fill(false)]);
  expect(await limits.mayMail(project, 'verification', 'ann@example.com')).toBe(true);
  expect(await limits.mayMail(project, 'reset', 'ben@example.com')).toBe(true);
  clock.advance(50 * MINUTE_MS);
  expect(await limits.mayMail(project, 'reset', 'ann@example.com'), 'an hour later').toBe(true);

  for (let n = 0; n < 100; n += 1) expect((await limits.takeMail('p_1')).isGranted).toBe(true);
  expect(await limits.takeMail('p_1')).toMatchObject({ isGranted: false, resetSeconds: 3600 });
  expect((await limits.takeMail('p_2')).isGranted, 'another project').toBe(true);
});
