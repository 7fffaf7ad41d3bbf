import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import {
  type Api,
  createApi,
  createTestClock,
  receivedMails,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import type { Message } from './messages-store.ts';

const HOUR_MS = 3_600_000;
const OWNER = 'owner@example.com';

const clock = createTestClock();
let dataDir: string;
let postgres: PostgresDatabase;
let one: TestServer;
let other: TestServer;
let project: TestProject;
let senders: readonly Api[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shared-inbox-'));
  postgres = await createPostgresDatabase();
  const config = {
    dataDir,
    database: { engine: 'postgres', url: postgres.url },
    mode: 'development',
    rateLimits: true,
    trustedProxies: ['127.0.0.1', '::1'],
  } as const;
  one = await startTestServer({ config, clock });
  other = await startTestServer({ config, clock });
  project = await one.createProject();
  await project.cloudApi('/settings', { method: 'PATCH', json: { inbox: { notify_email: OWNER } } });
  senders = [one, other].map(({ url }) => {
    const api = createApi(url, project.publicKey);
    return (path, init) => api(`/api/baas/${project.id}${path}`, init);
  });
});
afterAll(async () => {
  await Promise.all([one?.close(), other?.close()]);
  await postgres?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends from a different address for each message, unless one is given. */
function send(n: number, body: string, from = `10.0.0.${n}`) {
  const api = senders[n % 2];
  if (api === undefined) throw new Error('There is no such process.');
  return api('/messages', { json: { body }, headers: { 'x-forwarded-for': from } });
}

async function messages(): Promise<readonly Message[]> {
  const search = '/messages?status=all&order=id&limit=1000';
  return (await project.cloudApi<{ data: Message[] }>(search)).body.data;
}

test('two processes that share a database mail every message once, in ten mails and a digest', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => send(n, `message number ${n}.`)));
  const mails = async () => {
    await Promise.all([one.runJobsUntilIdle(), other.runJobsUntilIdle()]);
    return await receivedMails(one, OWNER);
  };
  // A process does not wait for jobs that the other one runs.
  await expect.poll(mails, { timeout: 10_000 }).toHaveLength(10);
  clock.advance(HOUR_MS);
  await expect.poll(mails, { timeout: 10_000 }).toHaveLength(11);
  const text = (await receivedMails(one, OWNER)).map((mail) => mail.text).join('\n');
  for (let n = 0; n < 40; n += 1) expect(text.split(`message number ${n}.`)).toHaveLength(2);
  await expect.poll(async () => (await messages()).filter((message) => message.notified_at === null)).toEqual([]);
});

test("two processes that share a database count one caller's messages together and detect duplicates", async () => {
  for (let n = 0; n < 8; n += 1) await send(n, `from one caller, ${n}`, '10.0.1.1');
  // The clock stands still, so ids of the two processes have no order between them.
  const counted = (await messages())
    .filter(({ body }) => body.startsWith('from one caller'))
    .toSorted((a, b) => (a.body < b.body ? -1 : 1));
  expect(counted.map(({ spam_reason: reason }) => reason)).toEqual([
    ...Array.from({ length: 5 }, () => null),
    ...Array.from({ length: 3 }, () => 'rate'),
  ]);
  await Promise.all(Array.from({ length: 10 }, (_, n) => send(n, 'the same text', `10.0.2.${n}`)));
  const reasons = (await messages())
    .filter(({ body }) => body === 'the same text')
    .map(({ spam_reason: reason }) => reason ?? 'none');
  expect(reasons.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'duplicate'), 'none']);
});
