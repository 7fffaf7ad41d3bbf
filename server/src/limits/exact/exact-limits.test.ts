import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/index.ts';
import { CONSOLE } from '../../callers/index.ts';
import type { StoreName } from '../../database/database.ts';
import { createExactLimits, type LimitedCall } from './exact-limits.ts';

const MINUTE_MS = 60_000;

test('guesses from many networks do not lock out another network nor, past a hundred, a browser the account knows', async () => {
  const clock = createTestClock();
  const limits = createExactLimits({ clock, isOn: true });
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
    // A correct password takes back the failure that was counted for it.
    if (network < 9) await (await fail('10.8.8.1'))();
  }
  await expect(fail('10.9.9.9')).rejects.toMatchObject({ code: 'rate_limited' });
  await (await fail('10.9.9.9', 'known'))();
  clock.advance(60 * MINUTE_MS);
  await (await fail('10.9.9.9'))();
});

test('an address gets at most five mails of each kind an hour, and a project sends at most a hundred', async () => {
  const clock = createTestClock();
  const limits = createExactLimits({ clock, isOn: true });
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

test('calls that count several times are refused as a whole, and the refusal says how many are left', async () => {
  const limits = createExactLimits({ clock: createTestClock(), isOn: true });
  const take = (weight: number) => limits.calls.take({ store: 'p_1', kind: 'ai', caller: 'ann' }, 10, weight);
  expect(await take(7)).toMatchObject({ isGranted: true, remaining: 3 });
  expect(await take(4)).toMatchObject({ isGranted: false, remaining: 3 });
  expect(await take(3)).toMatchObject({ isGranted: true, remaining: 0 });
  expect(await take(1)).toMatchObject({ isGranted: false, remaining: 0 });
});
