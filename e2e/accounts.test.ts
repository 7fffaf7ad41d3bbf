import { describe, expect, test } from 'vitest';
import { type ApiAnswer, at, textAt } from './harness/api-client.ts';
import { CookieJar, receivedCookies } from './harness/cookie-jar.ts';
import { createTable, onEachEngine, type Scene } from './harness/each-engine.ts';
import { linkIn, mailsTo, tokenIn } from './harness/mailbox.ts';
import { codeOf } from './harness/one-time-codes.ts';

const PASSWORD = 'a calm and long password';
const SECOND = 'another calm and long password';
const OWNED = { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' };

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

function codeIn({ status, body }: Reply): string {
  return `${status} ${textAt(body, 'code')}`;
}

function attributesOf(answer: ApiAnswer, name: string): Record<string, string> {
  const cookie = receivedCookies(answer).find((each) => each.name === name);
  return Object.fromEntries(cookie?.attributes ?? []);
}

/** The cookies of a session. */
const SIGNED_IN = ['shop_refresh', 'shop_session', 'shop_signed_in'];

// Steps of a person with curl and a cookie jar; each builds on the earlier ones.
onEachEngine(
  (scene) => {
    const jars = new Map<string, CookieJar>();
    const jarOf = (name: string): CookieJar => {
      const jar = jars.get(name) ?? new CookieJar(scene().anyone);
      jars.set(name, jar);
      return jar;
    };
    const ann = (): CookieJar => jarOf('ann');
    const email = 'ann@example.com';

    const setAuth = async (auth: object): Promise<void> => {
      const changed = await scene().cloud.patch('/projects/shop/settings', { auth });
      expect(changed.status, changed.text).toBe(200);
    };

    describe('an account', () => {
      test('begins with a sign-up whose answer does not show whether the address is taken', async () => {
        await createTable(scene(), { name: 'notes', columns: [{ name: 'title', type: 'text' }], rules: OWNED });
        await setAuth({ verification_required: true });
        const config = await ann().get('/auth/config');
        expect(config.body).toEqual({
          data: {
            signup_enabled: true,
            verification_required: true,
            password: { min_length: 8 },
            providers: [],
            mfa: { totp: true },
            passkeys: { enabled: false },
          },
          count: 1,
        });
        const waiting = { data: { user: null, session: null, verification_required: true }, count: 1 };
        const body = { email: ' Ann@Example.com ', password: PASSWORD, name: 'Ann', metadata: { plan: 'gold' } };
        const made = await ann().post('/auth/signup', body);
        expect([made.status, made.body]).toEqual([201, waiting]);
        // This cookie proves later that the link is opened in the browser that signed up.
        expect(ann().names).toEqual(['shop_sign_up']);
        const early = await ann().post('/auth/login', { email, password: PASSWORD });
        expect(codeIn(early)).toBe('403 email_not_verified');
      });

      test('is confirmed by a link in a mail, which works once and only after a deliberate click', async () => {
        const [mail] = await mailsTo(scene().cloud, email, 1);
        if (mail === undefined) throw new Error('there is no mail');
        expect(mail.subject).toBe('Confirm your e-mail address');
        const link = linkIn(mail);
        expect(`${link.origin}${link.pathname}`).toBe(
          `http://localhost:${scene().service.port}/api/baas/shop/auth/verify`,
        );
        expect(mail.html).toContain(link.href.replaceAll('&', '&amp;'));
        const path = `/auth/verify${link.search}`;
        for (const method of ['GET', 'HEAD', 'GET']) {
          const page = await jarOf('scanner').call(method, path, { headers: { authorization: '' } });
          expect(page.status).toBe(200);
          expect(page.headers.get('content-type')).toMatch(/^text\/html/);
        }
        const token = tokenIn(mail);
        const verified = await ann().post('/auth/verify-email', { token });
        expect(verified.status, verified.text).toBe(200);
        expect(verified.body).toMatchObject({ data: { user: { email, email_verified: true } } });
        expect(codeIn(await ann().post('/auth/verify-email', { token }))).toBe('400 invalid_token');
        const again = await jarOf('other').post('/auth/signup', { email, password: SECOND });
        expect(again.body).toEqual({ data: { user: null, session: null, verification_required: true }, count: 1 });
        // The same answer as for an unused address, so it does not reveal the account.
        const other = await jarOf('other').post('/auth/login', { email, password: SECOND });
        expect(codeIn(other)).toBe('403 email_not_verified');
      });

      test('is signed in by two cookies that scripts cannot read, and a hint cookie without a secret', async () => {
        const signedIn = await ann().post('/auth/login', { email: 'ANN@example.com', password: PASSWORD });
        expect(signedIn.status, signedIn.text).toBe(200);
        expect(ann().names).toEqual(expect.arrayContaining(SIGNED_IN));
        const secret = { 'max-age': '900', path: '/', httponly: '', samesite: 'Lax' };
        expect(attributesOf(signedIn, 'shop_session')).toEqual(secret);
        expect(attributesOf(signedIn, 'shop_refresh')).toEqual({ ...secret, 'max-age': '2592000' });
        const { httponly: _none, ...readable } = { ...secret, 'max-age': '2592000' };
        expect(attributesOf(signedIn, 'shop_signed_in')).toEqual(readable);
        expect(ann().value('shop_signed_in')).toBe('1');
        for (const name of ['shop_session', 'shop_refresh']) expect(signedIn.text).not.toContain(ann().value(name));
        const me = await ann().get('/auth/me');
        expect(me.body).toMatchObject({
          data: { user: { email, name: 'Ann', metadata: { plan: 'gold' }, role: null, providers: ['password'] } },
        });
        expect(textAt(signedIn.body, 'data', 'session', 'id')).toBe(textAt(me.body, 'data', 'session', 'id'));
      });

      test('owns the rows it creates, which other users cannot see or claim', async () => {
        const made = await ann().post('/data/notes', { title: 'mine' });
        expect(made.status).toBe(201);
        const userId = textAt((await ann().get('/auth/me')).body, 'data', 'user', 'id');
        expect(textAt(made.body, 'data', 'owner_id')).toBe(userId);
        expect(codeIn(await ann().post('/data/notes', { title: 'x', owner_id: userId }))).toBe('400 read_only_column');
        const ben = jarOf('ben');
        await setAuth({ verification_required: false });
        expect((await ben.post('/auth/signup', { email: 'ben@example.com', password: PASSWORD })).status).toBe(201);
        expect((await ben.get('/data/notes')).body).toEqual({ data: [], count: 0 });
        const path = `/data/notes/${textAt(made.body, 'data', 'id')}`;
        expect(codeIn(await ben.get(path))).toBe('404 row_not_found');
        expect((await ben.call('PATCH', path, { body: { title: 'theirs' } })).status).toBe(404);
        expect((await ann().get('/data/notes')).body).toMatchObject({ data: [{ title: 'mine' }], count: 1 });
        expect(codeIn(await scene().anyone.get('/data/notes'))).toBe('401 not_authenticated');
      });

      test('cannot give itself a role, an id, a verified address or another password', async () => {
        const before = await ann().get('/auth/me');
        for (const body of [
          { role: 'admin' },
          { id: textAt(before.body, 'data', 'user', 'id') },
          { email_verified: true },
          { email: 'root@example.com' },
          { password: SECOND },
          { disabled: false },
          { mfa_enabled: false },
        ]) {
          expect(codeIn(await ann().call('PATCH', '/auth/me', { body })), JSON.stringify(body)).toBe(
            '400 validation_failed',
          );
        }
        const changed = await ann().call('PATCH', '/auth/me', { body: { name: 'Ann B.', metadata: { plan: 'none' } } });
        expect(changed.body).toMatchObject({
          data: { user: { name: 'Ann B.', metadata: { plan: 'none' }, role: null } },
        });
      });

      test('is accepted only with the public key of its own project', async () => {
        const { cloud, service } = scene();
        const made = await cloud.post('/projects', { name: 'Other', id: 'other' });
        const key = textAt(made.body, 'data', 'public_key');
        const headers = { authorization: `Bearer ${key}`, cookie: ann().header.replaceAll('shop_', 'other_') };
        const there = await fetch(`${service.url}/api/baas/other/auth/me`, { headers });
        expect(there.status).toBe(401);
        expect((await ann().call('GET', '/auth/me', { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
      });
    });

    describe('a session', () => {
      test('is renewed by its refresh cookie; neither a lost answer nor a second tab ends it', async () => {
        const tab = ann().copy();
        const first = await ann().post('/auth/refresh');
        expect(first.status, first.text).toBe(200);
        expect(ann().value('shop_refresh')).not.toBe(tab.value('shop_refresh'));
        const second = await tab.post('/auth/refresh');
        expect(second.status).toBe(200);
        expect(tab.header).toBe(ann().header);
        expect((await tab.get('/auth/me')).status).toBe(200);
      });

      test('that has expired gets session_expired on every call until it is refreshed', async () => {
        const tab = ann().copy();
        tab.delete('shop_session');
        expect(codeIn(await tab.get('/auth/me'))).toBe('401 session_expired');
        expect(codeIn(await tab.get('/data/notes'))).toBe('401 session_expired');
        expect((await tab.post('/auth/refresh')).status).toBe(200);
        expect((await tab.get('/data/notes')).status).toBe(200);
        expect((await ann().post('/auth/refresh')).status).toBe(200);
      });

      test('ends with all its descendants when an old refresh token is reused', async () => {
        const thief = new CookieJar(scene().anyone);
        await thief.post('/auth/login', { email, password: PASSWORD });
        const stale = thief.copy();
        await thief.post('/auth/refresh');
        await thief.post('/auth/refresh');
        expect(codeIn(await stale.post('/auth/refresh'))).toBe('401 session_expired');
        expect((await thief.get('/auth/me')).status).toBe(401);
        expect(codeIn(await thief.post('/auth/refresh'))).toBe('401 session_expired');
        expect((await ann().get('/auth/me')).status, 'another session is another family').toBe(200);
      });

      test.each(['session', 'refresh'])('with a forged or truncated %s cookie is refused', async (which) => {
        const genuine = ann().value(`shop_${which}`);
        for (const value of [genuine.slice(0, -2), `${genuine}x`, genuine.toUpperCase(), 'x', '%00', `"${genuine}"x`]) {
          const jar = `shop_${which}=${value}`;
          const { status } = await scene().anyone.call('POST', '/auth/refresh', { headers: { cookie: jar } });
          const me = await scene().anyone.call('GET', '/auth/me', { headers: { cookie: jar } });
          expect([status, me.status], value).toEqual([401, 401]);
        }
        expect((await ann().get('/auth/me')).status).toBe(200);
      });

      test('appears in its owner’s list and can be ended there', async () => {
        const phone = jarOf('phone');
        await phone.call('POST', '/auth/login', {
          body: { email, password: PASSWORD },
          headers: { 'user-agent': 'Phone/1' },
        });
        const listed = await ann().get('/auth/sessions');
        const sessions = at(listed.body, 'data');
        if (!Array.isArray(sessions)) throw new Error(listed.text);
        const phones: unknown[] = sessions.filter((each: unknown) => at(each, 'user_agent') === 'Phone/1');
        expect(phones).toEqual([expect.objectContaining({ ip: '127.0.0.1', current: false })]);
        expect(sessions.filter((each: unknown) => at(each, 'current') === true)).toHaveLength(1);
        const ben = await jarOf('ben').call('DELETE', `/auth/sessions/${textAt(phones[0], 'id')}`);
        expect(ben.status).toBe(404);
        expect((await phone.get('/auth/me')).status).toBe(200);
        expect((await ann().call('DELETE', `/auth/sessions/${textAt(phones[0], 'id')}`)).status).toBe(200);
        expect((await phone.get('/auth/me')).status).toBe(401);
      });

      test('cannot be started from a foreign page, whatever the page sends', async () => {
        const foreign = { origin: 'https://evil.example' };
        const body = { email, password: PASSWORD };
        expect(codeIn(await ann().call('POST', '/auth/login', { body, headers: foreign }))).toBe(
          '403 origin_not_allowed',
        );
        const write = await ann().call('POST', '/data/notes', { body: { title: 'forged' }, headers: foreign });
        expect(codeIn(write)).toBe('403 origin_not_allowed');
        expect(write.headers.get('access-control-allow-origin')).toBeNull();
        const local = await ann().call('GET', '/auth/me', { headers: { origin: 'http://localhost:3000' } });
        expect(local.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
        expect(local.headers.get('access-control-allow-credentials')).toBe('true');
      });
    });

    describe('a password', () => {
      test('can be changed with the current password, and the other sessions end', async () => {
        const other = new CookieJar(scene().anyone);
        await other.post('/auth/login', { email, password: PASSWORD });
        const wrong = { current_password: SECOND, new_password: SECOND };
        expect(codeIn(await ann().post('/auth/change-password', wrong))).toBe('401 invalid_credentials');
        const weak = { current_password: PASSWORD, new_password: 'password1' };
        expect(codeIn(await ann().post('/auth/change-password', weak))).toBe('400 weak_password');
        const right = { current_password: PASSWORD, new_password: SECOND };
        expect((await ann().post('/auth/change-password', right)).status).toBe(200);
        expect((await ann().get('/auth/me')).status).toBe(200);
        expect((await other.get('/auth/me')).status).toBe(401);
        expect((await other.post('/auth/login', { email, password: PASSWORD })).status).toBe(401);
      });

      test('that is forgotten is reset by mail, with the same answer for an unknown address', async () => {
        const asked = await ann().post('/auth/forgot-password', { email });
        const nobody = await ann().post('/auth/forgot-password', { email: 'nobody@example.com' });
        expect([asked.status, asked.body]).toEqual([202, { count: 1 }]);
        expect([nobody.status, nobody.body]).toEqual([202, { count: 1 }]);
        const foreign = { email, redirect_to: 'https://evil.example/' };
        expect(codeIn(await ann().post('/auth/forgot-password', foreign))).toBe('400 validation_failed');
        const token = await newestToken(scene(), email, 'Set a new password');
        expect(codeIn(await ann().post('/auth/reset-password', { token, password: 'short' }))).toBe(
          '400 weak_password',
        );
        const uses = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            ann()
              .copy()
              .post('/auth/reset-password', { token, password: `${PASSWORD}${n}` }),
          ),
        );
        const winners = uses.flatMap(({ status }, n) => (status === 200 ? [n] : []));
        expect(winners).toHaveLength(1);
        expect((await ann().get('/auth/me')).status).toBe(401);
        const password = `${PASSWORD}${winners[0]}`;
        expect((await ann().post('/auth/login', { email, password })).status).toBe(200);
        const right = { current_password: password, new_password: PASSWORD };
        expect((await ann().post('/auth/change-password', right)).status).toBe(200);
        const mails = await scene().cloud.get('/mailbox?to=nobody@example.com');
        expect(mails.body).toEqual({ data: [], count: 0 });
      });
    });

    test('sign-in requires the second factor once it is on, and each code works once', async () => {
      const enrolled = await ann().post('/auth/mfa/totp/enroll', {});
      const secret = textAt(enrolled.body, 'data', 'secret');
      expect(textAt(enrolled.body, 'data', 'otpauth_url')).toMatch(/^otpauth:\/\/totp\//);
      const first = codeOf(secret);
      const confirmed = await ann().post('/auth/mfa/totp/verify', { code: first });
      expect(confirmed.status, confirmed.text).toBe(200);
      const recovery = at(confirmed.body, 'data', 'recovery_codes');
      if (!Array.isArray(recovery)) throw new Error(confirmed.text);
      expect(new Set(recovery).size).toBe(10);
      const phone = new CookieJar(scene().anyone);
      const begin = async (): Promise<string> => {
        const asked = await phone.post('/auth/login', { email, password: PASSWORD });
        expect(asked.body).toMatchObject({ data: { mfa_required: true } });
        for (const name of SIGNED_IN) expect(phone.names).not.toContain(name);
        return textAt(asked.body, 'data', 'mfa_token');
      };
      const mfa_token = await begin();
      expect((await phone.post('/auth/mfa/challenge', { mfa_token, code: first })).status).toBe(401);
      const code = codeOf(secret, 1);
      expect((await phone.post('/auth/mfa/challenge', { mfa_token, code })).status).toBe(200);
      expect((await phone.get('/auth/me')).body).toMatchObject({ data: { user: { mfa_enabled: true } } });
      await phone.post('/auth/logout');
      const spent = { mfa_token: await begin(), code: recovery[0] };
      expect((await phone.post('/auth/mfa/challenge', spent)).status).toBe(200);
      await phone.post('/auth/logout');
      expect((await phone.post('/auth/mfa/challenge', { mfa_token: await begin(), code: recovery[0] })).status).toBe(
        401,
      );
      expect((await ann().call('DELETE', '/auth/mfa/totp', { body: { password: PASSWORD } })).status).toBe(200);
    });

    test('owners manage accounts, and their changes apply to the next request', async () => {
      const { cloud } = scene();
      const found = await cloud.get('/projects/shop/users?search=BEN');
      const id = textAt(found.body, 'data', 0, 'id');
      await cloud.patch('/projects/shop/tables/notes', { rules: { read: 'role:editor' } });
      const ben = jarOf('ben');
      expect((await ben.get('/data/notes')).status).toBe(403);
      expect((await cloud.patch(`/projects/shop/users/${id}`, { role: 'editor' })).status).toBe(200);
      expect((await ben.get('/data/notes')).body).toMatchObject({ count: 1 });
      expect((await cloud.patch(`/projects/shop/users/${id}`, { disabled: true })).status).toBe(200);
      expect((await ben.get('/data/notes')).status).toBe(401);
      expect(codeIn(await ben.post('/auth/login', { email: 'ben@example.com', password: PASSWORD }))).toBe(
        '403 user_disabled',
      );
      expect((await cloud.delete(`/projects/shop/users/${id}`)).status).toBe(200);
      expect((await ben.post('/auth/login', { email: 'ben@example.com', password: PASSWORD })).status).toBe(401);
      await cloud.patch('/projects/shop/tables/notes', { rules: OWNED });
    });

    test('a user can sign out on one device or all, and delete the account', async () => {
      const other = new CookieJar(scene().anyone);
      await other.post('/auth/login', { email, password: PASSWORD });
      const left = other.copy();
      expect((await other.post('/auth/logout')).status).toBe(200);
      for (const name of SIGNED_IN) expect(other.names).not.toContain(name);
      expect((await left.get('/auth/me')).status).toBe(401);
      expect((await other.post('/auth/logout')).body).toEqual({ count: 0 });
      expect((await ann().get('/auth/me')).status).toBe(200);
      expect((await ann().call('DELETE', '/auth/me', { body: { password: SECOND } })).status).toBe(401);
      expect((await ann().call('DELETE', '/auth/me', { body: { password: PASSWORD } })).status).toBe(200);
      for (const name of SIGNED_IN) expect(ann().names).not.toContain(name);
      expect((await ann().post('/auth/login', { email, password: PASSWORD })).status).toBe(401);
      expect((await scene().secret.get('/data/notes')).body).toMatchObject({ data: [{ title: 'mine' }], count: 1 });
    });
  },
  { SERVICE_MODE: 'development' },
);

async function newestToken({ cloud }: Scene, email: string, subject: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const mail = (await mailsTo(cloud, email, count)).find((each) => each.subject === subject);
    if (mail !== undefined) return tokenIn(mail);
  }
}
