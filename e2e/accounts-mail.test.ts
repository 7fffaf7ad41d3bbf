import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient } from './harness/api-client.ts';
import { createScene, type Scene } from './harness/each-engine.ts';
import { findPort } from './harness/find-port.ts';
import { type MailServer, type ReceivedMail, startMailServer } from './harness/mail-server.ts';
import { linkIn, tokenIn } from './harness/mailbox.ts';
import { startService } from './harness/service-process.ts';

const PASSWORD = 'a calm and long password';
const PUBLIC_URL = 'https://api.example.com';
const FROM = 'Example <no-reply@example.com>';

const cleanUp = new AsyncDisposableStack();
let mailServer: MailServer;
let scene: Scene;

beforeAll(async () => {
  mailServer = cleanUp.use(await startMailServer());
  const service = cleanUp.use(await startService({ env: mailEnvironment(mailServer.url) }));
  scene = await createScene(service);
  await scene.cloud.patch('/projects/shop', { allowed_origins: ['https://shop.example'] });
});

afterAll(() => cleanUp.disposeAsync());

function mailEnvironment(smtpUrl: string): Record<string, string> {
  return {
    SERVICE_MODE: 'production',
    SERVICE_PUBLIC_URL: PUBLIC_URL,
    SERVICE_SMTP_URL: smtpUrl,
    SERVICE_MAIL_FROM: FROM,
  };
}

function textOf({ content }: ReceivedMail): { text: string } {
  return { text: content.text ?? '' };
}

test('a mail has plain text and HTML, the app’s name as its sender, and a link to the configured address only', async () => {
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const made = await scene.anyone.call('POST', '/auth/signup', {
    body: { email: 'ann@example.com', password: PASSWORD, redirect_to: 'https://shop.example/welcome' },
    headers: forged,
  });
  expect(made.status, made.text).toBe(201);
  const [mail] = await mailServer.until('ann@example.com', 1);
  if (mail === undefined) throw new Error('there is no mail');
  expect(mail.from).toBe('no-reply@example.com');
  expect(mail.to).toEqual(['ann@example.com']);
  expect(mail.content.from).toEqual({ name: 'Shop', address: 'no-reply@example.com' });
  expect(mail.content.subject).toBe('Confirm your e-mail address');
  expect(mail.raw).toMatch(/^content-type: multipart\/alternative/im);
  expect(mail.raw).toMatch(/^auto-submitted: auto-generated/im);
  expect(linkIn(textOf(mail)).href).toMatch(
    /^https:\/\/api\.example\.com\/api\/baas\/shop\/auth\/verify\?token=[\w-]{43}$/,
  );
  expect(mail.content.html).toContain(linkIn(textOf(mail)).href);
  expect(mail.raw).not.toContain('evil.example');
  const verified = await scene.anyone.post('/auth/verify-email', { token: tokenIn(textOf(mail)), password: PASSWORD });
  expect(verified.status).toBe(200);
});

test('the owner’s own template is used for the next mail, and text from users is not in it', async () => {
  const words = { subject: 'Hello from {{app_name}}', text: 'Come in, {{email}}:\n\n{{link}}', button: 'Come in' };
  const changed = await scene.cloud.call('PUT', '/projects/shop/mail-templates/verify_email', { body: words });
  expect(changed.status).toBe(200);
  const signedUp = await scene.anyone.post('/auth/signup', {
    email: 'ben@example.com',
    password: PASSWORD,
    name: 'Win a prize at evil.example',
  });
  const [mail] = await mailServer.until('ben@example.com', 1);
  expect(mail?.content.subject).toBe('Hello from Shop');
  expect(mail?.content.text).toMatch(/^Come in, ben@example\.com:\n\nhttps:/);
  expect(mail?.raw).not.toContain('prize');

  // The public address is https, although no trusted proxy says so.
  const [session = '', ...others] = signedUp.headers.getSetCookie();
  expect(session).toMatch(/^__Host-shop_session=/);
  for (const cookie of [session, ...others]) expect(cookie).toMatch(/; Secure$/);
  expect(signedUp.headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test.each([
  'ann@example.com\r\nBcc: spy@example.com',
  'ann@example.com,spy@example.com',
  'Ann <ann@example.com>',
  'ann@example.com\u0000',
  'ann\uff20example.com',
  'ann@example\u3002com',
  `${'a'.repeat(315)}@x.io`,
])('an address like %j is refused, and no mail is sent', async (email) => {
  const before = mailServer.mails.length;
  for (const path of ['/auth/signup', '/auth/forgot-password', '/auth/resend-verification', '/auth/login']) {
    const json = path.endsWith('word') || path.endsWith('verification') ? { email } : { email, password: PASSWORD };
    expect((await scene.anyone.post(path, json)).status, path).toBe(400);
  }
  expect(mailServer.mails.length).toBe(before);
});

test('a promised mail is sent exactly once, even if the process was killed before the mail server was reachable', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-kill-'));
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await findPort();
  const env = mailEnvironment(`smtp://127.0.0.1:${port}`);
  const first = await startService({ env, dataDir });
  const shop = await createScene(first);
  const addresses = Array.from({ length: 5 }, (_, n) => `kept-${n}@example.com`);
  const answers = await Promise.all(
    addresses.map((email) => shop.anyone.post('/auth/signup', { email, password: PASSWORD })),
  );
  expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 201));
  await first.end('SIGKILL');

  const late = cleanUp.use(await startMailServer(port));
  const second = await startService({ env, dataDir });
  for (const address of addresses) {
    const [mail] = await late.until(address, 1);
    if (mail === undefined) throw new Error('there is no mail');
    const again = createApiClient(`${second.url}/api/baas/shop`, shop.publicKey);
    expect((await again.post('/auth/verify-email', { token: tokenIn(textOf(mail)), password: PASSWORD })).status).toBe(
      200,
    );
  }
  await second.stop();
  expect(late.mails.map(({ to }) => to[0]).toSorted()).toEqual(addresses);
}, 60_000);
