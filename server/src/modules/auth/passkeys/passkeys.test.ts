import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { type AppBrowser, browseApp } from '../../../../test/browser.ts';
import { expectEffects } from '../../../../test/expect-effects.ts';
import {
  createTestClock,
  ENGINES,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import {
  addPasskey,
  enablePasskeys,
  registerPasskey,
  type ShownPasskey,
  signInWith,
  startRegistration,
  startSignIn,
} from '../../../../test/passkey-flow.ts';
import { receivedMails } from '../../../../test/received-mails.ts';

const EMAIL = 'ann@example.com';
const PASSWORD = 'correct horse battery';
const MINUTE_MS = 60_000;
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-.*Z$/);

async function signUp(server: TestServer, project: TestProject, email = EMAIL): Promise<AppBrowser> {
  const browser = browseApp(server, project);
  const signedUp = await browser.call('/auth/signup', { email, password: PASSWORD, name: 'Ann' });
  expect(signedUp.status).toBe(201);
  return browser;
}

async function listOf(browser: AppBrowser): Promise<readonly ShownPasskey[]> {
  return (await browser.call<{ data: ShownPasskey[] }>('/auth/passkeys')).body.data;
}

function setUp(engine: (typeof ENGINES)[number]) {
  const clock = createTestClock();
  return { clock, starting: startTestServer({ engine, clock, config: { mode: 'development' } }) };
}

describe.each(ENGINES)('passkeys on %s', (engine) => {
  it('are added by signed-in users, sign in without a password, and are listed, renamed and removed', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject({ name: 'Shop' });
    await enablePasskeys(project);
    const ann = await signUp(server, project);
    const me = await ann.call<{ data: { user: { id: string } } }>('/auth/me');

    const asked = await startRegistration(ann);
    expect(asked).toEqual({
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rp: { id: 'localhost', name: 'Shop' },
        user: { id: Buffer.from(me.body.data.user.id).toString('base64url'), name: EMAIL, displayName: 'Ann' },
        pubKeyCredParams: [-7, -257, -8].map((alg) => ({ type: 'public-key', alg })),
        timeout: 5 * MINUTE_MS,
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      },
      challenge_token: expect.any(String),
    });
    const { passkey, reply } = await registerPasskey(ann, { name: '  My phone ', backedUp: true });
    expect(reply).toMatchObject({ status: 201 });
    expect(reply.body).toEqual({
      data: { id: ID, name: 'My phone', created_at: TIME, last_used_at: null, backed_up: true },
      count: 1,
    });
    expect((await startRegistration(ann)).options).toMatchObject({
      excludeCredentials: [{ type: 'public-key', id: passkey.id, transports: ['internal'] }],
    });

    clock.advance(MINUTE_MS);
    const other = browseApp(server, project);
    const signedIn = await signInWith(other, passkey);
    expect(signedIn).toMatchObject({
      status: 200,
      body: {
        data: { user: { email: EMAIL, last_sign_in_at: TIME }, session: { id: ID, expires_at: TIME } },
        count: 1,
      },
    });
    const names = signedIn.headers.getSetCookie().map((line) => /_(\w+)=/.exec(line)?.[1]);
    expect(names).toEqual(['session', 'refresh', 'signed_in', 'device']);
    expect((await other.call('/auth/me')).status).toBe(200);

    const { id } = reply.body.data;
    const renamed = await other.call(`/auth/passkeys/${id}`, { name: 'Old phone' }, 'PATCH');
    const [shown] = await listOf(other);
    expect(renamed).toMatchObject({ status: 200, body: { data: shown, count: 1 } });
    expect(shown).toEqual({ ...reply.body.data, name: 'Old phone', last_used_at: TIME });
    expect(shown?.last_used_at).not.toBe(shown?.created_at);

    expect(await other.call(`/auth/passkeys/${id}`, {}, 'DELETE')).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await listOf(ann)).toEqual([]);
    expect(await signInWith(browseApp(server, project), passkey)).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });

  it.each(['ES256', 'RS256', 'EdDSA'] as const)('may use %s keys', async (algorithm) => {
    const { starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    await enablePasskeys(project);
    const passkey = await addPasskey(await signUp(server, project), { algorithm });
    for (let time = 0; time < 2; time += 1) {
      expect((await signInWith(browseApp(server, project), passkey)).status).toBe(200);
    }
  });

  it('write only the expected rows, and mail the user about each new one', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject({ name: 'Shop' });
    await enablePasskeys(project);
    const ann = await signUp(server, project);
    const effects = { server, project };
    const logged = async (work: Promise<unknown>): Promise<void> => {
      await work;
      // Reading the audit log flushes pending entries first.
      await project.cloudApi('/audit');
    };
    await expectEffects(effects, () => startRegistration(ann));
    clock.advance(1000);
    const others = ['_passkey_challenges', '_passkeys', '_users', 'control.audit'];
    await expectEffects(effects, () => logged(addPasskey(ann)), { mails: 1, others });
    const mail = (await receivedMails(server, EMAIL)).at(-1);
    expect(mail?.subject).toBe('A new passkey');
    expect(mail?.text).toContain(`You can sign in to Shop as ${EMAIL} with a new passkey from now on.`);
    const passkey = await addPasskey(ann);
    await expectEffects(effects, () => startSignIn(ann));
    clock.advance(1000);
    await expectEffects(effects, () => signInWith(browseApp(server, project), passkey), {
      others: ['_passkey_challenges', '_passkeys', '_sessions', '_users'],
    });
    expect((await signInWith(ann, passkey, { userVerified: false })).status).toBe(401);
    const [first] = await listOf(ann);
    clock.advance(1000);
    await expectEffects(effects, () => logged(ann.call(`/auth/passkeys/${first?.id}`, {}, 'DELETE')), {
      others: ['_passkeys', '_users', 'control.audit'],
    });
    const audit = await server.adminApi<{ data: { action: string; target: string; actor: { email: string } }[] }>(
      `/api/cloud/projects/${project.id}/audit`,
    );
    const actions = audit.body.data.map(({ action }) => action).filter((action) => action !== 'project.create');
    expect(actions.sort()).toEqual([
      'key.create',
      'security.sign_in_failed',
      'settings.update',
      'user.passkey_added',
      'user.passkey_added',
      'user.passkey_removed',
    ]);
  });

  it('count as both factors: the sign-in asks for no TOTP code', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project);
    const passkey = await addPasskey(ann);
    const enrolled = await ann.call<{ data: { secret: string } }>('/auth/mfa/totp/enroll', {});
    const secret = Secret.fromBase32(enrolled.body.data.secret);
    const code = TOTP.generate({ secret, timestamp: clock.now() });
    expect((await ann.call('/auth/mfa/totp/verify', { code })).status).toBe(200);
    const password = await ann.call('/auth/login', { email: EMAIL, password: PASSWORD });
    expect(password.body).toMatchObject({ data: { mfa_required: true } });
    expect(await signInWith(browseApp(server, project), passkey)).toMatchObject({
      status: 200,
      body: { data: { user: { mfa_enabled: true }, session: { id: ID } } },
    });
  });

  it('change only within ten minutes of a sign-in', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project);
    const passkey = await addPasskey(ann);
    const [{ id } = { id: '' }] = await listOf(ann);
    clock.advance(11 * MINUTE_MS);
    const needed = { status: 401, body: { code: 'reauthentication_required' } };
    expect(await ann.call('/auth/passkeys/options', {})).toMatchObject(needed);
    expect(await ann.call('/auth/passkeys', { challenge_token: 'x', credential: {} })).toMatchObject(needed);
    expect(await ann.call(`/auth/passkeys/${id}`, {}, 'DELETE')).toMatchObject(needed);
    expect((await ann.call(`/auth/passkeys/${id}`, { name: 'Old' }, 'PATCH')).status).toBe(200);
    expect((await signInWith(ann, passkey)).status).toBe(200);
    expect((await ann.call(`/auth/passkeys/${id}`, {}, 'DELETE')).status).toBe(200);
  });

  it('survive a password reset, except for the first reset that proves the address', async () => {
    const { starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    await enablePasskeys(project);
    const passkey = await addPasskey(await signUp(server, project));
    const reset = async (): Promise<void> => {
      const visitor = browseApp(server, project);
      await visitor.call('/auth/forgot-password', { email: EMAIL });
      const token = /token=([\w-]+)/.exec((await receivedMails(server, EMAIL)).at(-1)?.text ?? '')?.[1];
      expect((await visitor.call('/auth/reset-password', { token, password: 'a quite new password' })).status).toBe(
        200,
      );
    };
    // The address is unproven, so a stranger may have created the account and the passkey.
    await reset();
    expect((await signInWith(browseApp(server, project), passkey)).status).toBe(401);
    const ann = browseApp(server, project);
    await ann.call('/auth/login', { email: EMAIL, password: 'a quite new password' });
    const second = await addPasskey(ann);
    await reset();
    expect((await ann.call('/auth/me')).status).toBe(401);
    expect((await signInWith(browseApp(server, project), second)).status).toBe(200);
  });

  it('of disabled or unconfirmed users sign nobody in, and only their holders learn why', async () => {
    const { starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project);
    const passkey = await addPasskey(ann);
    const { id } = (await ann.call<{ data: { user: { id: string } } }>('/auth/me')).body.data.user;
    await project.cloudApi('/settings', { method: 'PATCH', json: { auth: { verification_required: true } } });
    const visitor = browseApp(server, project);
    expect(await signInWith(visitor, passkey)).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
    await project.cloudApi(`/users/${id}`, { method: 'PATCH', json: { disabled: true } });
    expect(await signInWith(visitor, passkey)).toMatchObject({ status: 403, body: { code: 'user_disabled' } });
    expect(await signInWith(visitor, passkey, { userVerified: false })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });

  it('are limited to twenty for each account, also when many are added at once', async () => {
    const { starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project);
    const replies = await Promise.all(Array.from({ length: 24 }, () => registerPasskey(ann)));
    const statuses = replies.map(({ reply }) => reply.status).sort();
    expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(4).fill(409)]);
    expect(replies.find(({ reply }) => reply.status === 409)?.reply.body).toMatchObject({ code: 'conflict' });
    expect(await listOf(ann)).toHaveLength(20);
  });

  it('get 404 until the project enables them', async () => {
    const { starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    const ann = await signUp(server, project);
    expect((await ann.call('/auth/config')).body).toMatchObject({ data: { passkeys: { enabled: false } } });
    const id = '018f0000-0000-7000-8000-000000000000';
    const calls: readonly (readonly [string, unknown?, string?])[] = [
      ['/auth/passkeys/options', {}],
      ['/auth/passkeys', { challenge_token: 'x', credential: {} }],
      ['/auth/passkeys'],
      [`/auth/passkeys/${id}`, { name: 'x' }, 'PATCH'],
      [`/auth/passkeys/${id}`, {}, 'DELETE'],
      ['/auth/login/passkey/options', {}],
      ['/auth/login/passkey', { challenge_token: 'x', credential: {} }],
    ];
    for (const call of calls) {
      expect(await ann.call(...call), call[0]).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    await enablePasskeys(project);
    expect((await ann.call('/auth/config')).body).toMatchObject({ data: { passkeys: { enabled: true } } });
    const stranger = browseApp(server, project);
    for (const call of calls.slice(0, 5)) {
      expect(await stranger.call(...call), call[0]).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
    }
  });
});
