import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestClock,
  ENGINES,
  expectEffects,
  signUp,
  startTestServer,
  type TestServer,
} from '../../../test/index.ts';
import type { Message } from './messages-store.ts';

interface SentMessage {
  readonly data: { readonly delivered: boolean; readonly id: string };
  readonly code: string;
  readonly details: { readonly fields: Record<string, string> };
}

interface ListedMessages {
  readonly data: readonly Message[];
  readonly count: number;
}

const USER = '018f0000-0000-7000-8000-0000000000aa';
const START = '2026-01-02T03:04:05.000Z';

describe.each(ENGINES)('messages as JSON on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock: createTestClock(Date.parse(START)) });
  });
  afterAll(() => server?.close());

  async function openProject() {
    const project = await server.createProject();
    return {
      ...project,
      all: async () => (await project.cloudApi<ListedMessages>('/messages?status=all')).body.data,
    };
  }

  it('a repeated Idempotency-Key replays the answer and stores one message', async () => {
    const project = await openProject();
    const headers = { 'idempotency-key': 'key-1' };
    const send = (body: string, more = {}) =>
      project.api<SentMessage>('/messages', { json: { body }, headers, ...more });
    const [first, ...others] = await Promise.all([send('Hello'), send('Hello'), send('Hello')]);
    for (const other of others) expect([other.status, other.text]).toEqual([201, first?.text]);
    const again = await send('Hello');
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first?.text, 'true']);
    expect(await project.all()).toMatchObject([{ body: 'Hello', status: 'unread' }]);
    const twin = { headers: { 'idempotency-key': 'key-2' } };
    const spam = await send('Hello', twin);
    expect((await send('Hello', twin)).text).toBe(spam.text);
    expect((await project.all()).map(({ spam_reason: reason }) => reason)).toEqual(['duplicate', null]);
    expect(await send('Other')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect((await send('Hello', { user: { id: USER } })).body.data.id).not.toBe(first?.body.data.id);
    expect((await project.api('/messages', { json: { body: 'x' }, headers: { 'idempotency-key': 'ä' } })).status).toBe(
      400,
    );
  });

  it.each<[number, string, Parameters<TestServer['api']>[1]]>([
    [401, 'missing_key', { json: { body: 'a' }, key: null }],
    [401, 'invalid_key', { json: { body: 'a' }, key: 'pk_made_up' }],
    [400, 'invalid_json', { body: '{', headers: { 'content-type': 'application/json' } }],
    [400, 'invalid_json', { method: 'POST', headers: { 'content-type': 'application/json' } }],
    [415, 'unsupported_media_type', { body: 'a', headers: { 'content-type': 'text/plain' } }],
    [413, 'payload_too_large', { body: `"${'a'.repeat(2_097_152)}"`, headers: { 'content-type': 'application/json' } }],
  ])('%i %s has no effects', async (status, code, init) => {
    const project = await openProject();
    await expectEffects({ server, project }, async () => {
      expect(await project.api('/messages', init)).toMatchObject({ status, body: { code } });
    });
  });

  describe('200', () => {
    it('a disabled channel stores nothing', async () => {
      const project = await openProject();
      await project.cloudApi('/settings', { method: 'PATCH', json: { inbox: { enabled: false } } });
      const answer = await project.api('/messages', { json: { body: 'Hello' } });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ data: { delivered: false, reason: 'channel_disabled' }, count: 0 });
      expect(await project.all()).toEqual([]);
    });
  });

  describe('201', () => {
    it('stores a message with the documented fields', async () => {
      const project = await openProject();
      const json = { body: 'Hello', from_name: 'Ann', from_email: 'Ann@Example.com', metadata: { topic: ['tea'] } };
      const headers = { referer: 'https://user:pass@example.com/contact?a=1#form' };
      const answer = await project.api<SentMessage>('/messages', { json, headers });
      expect(answer).toMatchObject({ status: 201, body: { data: { delivered: true }, count: 1 } });
      expect(answer.body.data).toEqual({ delivered: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      expect(await project.all()).toEqual([
        {
          id: answer.body.data.id,
          body: 'Hello',
          from_name: 'Ann',
          from_email: 'ann@example.com',
          user_id: null,
          sender_verified: false,
          metadata: { topic: ['tea'] },
          status: 'unread',
          spam_reason: null,
          source_url: 'https://example.com/contact?a=1',
          created_at: START,
          read_at: null,
          notified_at: null,
        },
      ]);
    });

    it('a message from a signed-in user carries the address of the account, whatever the body says', async () => {
      const project = await openProject();
      const user = await signUp(project.api, { name: 'Ann' });
      await user.api('/messages', { json: { body: 'Hello', from_email: 'boss@example.com' } });
      expect(await project.all()).toMatchObject([
        { from_email: user.email, from_name: 'Ann', user_id: user.user.id, sender_verified: false },
      ]);
      await project.cloudApi(`/users/${user.user.id}`, { method: 'PATCH', json: { email_verified: true } });
      await user.api('/messages', { json: { body: 'Hello again', from_name: 'Annie' } });
      expect((await project.all())[0]).toMatchObject({ from_name: 'Annie', sender_verified: true });
    });

    it('a secret key may send a message that has only a body', async () => {
      const project = await openProject();
      expect((await project.secretApi('/messages', { json: { body: 'Order 1' } })).status).toBe(201);
      expect(await project.all()).toMatchObject([
        { body: 'Order 1', user_id: null, from_email: null, source_url: null },
      ]);
    });
  });

  describe('400', () => {
    it('refuses invalid fields by name, and stores nothing', async () => {
      const project = await openProject();
      const answer = await project.api<SentMessage>('/messages', {
        json: { body: ' ', from_email: 'x', status: 'read' },
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      const fields = await project.api<SentMessage>('/messages', {
        json: { body: ' ', from_email: 'x', metadata: [] },
      });
      expect(Object.keys(fields.body.details.fields)).toEqual(['metadata']);
      expect((await project.api('/messages?x=1', { json: { body: 'a' } })).body).toMatchObject({
        code: 'unknown_parameter',
      });
      expect(await project.all()).toEqual([]);
    });

    it('5,000 emoji are accepted, 5,001 are refused', async () => {
      const project = await openProject();
      expect((await project.api('/messages', { json: { body: '👍'.repeat(5000) } })).status).toBe(201);
      expect((await project.api('/messages', { json: { body: '👍'.repeat(5001) } })).status).toBe(400);
      expect((await project.all()).map(({ body }) => Array.from(body).length)).toEqual([5000]);
    });
  });

  describe('404', () => {
    it('messages are invisible to other projects, and unreachable as table rows', async () => {
      const [one, other] = [await openProject(), await openProject()];
      await one.api('/messages', { json: { body: 'Hello' } });
      expect(await other.all()).toEqual([]);
      for (const name of ['messages', '_messages'])
        expect(await one.secretApi(`/data/${name}`)).toMatchObject({ status: 404, body: { code: 'table_not_found' } });
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect((await one.secretApi('/messages', { method })).status).toBe(405);
    });
  });
});
