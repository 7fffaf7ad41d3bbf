import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from './harness/api-client.ts';
import { createScene, type Scene } from './harness/each-engine.ts';
import { mailsTo } from './harness/mailbox.ts';
import { type ServiceProcess, startService } from './harness/service-process.ts';

const PASSWORD = 'a calm and long password';

let service: ServiceProcess;

beforeAll(async () => {
  service = await startService({ env: { SERVICE_RATE_LIMITS: 'on', SERVICE_MODE: 'development' } });
});
afterAll(() => service.stop());

/** Limits count per project, so every test has its own. */
function sceneCalled(id: string): Promise<Scene> {
  return createScene(service, id);
}

function statusesOf(answers: readonly ApiAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('one address gets ten sign-ins a minute, whatever the spelling and the headers, and then hears how long to wait', async () => {
  const { anyone } = await sceneCalled('guesses');
  const answers: ApiAnswer[] = [];
  for (let n = 0; n < 14; n += 1) {
    answers.push(
      await anyone.call('POST', ['/auth/login', '/auth/log%69n'][n % 2] ?? '', {
        body: { email: `person-${n}@example.com`, password: PASSWORD },
        headers: {
          'x-forwarded-for': `10.0.0.${n}`,
          'x-real-ip': `10.0.1.${n}`,
          forwarded: `for=10.0.2.${n}`,
          'user-agent': `agent-${n}`,
        },
      }),
    );
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  const refused = answers.at(-1);
  expect(refused?.body).toMatchObject({ code: 'rate_limited' });
  expect(refused?.headers.get('ratelimit-limit')).toBe('10');
  expect(refused?.headers.get('ratelimit-remaining')).toBe('0');
  const wait = Number(refused?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  expect(refused?.headers.get('ratelimit-reset')).toBe(String(wait));
  expect(answers[0]?.headers.get('ratelimit-remaining')).toBe('9');
});

test('simultaneous sign-ins cannot exceed the limit of ten', async () => {
  const { anyone } = await sceneCalled('crowd');
  const body = { email: 'ann@example.com', password: PASSWORD };
  const answers = await Promise.all(Array.from({ length: 30 }, () => anyone.post('/auth/login', body)));
  expect(statusesOf(answers)).toEqual({ 401: 10, 429: 20 });
});

test('one address can create ten accounts an hour, while reads and writes continue', async () => {
  const { anyone, secret } = await sceneCalled('signups');
  const answers: ApiAnswer[] = [];
  for (let n = 0; n < 12; n += 1) {
    answers.push(await anyone.post('/auth/signup', { email: `new-${n}@example.com`, password: PASSWORD }));
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429, 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await anyone.get('/auth/config')).status).toBe(200);
  const own = await secret.post('/auth/signup', { email: 'server@example.com', password: PASSWORD });
  expect(own.status, 'a secret key is exempt').toBe(201);
});

test('a second mail of the same kind to an address within a minute is not sent, and the answer does not show it', async () => {
  const { anyone, cloud } = await sceneCalled('mails');
  await cloud.post('/projects/mails/users', { email: 'ann@example.com', password: PASSWORD });
  const asked = await Promise.all(
    Array.from({ length: 5 }, () => anyone.post('/auth/forgot-password', { email: 'ann@example.com' })),
  );
  expect(statusesOf(asked)).toEqual({ 202: 5 });
  expect((await anyone.post('/auth/resend-verification', { email: 'ann@example.com' })).status).toBe(202);
  const mails = await mailsTo(cloud, 'ann@example.com', 2);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(['Confirm your e-mail address', 'Set a new password']);
});
