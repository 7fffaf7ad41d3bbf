import { describe, expect, it } from 'vitest';
import {
  createTestClock,
  ENGINES,
  linkIn,
  type ReceivedMail,
  receivedMails,
  startTestServer,
  type TestClock,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import { createMember } from '../../../../test/operators.ts';
import type { Message } from '../messages-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OWNER = 'owner@example.com';

interface Place {
  readonly server: TestServer;
  readonly clock: TestClock;
  readonly project: TestProject;
  send(body: string, more?: Record<string, unknown>): Promise<string>;
  mails(to?: string): Promise<readonly ReceivedMail[]>;
  messages(): Promise<readonly Message[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

async function openPlace(engine: (typeof ENGINES)[number], notifyEmail: string | null = OWNER): Promise<Place> {
  const clock = createTestClock();
  const server = await startTestServer({ engine, clock, config: { mode: 'development' } });
  const project = await server.createProject({ name: 'Tea' });
  await project.cloudApi('/settings', { method: 'PATCH', json: { inbox: { notify_email: notifyEmail } } });
  return {
    server,
    clock,
    project,
    async send(body, more = {}) {
      const json = { body, ...more };
      return (await project.api<{ data: { id: string } }>('/messages', { json })).body.data.id;
    },
    mails: (to = OWNER) => receivedMails(server, to),
    messages: async () =>
      (await project.cloudApi<{ data: Message[] }>('/messages?status=all&order=id&limit=1000')).body.data,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

describe.each(ENGINES)('the notification address on %s', (engine) => {
  it('receives notifications once its reader has confirmed it; until then the owners do', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { mode: 'development' } });
    const project = await server.createProject({ name: 'Tea' });
    const owner = await createMember(server, project, 'owner', OWNER);
    const set = (notify_email: string) =>
      owner.api<{ data: { inbox: object } }>(`/projects/${project.id}/settings`, {
        method: 'PATCH',
        json: { inbox: { notify_email } },
      });
    const shown = (await set('ann@example.com')).body.data.inbox;
    expect(shown).toMatchObject({ notify_email: 'ann@example.com', notify_email_confirmed: false });
    const [asked] = await receivedMails(server, 'ann@example.com');
    const link = linkIn(asked);
    const path = `${link.pathname}${link.search}`;
    await project.api('/messages', { json: { body: 'One' } });
    expect((await receivedMails(server, OWNER)).map(({ subject }) => subject)).toHaveLength(1);
    expect(await receivedMails(server, 'ann@example.com')).toHaveLength(1);

    // Opening the page does not confirm the address, because mail scanners open links, too.
    expect((await server.api(path)).status).toBe(200);
    const confirm = (token: string | null) =>
      server.api(link.pathname, {
        body: new URLSearchParams({ token: token ?? '' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await confirm('made up')).status).toBe(400);
    expect((await confirm(link.searchParams.get('token'))).status).toBe(200);
    await project.api('/messages', { json: { body: 'Two' } });
    expect(await receivedMails(server, 'ann@example.com')).toHaveLength(2);
    expect(await receivedMails(server, OWNER)).toHaveLength(1);

    // Another address needs a confirmation of its own, and the old link does not confirm it.
    expect((await set('ben@example.com')).body.data.inbox).toMatchObject({ notify_email_confirmed: false });
    expect((await confirm(link.searchParams.get('token'))).status).toBe(400);
    clock.advance(8 * 24 * HOUR_MS);
    const late = linkIn((await receivedMails(server, 'ben@example.com'))[0]).searchParams.get('token');
    expect((await confirm(late)).status).toBe(400);
  });
});

describe.each(ENGINES)('the owner on %s', (engine) => {
  it('receives a mail with the sender as Reply-To, and the message records when', async () => {
    await using place = await openPlace(engine);
    const { clock, project } = place;
    await place.send('Hello', { from_name: 'Ann <b>', from_email: 'ann@example.com', metadata: { topic: 'tea' } });
    expect(await place.mails()).toMatchObject([
      { subject: 'New message from Ann <b>', reply_to: 'ann@example.com', from: expect.stringMatching(/^Tea </) },
    ]);
    const [mail] = await place.mails();
    expect(mail?.text).toMatch(new RegExp(`/console/p/${project.id}/inbox\\?message=[0-9a-f-]{36}\\s`));
    expect(mail?.html).toContain('Ann &lt;b&gt;');
    // The clock stands still, so the time is exact; mail-server-down.test.ts covers mails that leave later.
    expect(await place.messages()).toMatchObject([{ notified_at: new Date(clock.now()).toISOString() }]);
    expect(await place.mails()).toHaveLength(1);
  });

  it('means every owner of the project, and no other member, when no address is set', async () => {
    await using place = await openPlace(engine, null);
    const { server, project } = place;
    const [ann, bob] = [await createMember(server, project, 'owner', 'ann@example.com'), 'bob@example.com'];
    await createMember(server, project, 'owner', bob);
    const admin = await createMember(server, project, 'admin');
    const count = async (to: string) => (await place.mails(to)).filter(({ subject }) => /message/.test(subject)).length;
    await place.send('Hello');
    expect([await count(ann.email), await count(bob), await count(admin.email)]).toEqual([1, 1, 0]);
  });

  it('may be missing: then messages stay unnotified', async () => {
    await using place = await openPlace(engine, null);
    await place.send('Hello');
    await place.server.runJobsUntilIdle();
    expect(await place.messages()).toMatchObject([{ status: 'unread', notified_at: null }]);
  });

  it('receives ten mails an hour and a digest of the rest at its end, each message once', async () => {
    await using place = await openPlace(engine);
    const { clock } = place;
    for (let n = 1; n <= 25; n += 1) {
      await place.send(`message number ${n}.`);
      if (n % 5 === 0) await place.server.runJobsUntilIdle();
      clock.advance(MINUTE_MS);
    }
    const first = await place.mails();
    expect(first.map(({ subject }) => subject)).toEqual(Array.from({ length: 10 }, () => 'New message from a visitor'));
    expect((await place.messages()).filter(({ notified_at: at }) => at === null)).toHaveLength(15);
    clock.advance(HOUR_MS - 25 * MINUTE_MS - 1);
    expect(await place.mails()).toHaveLength(10);
    clock.advance(5 * MINUTE_MS);
    const all = await place.mails();
    expect(all[10]?.subject).toBe('15 more messages');
    expect(all).toHaveLength(11);
    const text = all.map((mail) => mail.text).join('\n');
    for (let n = 1; n <= 25; n += 1) expect(text.split(`message number ${n}.`)).toHaveLength(2);
    expect((await place.messages()).filter(({ notified_at: at }) => at === null)).toEqual([]);
    await place.send('The next hour');
    expect(await place.mails()).toHaveLength(12);
    clock.advance(3 * HOUR_MS);
    expect(await place.mails()).toHaveLength(12);
  });

  it('receives each of sixty concurrent messages once', async () => {
    await using place = await openPlace(engine);
    await Promise.all(Array.from({ length: 60 }, (_, n) => place.send(`message number ${n}.`)));
    expect(await place.mails()).toHaveLength(10);
    place.clock.advance(HOUR_MS);
    const all = await place.mails();
    expect(all.at(-1)?.subject).toBe('50 more messages');
    const text = all.map((mail) => mail.text).join('\n');
    for (let n = 0; n < 60; n += 1) expect(text.split(`message number ${n}.`)).toHaveLength(2);
  });

  it('is not mailed messages that were deleted or marked as spam before the digest', async () => {
    await using place = await openPlace(engine);
    for (let n = 1; n <= 10; n += 1) await place.send(`message ${n}`);
    await place.server.runJobsUntilIdle();
    const deleted = await place.send('Deleted');
    const spam = await place.send('Put away');
    await place.send('Kept');
    await place.project.cloudApi(`/messages/${deleted}`, { method: 'DELETE' });
    await place.project.cloudApi(`/messages/${spam}`, { method: 'PATCH', json: { status: 'spam' } });
    await place.server.runJobsUntilIdle();
    place.clock.advance(HOUR_MS);
    const last = (await place.mails()).slice(10);
    expect(last).toHaveLength(1);
    expect(last[0]?.text).toMatch(/^Kept\n/);
  });

  it('of a deleted project receives nothing more', async () => {
    await using place = await openPlace(engine);
    for (let n = 1; n <= 12; n += 1) await place.send(`message ${n}`);
    await place.server.runJobsUntilIdle();
    await place.project.cloudApi('', { method: 'DELETE' });
    place.clock.advance(HOUR_MS);
    expect(await place.mails()).toHaveLength(10);
  });
});
