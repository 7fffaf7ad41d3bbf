import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createTestClock } from '../../test/index.ts';
import { createDatabase } from '../database/index.ts';
import { createJobs } from '../jobs/index.ts';
import { createIds } from '../platform/ids.ts';
import { silentLogger } from '../platform/logger.ts';
import { createMail, type MailGrant } from './index.ts';

const STORE = 'p_00000000000000000000000000000001';
const HOUR_MS = 3_600_000;
const MAIL = {
  store: STORE,
  to: 'ada@example.test',
  subject: 'Hello',
  text: 'In words',
  html: '<p>In words</p>',
} as const;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface DeliveredMail {
  readonly to: readonly string[];
  readonly raw: string;
}

/** A real SMTP server that accepts everything, or answers with `refusal`. */
async function startMailServer(port = 0, refusal?: number) {
  const received: DeliveredMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Tests close it before the connection that the service keeps for 20 s.
    closeTimeout: 1,
    onRcptTo: (_address, _session, done) => {
      if (refusal === undefined) return done();
      done(Object.assign(new Error('No'), { responseCode: refusal }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  closers.push(close);
  return { received, close, port: (server.server.address() as AddressInfo).port };
}

interface MailSettings {
  readonly smtpPort?: number;
  readonly mode?: 'development' | 'production';
  readonly departure?: MailGrant;
}

const DEPARTS: MailGrant = { isGranted: true, resetSeconds: 1, takeBack: async () => undefined };

async function openMail(settings: MailSettings = {}) {
  const clock = createTestClock();
  const directory = await mkdtemp(join(tmpdir(), 'mail-test-'));
  closers.push(() => rm(directory, { recursive: true, force: true }));
  const database = await createDatabase({ url: undefined, directory, clock, logger: silentLogger });
  closers.push(() => database.close());
  const jobs = createJobs({ database, clock, ids: createIds(clock), logger: silentLogger, isShared: false });
  const mail = createMail({
    database,
    jobs,
    clock,
    masterKey: new Uint8Array(32).fill(7),
    mode: settings.mode ?? 'production',
    smtpUrl: settings.smtpPort === undefined ? undefined : `smtp://127.0.0.1:${settings.smtpPort}`,
    from: 'Service <service@example.test>',
    host: () => 'service.test',
    mailboxStores: async () => 'all',
    takeMail: async () => settings.departure ?? DEPARTS,
  });
  closers.push(() => mail.close());
  const send = async (changes: Partial<Parameters<typeof mail.sendLater>[0]> = {}): Promise<void> => {
    await database.write(STORE, [await mail.sendLater({ ...MAIL, ...changes })]);
  };
  return { clock, database, jobs, mail, send };
}

test('a mail goes out once, as text and HTML, from the configured sender', async () => {
  const server = await startMailServer();
  const { jobs, send } = await openMail({ smtpPort: server.port });
  await send({ replyTo: 'reply@example.test', fromName: 'My app' });
  await jobs.runUntilIdle();
  await jobs.runUntilIdle();
  expect(server.received).toHaveLength(1);
  const parsed = await PostalMime.parse(server.received[0]?.raw ?? '');
  expect(server.received[0]?.to).toEqual(['ada@example.test']);
  expect(parsed.from).toMatchObject({ name: 'My app', address: 'service@example.test' });
  expect(parsed.replyTo).toMatchObject([{ address: 'reply@example.test' }]);
  expect(parsed.subject).toBe('Hello');
  expect(parsed.text?.trim()).toBe('In words');
  expect(parsed.html?.trim()).toBe('<p>In words</p>');
});

test('user input cannot add headers or recipients', async () => {
  const server = await startMailServer();
  const { jobs, send } = await openMail({ smtpPort: server.port });
  await send({ subject: 'Hi\r\nBcc: eve@example.test', fromName: 'App\r\nX-Evil: 1' });
  await jobs.runUntilIdle();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.to).toEqual(['ada@example.test']);
  const parsed = await PostalMime.parse(server.received[0]?.raw ?? '');
  expect(parsed.bcc ?? []).toEqual([]);
  expect(parsed.headers.map(({ key }) => key)).not.toContain('x-evil');
});

test('an hour without a mail server loses no mail', async () => {
  const server = await startMailServer();
  await server.close();
  const { jobs, send, clock } = await openMail({ smtpPort: server.port });
  await send();
  for (let tries = 0; tries < 12; tries += 1) {
    await jobs.runUntilIdle();
    clock.advance(HOUR_MS / 12);
  }
  const back = await startMailServer(server.port);
  clock.advance(HOUR_MS);
  await jobs.runUntilIdle();
  expect(back.received).toHaveLength(1);
});

test('a permanently refused recipient is not retried', async () => {
  const server = await startMailServer(0, 550);
  const { jobs, send, clock, database } = await openMail({ smtpPort: server.port });
  await send();
  await jobs.runUntilIdle();
  clock.advance(HOUR_MS);
  await jobs.runUntilIdle();
  const rows = await database.query(STORE, { text: 'SELECT state, attempts FROM _jobs', values: [] });
  expect(rows).toEqual([{ state: 'dead', attempts: 1 }]);
});

test('a failing mail server is reported with its error, but a refused recipient is not', async () => {
  const { jobs, send, mail, clock } = await openMail({ smtpPort: 1 });
  expect(mail.lastFailure()).toBeUndefined();
  await send();
  await jobs.runUntilIdle();
  expect(mail.lastFailure()).toEqual({ atMs: clock.now(), error: expect.stringContaining('ECONNREFUSED') });
  const refusing = await startMailServer(0, 550);
  const other = await openMail({ smtpPort: refusing.port });
  await other.send();
  await other.jobs.runUntilIdle();
  expect(other.mail.lastFailure()).toBeUndefined();
});

test('in development without a mail server the mail is in the mailbox, once', async () => {
  const { jobs, send, database } = await openMail({ mode: 'development' });
  await send();
  await jobs.runUntilIdle();
  const rows = await database.query('control', { text: 'SELECT recipient, subject FROM mailbox', values: [] });
  expect(rows).toEqual([{ recipient: 'ada@example.test', subject: 'Hello' }]);
});

test('the queue never stores the content of a mail in clear text', async () => {
  const { send, database } = await openMail();
  await send({ text: 'secret-link-4711' });
  const [row] = await database.query(STORE, { text: 'SELECT payload FROM _jobs', values: [] });
  expect(row).toBeDefined();
  expect(JSON.stringify(row)).not.toContain('secret-link-4711');
  expect(JSON.stringify(row)).not.toContain('ada@example.test');
});

test('the mailbox stores the content and links of a mail sealed', async () => {
  const { database, jobs, send } = await openMail({ mode: 'development' });
  await send();
  await jobs.runUntilIdle();
  const rows = await database.query('control', { text: 'SELECT * FROM mailbox', values: [] });
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('In words');
});

test('a project over its hourly mail limit delays the next mail without counting a failed attempt', async () => {
  const server = await startMailServer();
  const departure = { isGranted: false, resetSeconds: 1800, takeBack: async () => undefined };
  const { clock, database, jobs, send } = await openMail({ smtpPort: server.port, departure });
  await send();
  await jobs.runUntilIdle();
  const jobsLeft = () => database.query(STORE, { text: 'SELECT attempts, run_at FROM _jobs', values: [] });
  expect(await jobsLeft()).toMatchObject([{ attempts: 0, run_at: clock.now() + 1_800_000 }]);
  expect(server.received).toHaveLength(0);
  departure.isGranted = true;
  clock.advance(1_800_000);
  await jobs.runUntilIdle();
  expect(server.received).toHaveLength(1);
});
