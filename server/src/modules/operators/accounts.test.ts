import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer, type TestServer } from '../../../test/index.ts';
import { createMember, createOwner, PASSWORD, signIn } from '../../../test/operators.ts';

const NEW_PASSWORD = 'a quite different one';

function codeAt(secret: string, ms: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ms });
}

async function login(server: TestServer, email: string, password: string) {
  return await server.api<{ data: { mfa_required?: boolean; mfa_token?: string } }>('/api/cloud/auth/login', {
    json: { email, password },
  });
}

async function resetToken(server: TestServer, email: string): Promise<string> {
  expect((await server.api('/api/cloud/auth/forgot-password', { json: { email } })).status).toBe(202);
  await server.runJobsUntilIdle();
  const mails = await server.adminApi<{ data: { text: string }[] }>(`/api/cloud/mailbox?to=${email}`);
  const token = /\/api\/cloud\/auth\/reset\?token=([\w-]+)/.exec(mails.body.data[0]?.text ?? '')?.[1];
  if (token === undefined) throw new Error('There is no reset mail.');
  return token;
}

describe.each(ENGINES)('operator accounts on %s', (engine) => {
  it('an account changes its name, and its password, which ends the other sessions', async () => {
    await using server = await startTestServer({ engine });
    const here = await createOwner(server, 'ann@example.com');
    const there = await signIn(server, 'ann@example.com');
    const named = await here.api('/auth/me', { method: 'PATCH', json: { name: 'Ann' } });
    expect(named).toMatchObject({ status: 200, body: { data: { kind: 'account', account: { name: 'Ann' } } } });
    const change = (current: string, next: string) =>
      here.api('/auth/change-password', { json: { current_password: current, new_password: next } });
    expect(await change('wrong', NEW_PASSWORD)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(await change(PASSWORD, 'password')).toMatchObject({ status: 400, body: { code: 'weak_password' } });
    expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(200);
    expect([(await here.api('/auth/me')).status, (await there.api('/auth/me')).status]).toEqual([200, 401]);
    expect((await login(server, 'ann@example.com', PASSWORD)).status).toBe(401);
    expect((await login(server, 'ann@example.com', NEW_PASSWORD)).status).toBe(200);
  });

  it('sessions are listed and can be ended one by one', async () => {
    await using server = await startTestServer({ engine });
    const here = await createOwner(server, 'ann@example.com');
    const there = await signIn(server, 'ann@example.com');
    const other = await createMember(server, await server.createProject(), 'viewer');
    const list = await here.api<{ data: { id: string; current: boolean }[] }>('/auth/sessions');
    expect(list.body.data.map(({ current }) => current)).toEqual([false, true]);
    const foreign = list.body.data[0]?.id;
    expect((await other.api(`/auth/sessions/${foreign}`, { method: 'DELETE' })).status).toBe(404);
    expect((await here.api(`/auth/sessions/${foreign}`, { method: 'DELETE' })).status).toBe(200);
    expect([(await here.api('/auth/me')).status, (await there.api('/auth/me')).status]).toEqual([200, 401]);
  });

  it('a forgotten password is reset by mail; known and unknown addresses get the same answer', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const ann = await createOwner(server, 'ann@example.com');
    const nobody = await server.api('/api/cloud/auth/forgot-password', { json: { email: 'nobody@example.com' } });
    const token = await resetToken(server, 'ann@example.com');
    expect(nobody).toMatchObject({ status: 202, body: { count: 1 } });
    expect((await server.adminApi<{ count: number }>('/api/cloud/mailbox')).body.count).toBe(1);
    const page = await server.api(`/api/cloud/auth/reset?token=${token}`);
    expect([page.status, page.text.includes('Set a new password')]).toEqual([200, true]);
    const reset = (password: string) => server.api('/api/cloud/auth/reset-password', { json: { token, password } });
    expect(await reset('password')).toMatchObject({ status: 400, body: { code: 'weak_password' } });
    expect((await reset(NEW_PASSWORD)).status).toBe(200);
    expect(await reset(NEW_PASSWORD)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    expect((await ann.api('/auth/me')).status).toBe(401);
    const again = await signIn(server, 'ann@example.com', NEW_PASSWORD);
    expect((await again.api('/auth/me')).body).toMatchObject({ data: { account: { email_verified: true } } });
  });

  it('a second factor is required at every sign-in; each code and recovery code works once', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const ann = await createOwner(server, 'ann@example.com');
    const { secret } = (await ann.api<{ data: { secret: string } }>('/auth/mfa/totp/enroll', { method: 'POST' })).body
      .data;
    const json = { code: codeAt(secret, clock.now()) };
    const on = await ann.api<{ data: { recovery_codes: string[] } }>('/auth/mfa/totp/verify', { json });
    expect(on.body.data.recovery_codes).toHaveLength(10);
    const challenge = await login(server, 'ann@example.com', PASSWORD);
    expect(challenge.body.data.mfa_required).toBe(true);
    expect(challenge.headers.getSetCookie()).toEqual([]);
    const answer = (token: string | undefined, code: string | undefined) =>
      server.api('/api/cloud/auth/mfa/challenge', { json: { mfa_token: token, code } });
    expect((await answer(challenge.body.data.mfa_token, json.code)).status).toBe(401);
    clock.advance(30_000);
    const right = await answer(challenge.body.data.mfa_token, codeAt(secret, clock.now()));
    expect(right).toMatchObject({ status: 200, body: { data: { kind: 'account', account: { mfa_enabled: true } } } });
    const [recovery] = on.body.data.recovery_codes;
    const statuses: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { mfa_token: token } = (await login(server, 'ann@example.com', PASSWORD)).body.data;
      statuses.push((await answer(token, recovery)).status);
    }
    expect(statuses).toEqual([200, 401]);
    const off = await ann.api('/auth/mfa/totp', { method: 'DELETE', json: { password: PASSWORD } });
    expect(off).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await login(server, 'ann@example.com', PASSWORD)).headers.getSetCookie()).not.toEqual([]);
  });

  it('instance operators invite, disable, promote and delete accounts, but never the last operator', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const ann = await createOwner(server, 'ann@example.com');
    const invited = await ann.api<{ data: { id: string; invite_url: string } }>('/operators', {
      json: { email: 'bob@example.com', is_operator: true },
    });
    expect(invited).toMatchObject({ status: 201, body: { data: { status: 'invited', is_operator: true } } });
    const token = new URL(invited.body.data.invite_url).searchParams.get('token');
    const accepted = await server.api('/api/cloud/invites/accept', { json: { token, password: PASSWORD } });
    expect(accepted).toMatchObject({ status: 201, body: { data: { account: { is_operator: true } } } });
    const bob = await signIn(server, 'bob@example.com');
    const carl = await createMember(server, project, 'viewer', 'carl@example.com');
    for (const refused of [carl.api('/operators'), carl.api(`/operators/${ann.id}`, { method: 'DELETE' })]) {
      expect(await refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    const patch = (id: string, json: object) => bob.api(`/operators/${id}`, { method: 'PATCH', json });
    const list = await bob.api<{ data: { email: string; is_operator: boolean }[] }>('/operators');
    expect(list.body.data.map(({ email, is_operator }) => [email, is_operator])).toEqual([
      ['ann@example.com', true],
      ['bob@example.com', true],
      ['carl@example.com', false],
    ]);
    const { token: carls } = (await carl.api<{ data: { token: string } }>('/tokens', { json: { name: 'x' } })).body
      .data;
    expect(await patch(carl.id, { disabled: true })).toMatchObject({ status: 200, body: { data: { disabled: true } } });
    expect((await carl.api('/auth/me')).status).toBe(401);
    expect((await server.api('/api/cloud/auth/me', { key: carls })).status).toBe(401);
    expect(await login(server, 'carl@example.com', PASSWORD)).toMatchObject({ status: 403 });
    expect((await patch(carl.id, { disabled: false })).status).toBe(200);
    expect((await login(server, 'carl@example.com', PASSWORD)).status).toBe(200);
    expect((await patch(ann.id, { is_operator: false })).status).toBe(200);
    expect(await patch(bob.id, { disabled: true })).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect((await bob.api(`/operators/${carl.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(
      (await project.cloudApi<{ data: { email: string }[] }>('/members')).body.data.map((row) => row.email),
    ).toEqual(['ann@example.com']);
    // Deleting the only owner of a project would leave it without one.
    expect(await bob.api(`/operators/${ann.id}`, { method: 'DELETE' })).toMatchObject({ status: 409 });
  });

  it('an account owns at most the configured number of projects, and may make 600 calls a minute', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { projectsPerAccount: 2, rateLimits: true } });
    const ann = await createOwner(server);
    const make = (name: string) => ann.api('/projects', { json: { name } });
    const answers = await Promise.all(['One', 'Two', 'Too many', 'At once'].map(make));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429]);
    const third = await make('Three');
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(third.headers.get('retry-after')).not.toBeNull();
    const statuses = await Promise.all(Array.from({ length: 600 }, async () => (await ann.api('/auth/me')).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(595);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await server.adminApi('/api/cloud/projects')).status).toBe(200);
    clock.advance(63_000);
    expect((await ann.api('/auth/me')).status).toBe(200);
  });
});

describe('GET /api/cloud/info', () => {
  it('shows every account the basics, and operators the engine, storage, mail and proxy', async () => {
    await using server = await startTestServer();
    const member = await createMember(server, await server.createProject(), 'viewer');
    const basics = await member.api<{ data: object }>('/info');
    expect(Object.keys(basics.body.data)).toEqual(['version', 'mode', 'public_url', 'apps_domain', 'backups']);
    const all = await server.adminApi('/api/cloud/info');
    expect(all.body).toMatchObject({ data: { engine: 'sqlite', blobs: 'disk', mail: 'none' }, count: 1 });
    expect(all.body).toMatchObject({ data: { free_bytes: expect.any(Number), mail_failure: null, proxy: 'none' } });
    const forwarded = await server.adminApi('/api/cloud/info', { headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(forwarded.body).toMatchObject({ data: { proxy: 'untrusted' } });
    expect((await server.api('/api/cloud/info')).status).toBe(401);
  });
});
