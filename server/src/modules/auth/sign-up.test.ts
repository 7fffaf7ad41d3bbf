import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createVisitor,
  ENGINES,
  expectEffects,
  newEmail,
  type Reply,
  receivedMails,
  type SignedInBody,
  signUp,
  startTestServer,
  type TestProject,
  type TestServer,
  USER_PASSWORD,
  type Visitor,
} from '../../../test/index.ts';

interface Failure {
  readonly code: string;
  readonly details?: { readonly fields?: Readonly<Record<string, string>> };
}

describe.each(ENGINES)('signing up and in on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  /** A project that requires confirmed addresses before users sign in. */
  let strict: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine, config: { mode: 'development' } });
    project = await server.createProject();
    strict = await server.createProject();
    await set(strict, { verification_required: true });
  });
  afterAll(() => server?.close());

  const set = async (of: TestProject, auth: object): Promise<void> => {
    expect((await of.cloudApi('/settings', { method: 'PATCH', json: { auth } })).status).toBe(200);
  };
  const post = (of: TestProject, path: string, json: unknown) => of.api<Failure>(path, { json });
  const subjects = async (email: string) => (await receivedMails(server, email)).map(({ subject }) => subject);

  test('exactly one of fifty concurrent sign-ups with one address succeeds', async () => {
    const email = newEmail();
    const json = { email, password: USER_PASSWORD };
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(project, '/auth/signup', json)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(49).fill(409)]);
    expect(await subjects(email)).toHaveLength(1);
  });

  test('the owner decides which addresses may sign up and how long passwords must be', async () => {
    const own = await server.createProject();
    const json = { email: newEmail(), password: 'elf bytes..' };
    await set(own, { password_min_length: 12 });
    expect((await post(own, '/auth/signup', json)).body.code).toBe('weak_password');
    await set(own, { password_min_length: 11, allowed_email_domains: ['other.example'] });
    expect((await post(own, '/auth/signup', json)).body.code).toBe('signup_disabled');
    await set(own, { allowed_email_domains: ['example.com'] });
    // An unconfirmed address at an allowed domain does not prove who the user is.
    expect((await post(own, '/auth/signup', json)).body).toMatchObject({ data: { verification_required: true } });
    expect((await post(own, '/auth/login', json)).body.code).toBe('email_not_verified');
    const token = tokenOf((await receivedMails(server, json.email)).at(-1)?.text);
    expect((await post(own, '/auth/verify-email', { token, password: json.password })).status).toBe(200);
    await set(own, { signup_enabled: false, allowed_email_domains: [] });
    const refused = await post(own, '/auth/signup', { ...json, email: newEmail() });
    expect([refused.status, refused.body.code]).toEqual([403, 'signup_disabled']);
    expect((await post(own, '/auth/login', json)).status).toBe(200);
    const config = await own.api('/auth/config');
    expect(config.body).toEqual({
      data: {
        signup_enabled: false,
        verification_required: false,
        password: { min_length: 11 },
        providers: [],
        mfa: { totp: true },
        passkeys: { enabled: false },
      },
      count: 1,
    });
  });

  test('one person is a separate user in each project', async () => {
    const email = newEmail();
    const here = await signUp(project.api, { email });
    const other = await server.createProject();
    const there = await signUp(other.api, { email, password: 'another password here' });
    expect(there.user.id).not.toBe(here.user.id);
    expect((await post(other, '/auth/login', { email, password: USER_PASSWORD })).status).toBe(401);
  });

  describe('201', () => {
    test('a new user is signed in at once and receives one mail to confirm the address', async () => {
      const email = newEmail();
      const json = { email: ` ${email.toUpperCase()} `, password: USER_PASSWORD, name: ' Ada ', metadata: { a: [1] } };
      let reply: Reply<SignedInBody> | undefined;
      const work = async () => {
        reply = await project.api<SignedInBody>('/auth/signup', { json });
      };
      await expectEffects({ server, project }, work, {
        mails: 1,
        others: ['_auth_mails', '_auth_tokens', '_sessions', '_users'],
      });
      expect(reply?.status).toBe(201);
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
      expect(reply?.body).toEqual({
        data: {
          user: {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            email,
            email_verified: false,
            name: 'Ada',
            avatar_url: null,
            role: null,
            metadata: { a: [1] },
            providers: ['password'],
            mfa_enabled: false,
            created_at: time,
            updated_at: time,
            last_sign_in_at: time,
          },
          session: { id: expect.any(String), expires_at: time },
        },
        count: 1,
      });
      expect(await subjects(email)).toEqual(['Confirm your e-mail address']);
    });
  });

  describe('400', () => {
    test.each([
      ['nothing', {}],
      ['no password', { email: 'a@example.com' }],
      ['a role', { email: 'a@example.com', password: USER_PASSWORD, role: 'admin' }],
      ['a verified address', { email: 'a@example.com', password: USER_PASSWORD, email_verified: true }],
      ['an id', { email: 'a@example.com', password: USER_PASSWORD, id: '01900000-0000-7000-8000-000000000000' }],
      [
        'a prototype',
        JSON.parse(`{"email":"a@example.com","password":"${USER_PASSWORD}","__proto__":{"role":"admin"}}`),
      ],
      ['a list of addresses', { email: 'a@example.com,b@example.com', password: USER_PASSWORD }],
      ['a second recipient', { email: 'a@example.com\r\nBcc: b@example.com', password: USER_PASSWORD }],
      ['a full-width at sign', { email: 'a＠example.com', password: USER_PASSWORD }],
      ['a name with a line break', { email: 'a@example.com', password: USER_PASSWORD, name: 'a\nb' }],
      ['metadata that is no object', { email: 'a@example.com', password: USER_PASSWORD, metadata: [] }],
      ['metadata of 17 KB', { email: 'a@example.com', password: USER_PASSWORD, metadata: { a: 'x'.repeat(17_000) } }],
      ['metadata with NUL', { email: 'a@example.com', password: USER_PASSWORD, metadata: { a: '\0' } }],
    ])('a body with %s gets 400, and creates no account and sends no mail', async (_, json) => {
      await expectEffects({ server, project }, async () => {
        const reply = await post(project, '/auth/signup', json);
        expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
      });
    });

    test.each([
      ['short', '1234567', 'is too short: it needs at least 8 characters'],
      [
        'long',
        'x'.repeat(1025),
        'is too long: at most 1024 bytes, and characters other than plain letters take several',
      ],
      ['common', 'Password1', 'is one of the most common passwords, which are guessed first: choose another'],
      ['the address', 'weak@example.com', 'must not be the e-mail address'],
      ['broken', 'correct horse \ud800', 'contains half a character: type it again'],
    ])('a password that is %s is refused as weak, with advice on how to fix it', async (_, password, problem) => {
      const reply = await post(project, '/auth/signup', { email: 'weak@example.com', password });
      expect([reply.status, reply.body.code]).toEqual([400, 'weak_password']);
      expect(reply.body).toMatchObject({
        error: `The password ${problem}.`,
        details: { fields: { password: problem } },
      });
    });
  });

  describe('401', () => {
    test('wrong passwords and unknown addresses get the same answer', async () => {
      const { email } = await signUp(project.api);
      const wrong = await post(project, '/auth/login', { email, password: 'wrong password' });
      const unknown = await post(project, '/auth/login', { email: newEmail(), password: 'wrong password' });
      for (const { status, body, headers } of [wrong, unknown]) {
        expect([status, body.code, headers.getSetCookie()]).toEqual([401, 'invalid_credentials', []]);
      }
      expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      expect([...wrong.headers.keys()]).toEqual([...unknown.headers.keys()]);
    });
  });

  describe('409', () => {
    test('a taken address in any spelling gets 409 and changes nothing', async () => {
      const { email, api } = await signUp(project.api);
      const reply = await post(project, '/auth/signup', { email: email.toUpperCase(), password: 'another password' });
      expect([reply.status, reply.body.code]).toEqual([409, 'email_exists']);
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect((await post(project, '/auth/login', { email, password: USER_PASSWORD })).status).toBe(200);
      expect((await api('/auth/me')).status).toBe(200);
      expect(await subjects(email)).toHaveLength(1);
    });
  });

  test('where confirmation is required, new and taken addresses get the same answer; only the mails differ', async () => {
    const email = newEmail();
    const json = { email, password: USER_PASSWORD };
    const first = await post(strict, '/auth/signup', json);
    expect([first.status, first.body]).toEqual([
      201,
      { data: { user: null, session: null, verification_required: true }, count: 1 },
    ]);
    const proof = [expect.stringMatching(/_sign_up=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)];
    expect(first.headers.getSetCookie()).toEqual(proof);
    expect(await subjects(email)).toEqual(['Confirm your e-mail address']);
    const early = await post(strict, '/auth/login', json);
    expect([early.status, early.body.code]).toEqual([403, 'email_not_verified']);
    expect((await post(strict, '/auth/login', { ...json, password: 'wrong password' })).body.code).toBe(
      'invalid_credentials',
    );

    const token = tokenOf((await receivedMails(server, email)).at(-1)?.text);
    const verified = await strict.api<{ data: { user: { email_verified: boolean } } }>('/auth/verify-email', {
      json: { token, password: USER_PASSWORD },
    });
    expect([verified.status, verified.body.data.user.email_verified]).toEqual([200, true]);
    const again = await post(strict, '/auth/signup', { email, password: 'an intruder’s password' });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect([...again.headers.keys()]).toEqual([...first.headers.keys()]);
    expect(await subjects(email)).toEqual(['Confirm your e-mail address', 'You already have an account']);
    expect((await post(strict, '/auth/login', json)).status).toBe(200);
    // The same answer as for a sign-up with a new address.
    const waiting = await post(strict, '/auth/login', { email, password: 'an intruder’s password' });
    expect([waiting.status, waiting.body.code]).toEqual([early.status, early.body.code]);
    expect((await post(strict, '/auth/login', { email, password: 'wrong password' })).status).toBe(401);
  });

  test("when the owner of an address signs up, the password of an earlier stranger's sign-up stops working", async () => {
    const email = newEmail();
    await post(strict, '/auth/signup', { email, password: 'password of an intruder' });
    const early = tokenOf((await receivedMails(server, email)).at(-1)?.text);
    await post(strict, '/auth/signup', { email, password: USER_PASSWORD });
    const newest = tokenOf((await receivedMails(server, email)).at(-1)?.text);
    expect(newest).not.toBe(early);
    // The owner of the address follows both links but knows only one of the two passwords.
    for (const token of [early, newest]) {
      expect((await post(strict, '/auth/verify-email', { token })).body.code).toBe('password_required');
    }
    const owns = (token: string) => post(strict, '/auth/verify-email', { token, password: USER_PASSWORD });
    expect((await owns(early)).body.code).toBe('invalid_credentials');
    expect((await owns(newest)).status).toBe(200);
    expect((await post(strict, '/auth/verify-email', { token: early })).body.code).toBe('invalid_token');
    expect((await post(strict, '/auth/login', { email, password: 'password of an intruder' })).status).toBe(401);
    expect((await post(strict, '/auth/login', { email, password: USER_PASSWORD })).status).toBe(200);
  });

  test('a link confirms without the password in the browser that signed up; other browsers must enter it', async () => {
    const [ada, eve] = [createVisitor(strict.api), createVisitor(strict.api)];
    const email = newEmail();
    await eve.api('/auth/signup', { json: { email, password: 'password of an intruder' } });
    const eves = tokenOf((await receivedMails(server, email)).at(-1)?.text);
    await ada.api('/auth/signup', { json: { email, password: USER_PASSWORD } });
    const adas = tokenOf((await receivedMails(server, email)).at(-1)?.text);
    const confirm = async (visitor: Visitor, token: string | undefined) =>
      (await visitor.api<Failure>('/auth/verify-email', { json: { token } })).body.code;
    // The victim of a stranger's sign-up clicks every link.
    expect(await confirm(ada, eves)).toBe('password_required');
    expect(await confirm(createVisitor(strict.api), eves)).toBe('password_required');
    expect(await confirm(eve, adas)).toBe('password_required');
    expect(await confirm(ada, adas)).toBeUndefined();
    expect(await confirm(eve, eves)).toBe('invalid_token');
    expect((await post(strict, '/auth/login', { email, password: 'password of an intruder' })).status).toBe(401);
    expect((await post(strict, '/auth/login', { email, password: USER_PASSWORD })).status).toBe(200);
  });

  test("resending from the browser that signed up mails a link for that browser's own sign-up", async () => {
    const [ada, eve] = [createVisitor(strict.api), createVisitor(strict.api)];
    const email = newEmail();
    await ada.api('/auth/signup', { json: { email, password: USER_PASSWORD } });
    await eve.api('/auth/signup', { json: { email, password: 'password of an intruder' } });
    // Mails that are due at the same time are sent in any order.
    expect(await receivedMails(server, email)).toHaveLength(2);
    expect((await ada.api('/auth/resend-verification', { json: { email } })).status).toBe(202);
    const token = tokenOf((await receivedMails(server, email)).at(-1)?.text);
    expect((await ada.api('/auth/verify-email', { json: { token } })).status).toBe(200);
    expect((await post(strict, '/auth/login', { email, password: USER_PASSWORD })).status).toBe(200);
  });

  test('a password reset by the owner of an address ends everything a stranger set up with it', async () => {
    const eve = await signUp(project.api);
    // Mails that are due at the same time arrive in any order.
    expect(await receivedMails(server, eve.email)).toHaveLength(1);
    await project.api('/auth/forgot-password', { json: { email: eve.email } });
    const token = tokenOf((await receivedMails(server, eve.email)).at(-1)?.text);
    await post(project, '/auth/reset-password', { token, password: 'chosen by the owner' });
    expect((await eve.api('/auth/me')).status).toBe(401);
    expect((await post(project, '/auth/login', { email: eve.email, password: USER_PASSWORD })).status).toBe(401);
  });

  test("when confirmation becomes required later, a stranger's sign-up does not lock out existing accounts", async () => {
    const own = await server.createProject();
    const { email } = await signUp(own.api);
    await set(own, { verification_required: true });
    await post(own, '/auth/signup', { email, password: 'password of an intruder' });
    expect((await post(own, '/auth/login', { email, password: USER_PASSWORD })).body.code).toBe('email_not_verified');
    expect(await subjects(email)).toEqual(['Confirm your e-mail address', 'You already have an account']);
  });

  test('rows belong to the signed-in user, are hidden from others, and remain when the user is deleted', async () => {
    const table = await project.createTable({
      columns: [{ name: 'title', type: 'text' }],
      rules: { create: 'authenticated', read: 'owner', update: 'owner', delete: 'owner' },
    });
    const [ada, bob] = await Promise.all([signUp(project.api), signUp(project.api)]);
    const path = `/data/${table}`;
    const created = await ada.api<{ data: { owner_id: string } }>(path, { json: { title: 'mine' } });
    expect([created.status, created.body.data.owner_id]).toEqual([201, ada.user.id]);
    const count = async (api: typeof ada.api) => (await api<{ count: number }>(path)).body.count;
    expect([await count(ada.api), await count(bob.api)]).toEqual([1, 0]);
    expect((await createVisitor(project.api).api<Failure>(path)).body.code).toBe('not_authenticated');
    const removed = await ada.api('/auth/me', { method: 'DELETE', json: { password: USER_PASSWORD } });
    expect([removed.status, removed.body]).toEqual([200, { count: 1 }]);
    const rows = await project.secretApi<{ data: { owner_id: string }[] }>(path);
    expect(rows.body.data).toMatchObject([{ owner_id: ada.user.id }]);
    const heir = await signUp(project.api, { email: ada.email });
    expect(await count(heir.api)).toBe(0);
  });
});

function tokenOf(text: string | undefined): string {
  return /token=([\w-]{43})\b/.exec(text ?? '')?.[1] ?? 'no token';
}
