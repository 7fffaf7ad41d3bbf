import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestClock,
  ENGINES,
  type Receiver,
  receivedMails,
  signUp,
  startReceiver,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import type { Message } from '../messages-store.ts';

const MINUTE_MS = 60_000;
const OWNER = 'owner@example.com';

interface SentMessage {
  readonly data: { readonly delivered: boolean; readonly id: string };
}

async function openProject(server: TestServer) {
  const project = await server.createProject();
  const owner = `${project.id}-${OWNER}`;
  await project.cloudApi('/settings', { method: 'PATCH', json: { inbox: { notify_email: owner } } });
  return { ...project, owner };
}

/** The status or spam reason of each message, oldest first. */
async function judged(project: TestProject): Promise<string[]> {
  const { body } = await project.cloudApi<{ data: readonly Message[] }>('/messages?status=all&order=id');
  return body.data.map(({ status, spam_reason: reason }) => reason ?? status);
}

describe.each(ENGINES)('spam on %s', (engine) => {
  const clock = createTestClock();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock, config: { mode: 'development' } });
  });
  afterAll(() => server?.close());

  it('with the honeypot field filled in is answered like a message and stored, and sends no mail', async () => {
    const project = await openProject(server);
    const json = await project.api<SentMessage>('/messages', { json: { body: 'Buy', _gotcha: 'x' } });
    const form = await project.api('/messages', {
      key: null,
      body: 'body=Buy+more&_gotcha=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    for (const answer of [json, form])
      expect(answer).toMatchObject({ status: 201, body: { data: { delivered: true } } });
    expect(await judged(project)).toEqual(['honeypot', 'honeypot']);
    expect(await receivedMails(server, project.owner)).toEqual([]);
  });

  it('is a text repeated within ten minutes of the last copy, whatever its sender and whitespace', async () => {
    const project = await openProject(server);
    const send = (body: string, from = 'a@example.com') =>
      project.api('/messages', { json: { body, from_email: from } });
    await send('Hello there');
    await send('Hello there', 'b@example.com');
    await send(' Hello\n there ');
    clock.advance(10 * MINUTE_MS - 1);
    await send('Hello there');
    await send('Hello There');
    clock.advance(10 * MINUTE_MS);
    await send('Hello there');
    expect(await judged(project)).toEqual(['unread', 'duplicate', 'duplicate', 'duplicate', 'unread', 'unread']);
    expect(await receivedMails(server, project.owner)).toHaveLength(3);
  });

  it('is every copy but one of concurrent equal texts', async () => {
    const project = await openProject(server);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => project.api('/messages', { json: { body: 'Hello' } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect((await judged(project)).toSorted()).toEqual([...Array.from({ length: 19 }, () => 'duplicate'), 'unread']);
    expect(await receivedMails(server, project.owner)).toHaveLength(1);
  });

  it('is a text with more than ten links, unless it comes with a secret key', async () => {
    const project = await openProject(server);
    const json = { body: 'https://example.com '.repeat(11) };
    await project.api('/messages', { json });
    clock.advance(20 * MINUTE_MS);
    await project.secretApi('/messages', { json });
    expect(await judged(project)).toEqual(['links', 'unread']);
  });

  it('that a person restores becomes a normal message, and sends no mail', async () => {
    const project = await openProject(server);
    const { body } = await project.api<SentMessage>('/messages', { json: { body: 'Buy', _gotcha: 'x' } });
    await project.cloudApi(`/messages/${body.data.id}`, { method: 'PATCH', json: { status: 'unread' } });
    expect(await judged(project)).toEqual(['unread']);
    expect(await receivedMails(server, project.owner)).toEqual([]);
  });
});

describe.each(ENGINES)('messages of one caller on %s', (engine) => {
  it('are spam after five and refused after sixty in ten minutes, separately for each project', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { rateLimits: true } });
    const project = await openProject(server);
    const other = await openProject(server);
    let sent = 0;
    const send = (init = {}) => {
      sent += 1;
      return project.api('/messages', { json: { body: `Message ${sent}` }, ...init });
    };
    expect((await project.api('/messages', { json: { body: ' ' } })).status).toBe(400);
    for (let n = 0; n < 59; n += 1) expect((await send()).status).toBe(201);
    const refused = await send();
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBe(600);
    expect(refused.headers.get('ratelimit-limit')).toBe('60');
    const page = await project.api('/messages', {
      key: null,
      body: 'body=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    });
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '600']);
    expect(page.text).toContain('Message not sent');
    expect(await judged(project)).toEqual([
      ...Array.from({ length: 5 }, () => 'unread'),
      ...Array.from({ length: 54 }, () => 'rate'),
    ]);
    expect((await project.secretApi('/messages', { json: { body: 'Order' } })).status).toBe(201);
    expect((await other.api('/messages', { json: { body: 'Hello' } })).status).toBe(201);
    expect(await judged(other)).toEqual(['unread']);
    clock.advance(10 * MINUTE_MS);
    expect((await send()).status).toBe(201);
    expect((await judged(project)).at(-1)).toBe('unread');
  });

  it('with two spam reasons are labelled with the rate', async () => {
    await using server = await startTestServer({ engine, config: { rateLimits: true } });
    const project = await openProject(server);
    for (let n = 0; n < 6; n += 1) await project.api('/messages', { json: { body: n < 5 ? `${n}` : '0' } });
    expect((await judged(project)).at(-1)).toBe('rate');
  });
});

describe.each(ENGINES)('a captcha on %s', (engine) => {
  let provider: Receiver;
  let server: TestServer;
  beforeAll(async () => {
    provider = await startReceiver();
    server = await startTestServer({ engine, config: { outboundAllow: [provider.host] } });
  });
  afterAll(async () => {
    await server?.close();
    await provider?.close();
  });

  /** Form bodies of the requests to the provider, starting with number `from`. */
  const bodiesSince = (from: number) =>
    provider.requests
      .slice(from)
      .map(({ body }) => Object.fromEntries(new URLSearchParams(Buffer.from(body).toString())));

  async function openGuarded(verifyUrl = provider.url) {
    const project = await openProject(server);
    const captcha = { provider: 'turnstile', secret: 'hush', verify_url: verifyUrl };
    const set = await project.cloudApi('/settings', { method: 'PATCH', json: { inbox: { captcha } } });
    expect(set.status).toBe(200);
    return { ...project, asked: bodiesSince.bind(undefined, provider.requests.length) };
  }

  it.each<[string, string | undefined, { status?: number; body: string }, string]>([
    ['that was solved', 'token', { body: '{"success":true}' }, 'unread'],
    ['that was not solved', 'token', { body: '{"success":false,"error-codes":["invalid-input-response"]}' }, 'captcha'],
    ['that was left out', undefined, { body: '{"success":true}' }, 'captcha'],
    [
      'of a wrong secret',
      'token',
      { body: '{"success":false,"error-codes":["invalid-input-secret"]}' },
      'captcha_unavailable',
    ],
    ['whose provider fails', 'token', { status: 500, body: 'Oops' }, 'captcha_unavailable'],
  ])('%s', async (_, token, script, expected) => {
    provider.script = script;
    const project = await openGuarded();
    const json = { body: 'Hello', ...(token !== undefined && { captcha_token: token }) };
    expect((await project.api('/messages', { json })).status).toBe(201);
    expect(await judged(project)).toEqual([expected]);
    expect(project.asked()).toEqual(token === undefined ? [] : [{ secret: 'hush', response: 'token' }]);
  });

  it("is read from plain forms under the provider's field name", async () => {
    provider.script = { body: '{"success":true}' };
    const project = await openGuarded();
    await project.api('/messages', {
      key: null,
      body: 'body=Hello&cf-turnstile-response=from-form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await judged(project)).toEqual(['unread']);
    expect(project.asked()).toEqual([{ secret: 'hush', response: 'from-form' }]);
  });

  it('stores the message when its provider is unreachable or blocked', async () => {
    for (const url of ['http://127.0.0.1:9/', 'http://169.254.169.254/latest']) {
      const project = await openGuarded(url);
      expect((await project.api('/messages', { json: { body: 'Hello', captcha_token: 't' } })).status).toBe(201);
      expect(await judged(project)).toEqual(['captcha_unavailable']);
    }
  });

  it('is not checked for signed-in users, secret keys and messages that are spam anyway', async () => {
    const project = await openGuarded();
    const user = await signUp(project.api);
    await user.api('/messages', { json: { body: 'Hello' } });
    await project.secretApi('/messages', { json: { body: 'Hello 2' } });
    await project.api('/messages', { json: { body: 'Buy', captcha_token: 't', _gotcha: 'x' } });
    expect(await judged(project)).toEqual(['unread', 'unread', 'honeypot']);
    expect(project.asked()).toEqual([]);
  });
});
