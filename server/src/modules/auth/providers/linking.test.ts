import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { type AppBrowser, browseApp } from '../../../../test/browser.ts';
import { createTestClock, ENGINES, type Engine, startTestServer } from '../../../../test/index.ts';
import { APP_URL, allowProvider, failed, signInWith } from '../../../../test/provider-flow.ts';
import { linkIn, receivedMails } from '../../../../test/received-mails.ts';
import { startScriptedIssuer } from '../../../../test/scripted-issuer.ts';

const EMAIL = 'ann@example.com';
const PASSWORD = 'correct horse battery';

interface Me {
  readonly data: { readonly user: { readonly id: string; readonly [field: string]: unknown } };
}

/** A project with password accounts and a provider whose claims the test sets. */
async function setUp(engine: Engine = 'sqlite') {
  const stack = new AsyncDisposableStack();
  const clock = createTestClock(Date.now());
  const config = { outboundAllow: ['127.0.0.0/8'], mode: 'development' as const };
  const server = stack.use(await startTestServer({ engine, clock, config }));
  const issuer = stack.use(await startScriptedIssuer());
  issuer.script.claims = { email: EMAIL, email_verified: true };
  const project = await server.createProject();
  await allowProvider(project, issuer.client);
  const signUp = async (email = EMAIL): Promise<AppBrowser> => {
    const browser = browseApp(server, project);
    expect((await browser.call('/auth/signup', { email, password: PASSWORD })).status).toBe(201);
    return browser;
  };
  const verify = async (): Promise<void> => {
    const mail = (await receivedMails(server, EMAIL)).find(({ text }) => /https?:/.test(text));
    const token = linkIn(mail).searchParams.get('token');
    expect((await browseApp(server, project).call('/auth/verify-email', { token, password: PASSWORD })).status).toBe(
      200,
    );
  };
  const userOf = async (browser: AppBrowser): Promise<Me['data']['user']> =>
    (await browser.call<Me>('/auth/me')).body.data.user;
  const arrive = () => signInWith(server, project, issuer);
  return {
    server,
    issuer,
    project,
    clock,
    signUp,
    verify,
    userOf,
    arrive,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

describe.each(ENGINES)('an identity whose address belongs to an account on %s', (engine) => {
  it('is linked when both are verified; the password stays, and the user is mailed once', async () => {
    await using scene = await setUp(engine);
    const ann = await scene.signUp();
    await scene.verify();
    const { id } = await scene.userOf(ann);
    const { browser, location } = await scene.arrive();
    expect(location).toBe(APP_URL);
    expect(await scene.userOf(browser)).toMatchObject({ id, providers: ['password', 'acme'] });
    expect((await ann.call('/auth/me')).status).toBe(200);
    const login = await browseApp(scene.server, scene.project).call('/auth/login', {
      email: EMAIL,
      password: PASSWORD,
    });
    expect(login.status).toBe(200);
    expect((await scene.arrive()).location).toBe(APP_URL);
    const notices = (await receivedMails(scene.server, EMAIL)).filter(({ text }) => text.includes('Acme'));
    expect(notices).toHaveLength(1);
  });

  it('takes over an unverified account, and nothing its creator holds opens it again', async () => {
    await using scene = await setUp(engine);
    const squatter = await scene.signUp();
    const { id } = await scene.userOf(squatter);
    const enrolled = await squatter.call<{ data: { secret: string } }>('/auth/mfa/totp/enroll', {});
    const secret = Secret.fromBase32(enrolled.body.data.secret);
    const code = (): string => TOTP.generate({ secret, timestamp: scene.clock.now() });
    expect((await squatter.call('/auth/mfa/totp/verify', { code: code() })).status).toBe(200);
    const waiting = await squatter.call<{ data: { mfa_token: string } }>('/auth/login', {
      email: EMAIL,
      password: PASSWORD,
    });
    await squatter.call('/auth/forgot-password', { email: EMAIL });
    const mails = await receivedMails(scene.server, EMAIL);
    const tokens = mails.flatMap(({ text }) => text.match(/token=[\w-]+/g) ?? []).map((found) => found.slice(6));
    expect(tokens.length).toBeGreaterThanOrEqual(2);

    const { browser, location } = await scene.arrive();
    expect(location).toBe(APP_URL);
    expect(await scene.userOf(browser)).toMatchObject({
      id,
      email_verified: true,
      providers: ['acme'],
      mfa_enabled: false,
    });
    expect((await squatter.call('/auth/me')).status).toBe(401);
    expect((await squatter.call('/auth/refresh', undefined, 'POST')).status).toBe(401);
    expect((await squatter.call('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(401);
    scene.clock.advance(30_000);
    const challenge = { mfa_token: waiting.body.data.mfa_token, code: code() };
    expect((await squatter.call('/auth/mfa/challenge', challenge)).status).toBe(400);
    for (const token of tokens) {
      expect((await squatter.call('/auth/verify-email', { token })).status).toBe(400);
      expect((await squatter.call('/auth/reset-password', { token, password: 'another good one' })).status).toBe(400);
    }
    expect((await browser.call('/auth/me')).status).toBe(200);
  });

  it('replaces an identity that a squatter had linked', async () => {
    await using scene = await setUp(engine);
    // The squatter's provider account has the address, but the provider has not verified it.
    scene.issuer.script.subject = 'squatter';
    scene.issuer.script.claims = { email: EMAIL, email_verified: false };
    const squatter = await scene.arrive();
    expect(squatter.location).toBe(APP_URL);
    scene.issuer.script.subject = 'ann';
    scene.issuer.script.claims = { email: EMAIL, email_verified: true };
    const ann = await scene.arrive();
    expect(ann.location).toBe(APP_URL);
    expect((await squatter.browser.call('/auth/me')).status).toBe(401);
    scene.issuer.script.subject = 'squatter';
    scene.issuer.script.claims = { email: EMAIL, email_verified: false };
    expect((await scene.arrive()).location).toBe(failed('email_not_verified'));
    expect((await ann.browser.call('/auth/me')).status).toBe(200);
  });
});

describe('an identity with an unverified address', () => {
  it("no longer opens the account once the address's owner sets a password by mail", async () => {
    await using scene = await setUp();
    scene.issuer.script.claims = { email: EMAIL, email_verified: false };
    expect((await scene.arrive()).location).toBe(APP_URL);
    await receivedMails(scene.server, EMAIL);
    await browseApp(scene.server, scene.project).call('/auth/forgot-password', { email: EMAIL });
    const token = linkIn((await receivedMails(scene.server, EMAIL)).at(-1)).searchParams.get('token');
    const ann = browseApp(scene.server, scene.project);
    expect((await ann.call('/auth/reset-password', { token, password: PASSWORD })).status).toBe(200);
    expect((await scene.arrive()).location).toBe(failed('email_not_verified'));
    expect((await ann.call('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(200);
    expect(await scene.userOf(ann)).toMatchObject({ email_verified: true, providers: ['password'] });
  });
});

describe('an identity', () => {
  it('with an unverified address opens no existing account, verified or not', async () => {
    await using scene = await setUp();
    const ann = await scene.signUp();
    for (const email_verified of [false, undefined, 'false', 1, null]) {
      scene.issuer.script.claims = { email: EMAIL, email_verified };
      expect((await scene.arrive()).location).toBe(failed('email_not_verified'));
    }
    await scene.verify();
    scene.issuer.script.claims = { email: EMAIL, email_verified: false };
    expect((await scene.arrive()).location).toBe(failed('email_not_verified'));
    expect(await scene.userOf(ann)).toMatchObject({ providers: ['password'] });
  });

  it('without a valid address creates no account', async () => {
    await using scene = await setUp();
    for (const email of [
      undefined,
      '',
      'nobody',
      'a@b@c',
      'Ann <ann@example.com>',
      'ann＠example.com',
      'ann@example.com, x@y.z',
    ]) {
      scene.issuer.script.claims = { email, email_verified: true };
      expect((await scene.arrive()).location).toBe(failed('email_missing'));
    }
  });

  it('stays with its account when its address changes', async () => {
    await using scene = await setUp();
    const first = await scene.arrive();
    const { id } = await scene.userOf(first.browser);
    scene.issuer.script.claims = { email: 'other@example.com', email_verified: true };
    const second = await scene.arrive();
    expect(await scene.userOf(second.browser)).toMatchObject({ id, email: EMAIL });
    // The same subject at another issuer is a different person.
    await using other = await startScriptedIssuer();
    other.script.claims = { email: 'third@example.com', email_verified: true };
    await allowProvider(scene.project, other.client);
    const third = await signInWith(scene.server, scene.project, other);
    expect(await scene.userOf(third.browser)).toMatchObject({ email: 'third@example.com' });
  });

  it('confirms the address of the account it created, once the provider verifies it', async () => {
    await using scene = await setUp();
    scene.issuer.script.claims = { email: EMAIL, email_verified: false };
    const before = await scene.arrive();
    expect(await scene.userOf(before.browser)).toMatchObject({ email_verified: false });
    scene.issuer.script.claims = { email: EMAIL, email_verified: true };
    const after = await scene.arrive();
    expect(await scene.userOf(after.browser)).toMatchObject({ email_verified: true });
    expect((await before.browser.call('/auth/me')).status).toBe(200);
  });

  it('opens no disabled account, and creates none where sign-up or the domain is not allowed', async () => {
    await using scene = await setUp();
    const first = await scene.arrive();
    const { id } = await scene.userOf(first.browser);
    const disabled = await scene.project.cloudApi(`/users/${id}`, { method: 'PATCH', json: { disabled: true } });
    expect(disabled.status).toBe(200);
    expect((await scene.arrive()).location).toBe(failed('user_disabled'));

    scene.issuer.script.subject = 'bob';
    scene.issuer.script.claims = { email: 'bob@example.com', email_verified: true };
    await allowProvider(scene.project, scene.issuer.client, 'acme', { signup_enabled: false });
    expect((await scene.arrive()).location).toBe(failed('signup_disabled'));
    await allowProvider(scene.project, scene.issuer.client, 'acme', {
      signup_enabled: true,
      allowed_email_domains: ['example.org'],
    });
    expect((await scene.arrive()).location).toBe(failed('signup_disabled'));
    scene.issuer.script.claims = { email: 'bob@example.org', email_verified: true };
    expect((await scene.arrive()).location).toBe(APP_URL);
  });

  it('does not replace the second factor of its account', async () => {
    await using scene = await setUp();
    const ann = await scene.signUp();
    await scene.verify();
    const enrolled = await ann.call<{ data: { secret: string } }>('/auth/mfa/totp/enroll', {});
    const secret = Secret.fromBase32(enrolled.body.data.secret);
    const codeAt = (ms: number): string => TOTP.generate({ secret, timestamp: ms });
    await ann.call('/auth/mfa/totp/verify', { code: codeAt(scene.clock.now()) });
    const { browser, location, setCookies } = await scene.arrive();
    const url = new URL(location ?? '');
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(APP_URL);
    expect(setCookies).toEqual([expect.stringContaining('Max-Age=0')]);
    expect((await browser.call('/auth/me')).status).toBe(401);
    const mfa_token = new URLSearchParams(url.hash.slice(1)).get('mfa_token');
    const answer = await browser.call('/auth/mfa/challenge', { mfa_token, code: codeAt(scene.clock.now() + 30_000) });
    expect(answer.status).toBe(200);
    expect(await scene.userOf(browser)).toMatchObject({ email: EMAIL, providers: ['password', 'acme'] });
  });

  it('takes the address and its verification from the same source', async () => {
    await using scene = await setUp();
    await scene.signUp();
    const say = (claims: object, info: object): void => {
      scene.issuer.script.claims = { ...claims };
      scene.issuer.script.answers['/userinfo'] = (_, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ sub: scene.issuer.script.subject, ...info }));
      };
    };
    scene.issuer.script.metadata = { userinfo_endpoint: `${scene.issuer.issuer}/userinfo` };
    await allowProvider(scene.project, { ...scene.issuer.client, client_id: 'app' });
    say({ email: EMAIL }, { email_verified: true });
    expect((await scene.arrive()).location).toBe(failed('email_not_verified'));
    say({ email: EMAIL }, { email: 'mallory@example.com', email_verified: true });
    const mallory = await scene.arrive();
    expect(await scene.userOf(mallory.browser)).toMatchObject({ email: 'mallory@example.com' });
    scene.issuer.script.subject = 'bob';
    say({ email: EMAIL }, { sub: 'somebody else', email: EMAIL, email_verified: true });
    expect((await scene.arrive()).location).toBe(failed('provider_error'));
    say({}, { email: EMAIL, email_verified: true });
    expect((await scene.arrive()).location).toBe(APP_URL);
  });

  it('sets a name and a picture, but never a script address', async () => {
    await using scene = await setUp();
    scene.issuer.script.claims = {
      email: EMAIL,
      email_verified: true,
      name: 'x'.repeat(500),
      picture: 'javascript:alert(1)',
    };
    const first = await scene.arrive();
    expect(await scene.userOf(first.browser)).toMatchObject({ name: 'x'.repeat(100), avatar_url: null });
    scene.issuer.script.subject = 'bob';
    scene.issuer.script.claims = {
      email: 'bob@example.com',
      email_verified: true,
      name: 'B\u0000b',
      picture: 'https://a.example/b.png',
    };
    const second = await scene.arrive();
    expect(await scene.userOf(second.browser)).toMatchObject({ name: null, avatar_url: 'https://a.example/b.png' });
  });
});
