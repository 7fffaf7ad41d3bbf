import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer, type TestServer } from '../../../test/index.ts';
import { createMember, createOwner, PASSWORD, type TestOperator } from '../../../test/operators.ts';
import {
  type PasskeyBrowser,
  passkeyBrowser,
  registerPasskey,
  type ShownPasskey,
  signInWith,
  startRegistration,
  startSignIn,
} from '../../../test/passkey-flow.ts';
import { receivedMails } from '../../../test/received-mails.ts';

const EMAIL = 'ann@example.com';

function anyone(server: TestServer): PasskeyBrowser {
  return passkeyBrowser({ api: (path, init) => server.api(`/api/cloud${path}`, init) });
}

async function listOf(operator: TestOperator): Promise<readonly ShownPasskey[]> {
  return (await operator.api<{ data: ShownPasskey[] }>('/auth/passkeys')).body.data;
}

describe.each(ENGINES)('passkeys of operators on %s', (engine) => {
  it('sign in to the console, only from pages of the service itself', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const ann = await createOwner(server, EMAIL);
    const browser = passkeyBrowser(ann);
    const page = new URL(server.url).origin;
    expect((await startRegistration(browser)).options).toMatchObject({ rp: { id: 'localhost', name: 'Console' } });
    for (const origin of ['http://localhost:3000', 'https://evil.example.com', `http://shop.${new URL(page).host}`]) {
      const { reply } = await registerPasskey(browser, { page: origin });
      expect(reply, origin).toMatchObject({ status: 400, body: { details: { reason: 'origin' } } });
    }
    const { passkey, reply } = await registerPasskey(browser, { page, name: 'Laptop' });
    expect(reply).toMatchObject({ status: 201, body: { data: { name: 'Laptop', last_used_at: null } } });
    expect((await receivedMails(server, EMAIL)).map(({ subject }) => subject)).toContain('A new passkey');

    const answer = await signInWith(anyone(server), passkey);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { kind: 'account', account: { email: EMAIL }, session: { id: expect.any(String) } }, count: 1 },
    });
    expect(answer.headers.getSetCookie().map((line) => /_(\w+)=/.exec(line)?.[1])).toContain('operator');
    expect(await signInWith(anyone(server), passkey, { origin: 'http://localhost:3000' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    const [shown] = await listOf(ann);
    expect(shown?.last_used_at).not.toBeNull();
    const one = `/auth/passkeys/${shown?.id}`;
    expect(await ann.api(one, { method: 'PATCH', json: { name: 'Old' } })).toMatchObject({
      status: 200,
      body: { data: { name: 'Old' } },
    });
    expect(await ann.api(one, { method: 'DELETE' })).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await signInWith(anyone(server), passkey)).status).toBe(401);
    const events = await ann.api<{ data: { action: string }[] }>('/auth/events');
    expect(events.body.data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.passkey_added', 'account.passkey_renamed', 'account.passkey_removed']),
    );
  });

  it('count as the second factor', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const ann = await createOwner(server, EMAIL);
    const { passkey } = await registerPasskey(passkeyBrowser(ann), { page: new URL(server.url).origin });
    const enrolled = await ann.api<{ data: { secret: string } }>('/auth/mfa/totp/enroll', { method: 'POST' });
    const secret = Secret.fromBase32(enrolled.body.data.secret);
    const code = TOTP.generate({ secret, timestamp: clock.now() });
    expect((await ann.api('/auth/mfa/totp/verify', { json: { code } })).status).toBe(200);
    const login = await server.api('/api/cloud/auth/login', { json: { email: EMAIL, password: PASSWORD } });
    expect(login.body).toMatchObject({ data: { mfa_required: true } });
    expect(await signInWith(anyone(server), passkey)).toMatchObject({
      status: 200,
      body: { data: { account: { mfa_enabled: true } } },
    });
  });

  it('are managed in console sessions, not with tokens, and those of other accounts get 404', async () => {
    await using server = await startTestServer({ engine });
    const ann = await createOwner(server, EMAIL);
    const bob = await createMember(server, await server.createProject(), 'viewer');
    const { reply } = await registerPasskey(passkeyBrowser(ann), { page: new URL(server.url).origin });
    const one = `/auth/passkeys/${reply.body.data.id}`;
    for (const [path, init] of [
      ['/auth/passkeys', {}],
      ['/auth/passkeys/options', { json: {} }],
      [one, { method: 'DELETE' }],
    ] as const) {
      expect(await server.adminApi(`/api/cloud${path}`, init)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
      expect((await server.api(`/api/cloud${path}`, init)).status).toBe(401);
    }
    expect(await bob.api(one, { method: 'DELETE' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await listOf(bob)).toEqual([]);
    // Passkeys of the console and of projects are separate.
    const foreign = await server.api('/api/cloud/auth/login/passkey/options', {
      json: {},
      headers: { origin: 'https://evil.example.com' },
    });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
  });

  it('change only within ten minutes of a sign-in, and end when the address is first proven', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { mode: 'development' } });
    const ann = await createOwner(server, EMAIL);
    const { passkey } = await registerPasskey(passkeyBrowser(ann), { page: new URL(server.url).origin });
    clock.advance(11 * 60_000);
    expect(await ann.api('/auth/passkeys/options', { json: {} })).toMatchObject({
      status: 401,
      body: { code: 'reauthentication_required' },
    });
    await server.api('/api/cloud/auth/forgot-password', { json: { email: EMAIL } });
    const token = /token=([\w-]+)/.exec((await receivedMails(server, EMAIL)).at(-1)?.text ?? '')?.[1];
    const reset = await server.api('/api/cloud/auth/reset-password', { json: { token, password: 'a quite new one' } });
    expect(reset.status).toBe(200);
    expect((await signInWith(anyone(server), passkey)).status).toBe(401);
    expect((await startSignIn(anyone(server))).options).toMatchObject({ rpId: 'localhost', allowCredentials: [] });
  });
});
