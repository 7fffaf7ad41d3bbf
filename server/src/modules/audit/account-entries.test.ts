import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import {
  createTestClock,
  ENGINES,
  linkIn,
  receivedMails,
  signUp,
  startTestServer,
  USER_PASSWORD,
} from '../../../test/index.ts';
import { createMember, createOwner, PASSWORD, signIn } from '../../../test/operators.ts';

interface Entries {
  readonly data: readonly {
    readonly action: string;
    readonly actor: { readonly kind: string };
    readonly target: string;
    readonly ip: string | null;
  }[];
  readonly count: number;
}

const NEW_PASSWORD = 'quite another password';

describe.each(ENGINES)('changes that people make to their own accounts, on %s,', (engine) => {
  it('are in the audit log of the project when they change how users sign in', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const { api, user } = await signUp(project.api);
    const json = { current_password: USER_PASSWORD, new_password: NEW_PASSWORD };
    await api('/auth/me', { method: 'PATCH', json: { name: 'Ann' } });
    expect((await api('/auth/change-password', { json })).status).toBe(200);
    const enrolled = await api<{ data: { secret: string } }>('/auth/mfa/totp/enroll', { json: {} });
    const code = new TOTP({ secret: Secret.fromBase32(enrolled.body.data.secret) }).generate();
    expect((await api('/auth/mfa/totp/verify', { json: { code } })).status).toBe(200);
    const removed = await api('/auth/mfa/totp', { method: 'DELETE', json: { password: NEW_PASSWORD } });
    expect(removed.status).toBe(200);
    const { data } = (await project.cloudApi<Entries>('/audit?action=user.')).body;
    expect(data.map(({ action }) => action)).toEqual([
      'user.second_factor_off',
      'user.second_factor_on',
      'user.password_changed',
    ]);
    for (const entry of data) expect(entry).toMatchObject({ actor: { kind: 'user', id: user.id }, target: user.id });
  });

  it('are in the audit log of the installation, one entry each', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { mode: 'development' } });
    const ann = await createOwner(server, 'ann@example.com');
    const there = await signIn(server, ann.email);
    const count = async (): Promise<number> =>
      (await server.adminApi<{ count: number }>('/api/cloud/audit?limit=0')).body.count;
    const entriesOf = async (send: () => Promise<{ status: number; text: string }>): Promise<number> => {
      const before = await count();
      const answer = await send();
      expect(answer.status, answer.text).toBeLessThan(300);
      return (await count()) - before;
    };
    const left: [string, number][] = [];
    const call = async (method: string, path: string, json?: unknown): Promise<void> => {
      left.push([
        `${method} ${path}`,
        await entriesOf(() => ann.api(path, { method, ...(json !== undefined && { json }) })),
      ]);
    };
    await call('PATCH', '/auth/me', { name: 'Ann' });
    await call('PATCH', '/auth/me', { name: 'Anna' });
    const sessions = await ann.api<{ data: { id: string; current: boolean }[] }>('/auth/sessions');
    const other = sessions.body.data.find(({ current }) => !current)?.id;
    await call('DELETE', `/auth/sessions/${other}`);
    await call('POST', '/auth/change-password', { current_password: PASSWORD, new_password: NEW_PASSWORD });
    const enrolled = await ann.api<{ data: { secret: string } }>('/auth/mfa/totp/enroll', { json: {} });
    const secret = Secret.fromBase32(enrolled.body.data.secret);
    await call('POST', '/auth/mfa/totp/verify', { code: TOTP.generate({ secret, timestamp: clock.now() }) });
    await call('DELETE', '/auth/mfa/totp', { password: NEW_PASSWORD });
    const invited = await ann.api<{ data: { id: string } }>('/operators', { json: { email: 'bob@example.com' } });
    await call('DELETE', `/operators/${invited.body.data.id}`);
    await call('POST', '/operators', { email: 'bob@example.com' });
    await call('POST', '/auth/forgot-password', { email: ann.email });
    const token = linkIn((await receivedMails(server, ann.email)).at(-1)).searchParams.get('token');
    await call('POST', '/auth/reset-password', { token, password: PASSWORD });
    const again = await signIn(server, ann.email);
    const out = await entriesOf(() => again.api('/auth/logout', { method: 'POST' }));
    expect([...left, ['POST /auth/logout', out]]).toEqual(
      [...left, ['POST /auth/logout', 0]].map(([route]) => [route, route === 'POST /auth/forgot-password' ? 0 : 1]),
    );
    expect((await there.api('/auth/me')).status).toBe(401);
  });

  it("are shown to the account's holder with failed attempts by others, and to no other account or token", async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const ann = await createMember(server, project, 'viewer', 'ann@example.com');
    const bob = await createMember(server, project, 'admin', 'bob@example.com');
    const guess = (email: string) =>
      server.api('/api/cloud/auth/login', { json: { email, password: 'a guess of somebody' } });
    expect((await guess(ann.email)).status).toBe(401);
    await guess('nobody@example.com');
    await ann.api('/auth/me', { method: 'PATCH', json: { name: 'Ann' } });
    await ann.api(`/projects/${project.id}/keys`, { json: { name: 'not for viewers' } });
    const token = await ann.api<{ data: { token: string; id: string } }>('/tokens', { json: { name: 'ci' } });

    const events = (await ann.api<Entries>('/auth/events')).body;
    expect(new Set(events.data.map(({ action, actor, target }) => [action, actor.kind, target]))).toEqual(
      new Set([
        ['token.create', 'account', token.body.data.id],
        ['account.profile_changed', 'account', ann.id],
        ['security.sign_in_failed', 'anonymous', ann.id],
      ]),
    );
    expect(events).toMatchObject({ count: 3, data: Array.from({ length: 3 }, () => ({ ip: expect.any(String) })) });
    const failed = await ann.api<Entries>('/auth/events?action=security.&limit=1');
    expect(failed.body).toMatchObject({ count: 1, data: [{ action: 'security.sign_in_failed' }] });
    expect((await bob.api<Entries>('/auth/events')).body.count).toBe(0);
    for (const key of [token.body.data.token, server.adminToken])
      expect((await server.api('/api/cloud/auth/events', { key })).status).toBe(403);
    expect((await server.api('/api/cloud/auth/events')).status).toBe(401);
  });
});
