import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiInit, ENGINES, signUp, startTestServer, type TestServer } from '../../../../test/index.ts';
import { rawRequest } from '../../../../test/raw-request.ts';
import type { Message } from '../messages-store.ts';

const FORM = 'application/x-www-form-urlencoded';
const PAGE = 'text/html,application/xhtml+xml';

describe.each(ENGINES)('plain forms on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server?.close());

  async function openProject() {
    const project = await server.createProject({ name: 'Tea & <Co>' });
    await project.cloudApi('', { method: 'PATCH', json: { allowed_origins: ['https://tea.example'] } });
    const all = async () => (await project.cloudApi<{ data: readonly Message[] }>('/messages?status=all')).body.data;
    const send = (body: string | Uint8Array, headers: Record<string, string> = {}, init: ApiInit = {}) =>
      project.api('/messages', { body, key: null, ...init, headers: { 'content-type': FORM, ...headers } });
    return { ...project, all, send };
  }

  it.each<[string, number, string | Uint8Array, Record<string, string>]>([
    ['no body', 400, 'from_name=Ann', {}],
    ['nothing', 400, '', {}],
    ['two bodies', 400, 'body=a&body=b', {}],
    ['a name of two lines', 400, 'body=a&from_name=a%0D%0ABcc%3A+b%40example.com', {}],
    ['an address of two lines', 400, 'body=a&from_email=a%40b.c%0D%0ABcc%3A+b%40example.com', {}],
    ['a malformed percent sign', 400, 'body=%', {}],
    ['invalid UTF-8', 400, Buffer.from('body=\xff', 'latin1'), {}],
    ['NUL', 400, 'body=a%00', {}],
    ['NUL in the name of a field', 400, 'body=a&b%00=c', {}],
    ['5,001 emoji', 400, `body=${encodeURIComponent('👍'.repeat(5001))}`, {}],
    ['ten thousand fields', 400, `body=a&${Array.from({ length: 10_000 }, (_, n) => `f${n}=1`).join('&')}`, {}],
    ['too much metadata', 400, `body=a&note=${'x'.repeat(16_384)}`, {}],
    ['more than 2 MiB', 413, `body=${'a'.repeat(2_097_152)}`, {}],
    ['files', 415, '--b\r\n\r\n--b--', { 'content-type': 'multipart/form-data; boundary=b' }],
    ['compressed bytes', 415, 'body=a', { 'content-encoding': 'gzip' }],
  ])('with %s get %i as JSON and as a page, and nothing is stored', async (_, status, body, headers) => {
    const { send, all } = await openProject();
    const answer = await send(body, headers);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    const page = await send(body, { ...headers, accept: PAGE });
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.text).toContain('role="alert"');
    expect(await all()).toEqual([]);
  });

  describe('200', () => {
    it('say so while the channel is disabled, and store nothing', async () => {
      const project = await openProject();
      await project.cloudApi('/settings', { method: 'PATCH', json: { inbox: { enabled: false } } });
      const json = await project.send('body=Hello&_next=https%3A%2F%2Ftea.example%2F');
      expect([json.status, json.body]).toEqual([
        200,
        { data: { delivered: false, reason: 'channel_disabled' }, count: 0 },
      ]);
      const page = await project.send('body=Hello', { accept: PAGE });
      expect([page.status, page.text.includes('does not accept messages')]).toEqual([200, true]);
    });
  });

  describe('201', () => {
    it('need no key; fields that are not part of a message become its metadata', async () => {
      const { send, all } = await openProject();
      const answer = await send(
        'body=Hello%0D%0Athere&from_name=Ann&from_email=a%40b.example&size=1&size=2&__proto__=x',
      );
      expect(answer).toMatchObject({ status: 201, body: { data: { delivered: true }, count: 1 } });
      expect(await all()).toMatchObject([
        { body: 'Hello\nthere', from_name: 'Ann', from_email: 'a@b.example', status: 'unread', user_id: null },
      ]);
      expect(JSON.stringify((await all())[0]?.metadata)).toBe('{"size":["1","2"],"__proto__":"x"}');
    });

    it('answer browsers with a page that links back only to an allowed origin', async () => {
      const { send } = await openProject();
      const page = await send('body=Hello', { accept: PAGE, referer: 'https://tea.example/contact?"><script>' });
      expect([page.status, page.headers.get('content-type')]).toEqual([201, 'text/html; charset=utf-8']);
      expect(page.text).toContain('Message sent');
      expect(page.text).toContain('Tea &amp; &lt;Co&gt;');
      expect(page.text).toContain('href="https://tea.example/contact?');
      expect(page.text).not.toContain('<script');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const elsewhere = await send('body=Other', { accept: PAGE, referer: 'https://evil.example/contact' });
      expect(elsewhere.text).not.toContain('evil.example');
    });

    it('are anonymous, whatever cookies the browser sends', async () => {
      const { send, all, api } = await openProject();
      const user = await signUp(api);
      const cookie = Array.from(user.cookies, ([name, value]) => `${name}=${value}`).join('; ');
      expect((await send('body=Hello&from_email=x%40example.com', { cookie })).status).toBe(201);
      const withKey = await api('/messages', {
        body: 'body=Hello+2&from_email=x%40example.com',
        headers: { 'content-type': FORM, cookie },
      });
      expect(withKey.status).toBe(201);
      expect(await all()).toMatchObject([
        { user_id: null, from_email: 'x@example.com', sender_verified: false },
        { user_id: null, from_email: 'x@example.com', sender_verified: false },
      ]);
    });

    it('keep line breaks in field names inside the metadata', async () => {
      const { send, all } = await openProject();
      expect((await send('body=a&x%0D%0ABcc%3A+b%40example.com=1')).status).toBe(201);
      expect((await all())[0]?.metadata).toEqual({ 'x\r\nBcc: b@example.com': '1' });
    });
  });

  describe('303', () => {
    it('redirect to _next on an allowed origin', async () => {
      const { send, all } = await openProject();
      const answer = await send('body=Hello&_next=https%3A%2F%2Ftea.example%2Fthanks', { accept: PAGE });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://tea.example/thanks']);
      expect((await all()).map(({ metadata }) => metadata)).toEqual([{}]);
    });
  });

  describe('400', () => {
    it('with _next on another origin store nothing', async () => {
      const { send, all } = await openProject();
      const answer = await send('body=Hello&_next=https%3A%2F%2Fevil.example%2F');
      expect(answer).toMatchObject({ status: 400, body: { details: { fields: { _next: expect.any(String) } } } });
      expect(await all()).toEqual([]);
    });

    it('name the invalid fields on the page in words that visitors understand', async () => {
      const { send, all } = await openProject();
      const page = await send('body=%20&from_email=nope&from_name=a%0Ab', { accept: PAGE });
      expect(page.status).toBe(400);
      expect(page.text).toContain('Your message must not be blank.</p>');
      expect(page.text).toContain('Your name must be one line without control characters.</p>');
      expect(page.text).toContain('Your address must be an e-mail address.</p>');
      expect(await all()).toEqual([]);
    });
  });

  describe('401', () => {
    it('with an invalid key get 401', async () => {
      const { send, all } = await openProject();
      expect(await send('body=Hello', {}, { key: 'pk_made_up' })).toMatchObject({ status: 401 });
      expect(await all()).toEqual([]);
    });
  });

  describe('413', () => {
    it('are cut off at 2 MiB when they have no declared length', async () => {
      const project = await openProject();
      const head = `POST /api/baas/${project.id}/messages HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const chunk = `100000\r\n${'a'.repeat(0x100000)}\r\n`;
      const answer = await rawRequest(Number(new URL(server.url).port), `${head}${chunk}${chunk}${chunk}`);
      expect(answer.status).toBe(413);
      expect(await project.all()).toEqual([]);
    });
  });
});
