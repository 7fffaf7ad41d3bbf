import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createTestClock, startTestServer } from '../../../../test/index.ts';
import type { Message } from '../messages-store.ts';

const MINUTE_MS = 60_000;

async function startMailServer(port = 0) {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      buffer(stream)
        .then(async (bytes) => {
          mails.push(await PostalMime.parse(bytes));
          done();
        })
        .catch(done);
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  // Waits for open connections to end, so the service under test must close first.
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { mails, close, port: (server.server.address() as AddressInfo).port, [Symbol.asyncDispose]: close };
}

test('after an hour without a mail server each message is mailed exactly once, with the time it was sent', async () => {
  const clock = createTestClock();
  const stopped = await startMailServer();
  await stopped.close();
  const mail = { smtpUrl: `smtp://127.0.0.1:${stopped.port}`, from: 'Shop <shop@example.com>' };
  await using closing = new AsyncDisposableStack();
  const server = await startTestServer({ clock, config: { mail } });
  const later: AsyncDisposable[] = [server];
  closing.defer(async () => {
    for (const one of later) await one[Symbol.asyncDispose]();
  });
  const project = await server.createProject({ name: 'Shop' });
  await project.cloudApi('/settings', { method: 'PATCH', json: { inbox: { notify_email: 'owner@example.com' } } });
  const messages = async () => (await project.cloudApi<{ data: Message[] }>('/messages?order=id')).body.data;
  const send = (n: number) => project.api('/messages', { json: { body: `message number ${n}.` } });

  for (let n = 0; n < 12; n += 1) await send(n);
  await server.runJobsUntilIdle();
  clock.advance(59 * MINUTE_MS);
  await server.runJobsUntilIdle();
  expect((await messages()).map(({ notified_at: at }) => at)).toEqual(Array.from({ length: 12 }, () => null));

  const back = await startMailServer(stopped.port);
  later.push(back);
  clock.advance(61 * MINUTE_MS);
  await server.runJobsUntilIdle();
  await server.runJobsUntilIdle();
  const texts = back.mails.map(({ text }) => text ?? '').join('\n');
  for (let n = 0; n < 12; n += 1) expect(texts.split(`message number ${n}.`)).toHaveLength(2);
  expect(back.mails).toHaveLength(11);
  const leftAt = new Date(clock.now()).toISOString();
  expect((await messages()).map(({ notified_at: at }) => at)).toEqual(Array.from({ length: 12 }, () => leftAt));
}, 60_000);

test('nothing that a visitor types can add a header or a recipient to the mail', async () => {
  await using mailServer = await startMailServer();
  const mail = { smtpUrl: `smtp://127.0.0.1:${mailServer.port}`, from: 'Shop <shop@example.com>' };
  await using server = await startTestServer({ config: { mail } });
  const project = await server.createProject({ name: 'Shop' });
  await project.cloudApi('/settings', { method: 'PATCH', json: { inbox: { notify_email: 'owner@example.com' } } });
  const evil = 'x\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script>';
  await project.api('/messages', {
    json: { body: evil, from_name: 'Ann, "B" <eve@example.com>', metadata: { [evil]: evil } },
    headers: { referer: 'https://example.com/?a=%0D%0ABcc:%20eve@example.com' },
  });
  await server.runJobsUntilIdle();
  expect(mailServer.mails).toHaveLength(1);
  const [received] = mailServer.mails;
  expect(received?.to?.map(({ address }) => address)).toEqual(['owner@example.com']);
  expect([received?.cc, received?.bcc, received?.replyTo]).toEqual([undefined, undefined, undefined]);
  expect(received?.subject).toBe('New message from Ann, "B" <eve@example.com>');
  expect(received?.html).not.toContain('<script');
});
