import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ApiClient, at, textAt } from './harness/api-client.ts';
import { createScene, onEachEngine } from './harness/each-engine.ts';
import { findPort } from './harness/find-port.ts';
import { startMailServer } from './harness/mail-server.ts';
import { mailsTo } from './harness/mailbox.ts';
import { startService } from './harness/service-process.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const OWNER = 'owner@example.com';

const cleanUp = new AsyncDisposableStack();
afterAll(() => cleanUp.disposeAsync());

async function setOwner(cloud: ApiClient): Promise<void> {
  const set = await cloud.patch('/projects/shop/settings', { inbox: { notify_email: OWNER } });
  expect(set.status).toBe(200);
}

onEachEngine(
  (scene) => {
    test('a message reaches the owner, who can read, archive and search it', async () => {
      const { anyone, cloud } = scene();
      await setOwner(cloud);
      const sent = await anyone.post('/messages', { body: 'Do you have tea?', from_email: 'ann@example.com' });
      expect([sent.status, at(sent.body, 'data', 'delivered'), at(sent.body, 'count')]).toEqual([201, true, 1]);
      const [mail] = await mailsTo(cloud, OWNER, 1);
      expect(mail?.subject).toBe('New message from ann@example.com');
      const list = await cloud.get('/projects/shop/messages?search=TEA');
      expect([at(list.body, 'count'), at(list.body, 'unread')]).toEqual([1, 1]);
      expect(at(list.body, 'data', 0)).toMatchObject({ body: 'Do you have tea?', status: 'unread', metadata: {} });
      const one = `/projects/shop/messages/${textAt(sent.body, 'data', 'id')}`;
      expect(at((await cloud.patch(one, { status: 'archived' })).body, 'data', 'status')).toBe('archived');
      expect(at((await cloud.get('/projects/shop/messages')).body, 'unread')).toBe(0);
      expect((await cloud.get('/projects/shop/messages/export?format=csv')).text).toContain('Do you have tea?');
    });

    test('a plain form needs no key, and spam is kept in its own folder', async () => {
      const { service, cloud } = scene();
      const send = (body: string) =>
        fetch(`${service.url}/api/baas/shop/messages`, { method: 'POST', headers: FORM, body });
      expect((await send('body=From+a+form&topic=tea')).status).toBe(201);
      expect((await send('body=From+a+form&topic=tea')).status).toBe(201);
      expect((await send('body=Buy+now&_gotcha=1')).status).toBe(201);
      expect((await send('body=x&_next=https%3A%2F%2Fevil.example')).status).toBe(400);
      const spam = await cloud.get('/projects/shop/messages?status=spam&order=id');
      expect([at(spam.body, 'data', 0, 'spam_reason'), at(spam.body, 'data', 1, 'spam_reason')]).toEqual([
        'duplicate',
        'honeypot',
      ]);
    });

    test('a closed inbox accepts nothing and says so', async () => {
      const { anyone, cloud } = scene();
      await cloud.patch('/projects/shop/settings', { inbox: { enabled: false } });
      const refused = await anyone.post('/messages', { body: 'Hello?' });
      expect([refused.status, refused.body]).toEqual([
        200,
        { data: { delivered: false, reason: 'channel_disabled' }, count: 0 },
      ]);
    });
  },
  { SERVICE_MODE: 'development' },
);

test('if the process is killed before the mails of messages were sent, each is sent once afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-inbox-'));
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await findPort();
  const env = { SERVICE_SMTP_URL: `smtp://127.0.0.1:${port}`, SERVICE_MAIL_FROM: 'Shop <shop@example.com>' };
  const first = await startService({ env, dataDir });
  const { anyone, cloud } = await createScene(first);
  await setOwner(cloud);
  const texts = Array.from({ length: 8 }, (_, n) => `Message number ${n}.`);
  const answers = await Promise.all(
    texts.map((body, n) => anyone.post('/messages', { body, from_email: `a${n}@example.com` })),
  );
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 201));
  await first.end('SIGKILL');

  const late = cleanUp.use(await startMailServer(port));
  const second = await startService({ env, dataDir });
  const mails = await late.until(OWNER, texts.length);
  await second.stop();
  expect(late.mails).toHaveLength(texts.length);
  const seen = mails.map(({ content }) => `${content.text?.split('\n')[0]?.trim()} ${content.replyTo?.[0]?.address}`);
  expect(seen.toSorted()).toEqual(texts.map((text, n) => `${text} a${n}@example.com`));
}, 60_000);
