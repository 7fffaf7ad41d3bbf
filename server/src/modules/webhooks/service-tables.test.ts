import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ENGINES,
  type Receiver,
  startReceiver,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import { APP_URL, allowProvider, signInWith } from '../../../test/provider-flow.ts';
import { startScriptedIssuer } from '../../../test/scripted-issuer.ts';
import { storeOf } from '../../../test/store-of.ts';
import { uploadFile } from '../../../test/upload.ts';

interface Event {
  readonly event: string;
  readonly table: string;
  readonly data: {
    readonly record: Record<string, unknown> | null;
    readonly old_record?: Record<string, unknown>;
  };
}

const PASSWORD = 'a long enough password';

describe.each(ENGINES)('webhooks on tables the service fills, on %s', (engine) => {
  let receiver: Receiver;
  let server: TestServer;
  beforeAll(async () => {
    receiver = await startReceiver();
    server = await startTestServer({ engine, config: { mode: 'development', outboundAllow: ['127.0.0.0/8'] } });
  });
  afterAll(async () => {
    await server?.close();
    await receiver?.close();
  });

  /** A project with a webhook on the table, and the events that the webhook sent. */
  const watch = async (table: string) => {
    const project = await server.createProject();
    const url = `${receiver.url}/${project.id}`;
    const json = { table, events: ['insert', 'update', 'delete'], url };
    const made = await project.cloudApi<{ data: { id: string; table: string } }>('/webhooks', { json });
    expect(made.status, made.text).toBe(201);
    expect(made.body.data.table).toBe(table);
    const mine = () => receiver.requests.filter(({ path }) => path.endsWith(project.id));
    const all = () => mine().map((request) => request.json<Event>());
    const events = async (count: number): Promise<Event[]> => {
      await receiver.received(() => mine().length >= count);
      return all();
    };
    const allEvents = async (): Promise<Event[]> => {
      await server.runJobsUntilIdle();
      return all();
    };
    return { project, webhook: made.body.data.id, events, allEvents };
  };
  const userOf = async (project: TestProject, id: string) => {
    const shown = await project.cloudApi<{ data: Record<string, unknown> }>(`/users/${id}`);
    const { disabled: _, ...user } = shown.body.data;
    return user;
  };
  const signUp = async (project: TestProject, email: string, more: object = {}) => {
    const json = { email, password: PASSWORD, ...more };
    const reply = await project.api<{ data: { user: { id: string } } }>('/auth/signup', { json });
    expect(reply.status, reply.text).toBe(201);
    const cookie = reply.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return { id: reply.body.data.user.id, headers: { cookie } };
  };

  it('report every change of a user, with the record that the API shows', async () => {
    const { project, events, allEvents } = await watch('auth.users');
    const { id } = await signUp(project, 'ada@example.com', {
      name: 'Ada "A" \\ É',
      metadata: { plan: ['pro', 1.5, null] },
    });
    const [created] = await events(1);
    const shown = await userOf(project, id);
    expect(created).toMatchObject({ event: 'insert', table: 'auth.users' });
    expect(created?.data).toEqual({ record: { ...shown, last_sign_in_at: null } });
    expect(Object.keys(created?.data.record ?? {})).toEqual(Object.keys(shown));

    await project.cloudApi(`/users/${id}`, { method: 'PATCH', json: { role: 'editor', name: 'Ada' } });
    const changed = await userOf(project, id);
    expect((await events(2))[1]).toMatchObject({ event: 'update', data: { record: changed, old_record: shown } });

    await project.cloudApi(`/users/${id}`, { method: 'DELETE' });
    const deleted = { event: 'delete', data: { record: null, old_record: changed } };
    expect((await events(3))[2]).toMatchObject(deleted);
    expect(await allEvents()).toHaveLength(3);
  });

  it('report no sign-ins, sessions, password changes or disabling', async () => {
    const { project, allEvents } = await watch('auth.users');
    const { id, headers } = await signUp(project, 'bob@example.com');
    const json = { email: 'bob@example.com', password: PASSWORD };
    expect((await project.api('/auth/login', { json })).status).toBe(200);
    const passwords = { current_password: PASSWORD, new_password: `${PASSWORD} 2` };
    const changed = await project.api('/auth/change-password', { json: passwords, headers });
    expect(changed.status, changed.text).toBe(200);
    const disabled = await project.cloudApi(`/users/${id}`, { method: 'PATCH', json: { disabled: true } });
    expect(disabled.status).toBe(200);
    expect((await allEvents()).map(({ event }) => event)).toEqual(['insert']);
  });

  it('never contain a password, hash, token, secret or session', async () => {
    const { project, allEvents } = await watch('auth.users');
    await signUp(project, 'eve@example.com');
    await project.cloudApi('/users/import', { json: { users: [{ email: 'imported@example.com' }] } });
    await project.cloudApi('/users', { json: { email: 'made@example.com', password: PASSWORD } });
    const all = await allEvents();
    expect(all.map(({ data }) => data.record?.['providers'])).toEqual([['password'], [], ['password']]);
    const fields = [
      ...['id', 'email', 'email_verified', 'name', 'avatar_url', 'role', 'metadata', 'providers', 'mfa_enabled'],
      ...['created_at', 'updated_at', 'last_sign_in_at'],
    ];
    for (const { data } of all) expect(Object.keys(data.record ?? {})).toEqual(fields);
    const sent = JSON.stringify(all);
    for (const secret of [PASSWORD, 'argon2', 'hash', 'token', 'session', 'epoch']) expect(sent).not.toContain(secret);
  });

  it('report when users change their profile, enable a second factor and delete their account', async () => {
    const { project, events, allEvents } = await watch('auth.users');
    const { headers } = await signUp(project, 'own@example.com');
    await project.api('/auth/me', { method: 'PATCH', json: { name: 'Own' }, headers });
    const enrolled = await project.api<{ data: { secret: string } }>('/auth/mfa/totp/enroll', { json: {}, headers });
    const totp = new TOTP({ secret: Secret.fromBase32(enrolled.body.data.secret) });
    await project.api('/auth/mfa/totp/verify', { json: { code: totp.generate() }, headers });
    const deleted = await project.api('/auth/me', { method: 'DELETE', json: { password: PASSWORD }, headers });
    expect(deleted.status, deleted.text).toBe(200);
    await events(4);
    expect(
      (await allEvents()).map(({ event, data }) => [event, data.record?.['name'], data.record?.['mfa_enabled']]),
    ).toEqual([
      ['insert', null, false],
      ['update', 'Own', false],
      ['update', 'Own', true],
      ['delete', undefined, undefined],
    ]);
  });

  it('report a user from a provider once, and a linked or taken-over account once', async () => {
    await using issuer = await startScriptedIssuer();
    const { project, events, allEvents } = await watch('auth.users');
    await allowProvider(project, issuer.client);
    const arrive = async (email: string, subject: string) => {
      issuer.script.subject = subject;
      issuer.script.claims = { email, email_verified: true };
      expect((await signInWith(server, project, issuer)).location).toBe(APP_URL);
    };
    await arrive('new@example.com', 'new');
    await arrive('new@example.com', 'new');
    await signUp(project, 'squatted@example.com');
    await arrive('squatted@example.com', 'squatted');
    const { id } = await signUp(project, 'linked@example.com');
    await project.cloudApi(`/users/${id}`, { method: 'PATCH', json: { email_verified: true } });
    await arrive('linked@example.com', 'linked');
    await events(6);
    const seen = (await allEvents()).map(({ event, data: { record } }) => [
      event,
      record?.['email'],
      record?.['providers'],
      record?.['email_verified'],
    ]);
    expect(seen).toEqual([
      ['insert', 'new@example.com', ['acme'], true],
      ['insert', 'squatted@example.com', ['password'], false],
      ['update', 'squatted@example.com', ['acme'], true],
      ['insert', 'linked@example.com', ['password'], false],
      ['update', 'linked@example.com', ['password'], true],
      ['update', 'linked@example.com', ['password', 'acme'], true],
    ]);
  });

  it('know the providers of users created by an earlier release', async () => {
    await using issuer = await startScriptedIssuer();
    issuer.script.claims = { email: 'old@example.com', email_verified: true };
    const project = await server.createProject();
    await allowProvider(project, issuer.client);
    expect((await signInWith(server, project, issuer)).location).toBe(APP_URL);
    const store = await storeOf(server.database, project.id);
    const forgets = `UPDATE ${server.database.dialect.table('_users')} SET providers = '[]'`;
    await server.database.write(store, [{ kind: 'plain', statement: { text: forgets, values: [] } }]);
    const json = { table: 'auth.users', events: ['update'], url: `${receiver.url}/${project.id}` };
    await project.cloudApi('/webhooks', { json });
    const users = await project.cloudApi<{ data: { id: string }[] }>('/users');
    await project.cloudApi(`/users/${users.body.data[0]?.id}`, { method: 'PATCH', json: { role: 'editor' } });
    await receiver.received((requests) => requests.some(({ path }) => path.endsWith(project.id)));
    const told = receiver.requests.filter(({ path }) => path.endsWith(project.id)).map((one) => one.json<Event>());
    expect(told[0]?.data).toMatchObject({ record: { providers: ['acme'] }, old_record: { providers: ['acme'] } });
  });

  it('report files as the API shows them: uploaded, changed, deleted one by one and by prefix', async () => {
    const { project, events, allEvents } = await watch('storage.files');
    const upload = (name: string, more: object = {}) => uploadFile(project.secretApi, { name, bytes: name, ...more });
    const one = await upload("o'ne.txt", { path: 'a/b/', metadata: { tag: ['x', { y: 1 }] } });
    const two = await upload('two.txt', { path: 'a/b/' });
    const inserted = await events(2);
    expect(inserted).toMatchObject([one, two].map((record) => ({ table: 'storage.files', data: { record } })));
    expect(Object.keys(inserted[0]?.data.record ?? {})).toEqual(Object.keys(one));

    const path = `/storage/files/${one.id}`;
    const patched = await project.secretApi<{ data: object }>(path, { method: 'PATCH', json: { name: 'uno.txt' } });
    const update = { event: 'update', data: { record: patched.body.data, old_record: one } };
    expect((await events(3))[2]).toMatchObject(update);
    // Signing a link and ending links change no field that the record has.
    expect((await project.secretApi(`${path}/sign`, { json: { expires_in: 60 } })).status).toBe(200);
    await upload('three.txt');
    await project.secretApi('/storage/files?prefix=a/b/', { method: 'DELETE' });
    await events(6);
    const rest = (await allEvents()).slice(3);
    const told = rest.map(({ event, data }) => `${event} ${(data.record ?? data.old_record)?.['name']}`);
    expect(told.toSorted()).toEqual(['delete two.txt', 'delete uno.txt', 'insert three.txt']);
  });

  it('report messages under the name inbox.messages', async () => {
    const { project, events } = await watch('inbox.messages');
    const sent = await project.api<{ data: { id: string } }>('/messages', { json: { body: 'Hello' } });
    const path = `/messages/${sent.body.data.id}`;
    const shown = (await project.cloudApi<{ data: object }>(path)).body.data;
    await project.cloudApi(path, { method: 'PATCH', json: { status: 'archived' } });
    await project.cloudApi(path, { method: 'DELETE' });
    const archived = { ...shown, status: 'archived' };
    expect(await events(3)).toMatchObject([
      { event: 'insert', table: 'inbox.messages', data: { record: shown } },
      { event: 'update', table: 'inbox.messages', data: { record: archived, old_record: shown } },
      { event: 'delete', table: 'inbox.messages', data: { record: null, old_record: archived } },
    ]);
  });

  it.each(['auth.users', 'storage.files', 'inbox.messages'])(
    'sends a made-up record of %s as a test',
    async (table) => {
      const { project, webhook, events } = await watch(table);
      expect((await project.cloudApi(`/webhooks/${webhook}/test`, { method: 'POST' })).status).toBe(201);
      const [test] = await events(1);
      expect(test).toMatchObject({ event: 'insert', table, data: { record: { id: expect.any(String) } } });
    },
  );

  it('stop capturing changes when the last webhook is deleted', async () => {
    const { project, webhook, allEvents } = await watch('auth.users');
    expect((await project.cloudApi(`/webhooks/${webhook}`, { method: 'DELETE' })).status).toBe(200);
    await signUp(project, 'quiet@example.com');
    expect(await allEvents()).toEqual([]);
  });
});
