import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasskey, type Deviation } from '../../../../test/authenticator.ts';
import { type AppBrowser, browseApp, type CallReply } from '../../../../test/browser.ts';
import type { CborValue } from '../../../../test/cbor.ts';
import {
  createTestClock,
  ENGINES,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import {
  APP_ORIGIN,
  addPasskey,
  enablePasskeys,
  registerPasskey,
  type ShownPasskey,
  signInWith,
  startRegistration,
  startSignIn,
} from '../../../../test/passkey-flow.ts';
import { allowProvider } from '../../../../test/provider-flow.ts';
import { receivedMails } from '../../../../test/received-mails.ts';
import { storeOf } from '../../../../test/store-of.ts';

const PASSWORD = 'correct horse battery';
const REFUSED = {
  status: 401,
  body: {
    error: 'The passkey was not accepted. Try again, or sign in another way.',
    code: 'invalid_credentials',
  },
};

async function signUp(server: TestServer, project: TestProject, email: string): Promise<AppBrowser> {
  const browser = browseApp(server, project);
  expect((await browser.call('/auth/signup', { email, password: PASSWORD })).status).toBe(201);
  return browser;
}

function refusedFor(reason: string) {
  return { status: 400, body: { code: 'validation_failed', details: { reason } } };
}

function change(key: string, value: CborValue): Pick<Deviation, 'attestation'> {
  return { attestation: (object) => new Map([...object, [key, value]]) };
}

/** Each registration deviates from a valid one in a single point. */
const BAD_REGISTRATIONS: readonly (readonly [string, Parameters<typeof registerPasskey>[1], string])[] = [
  ['made on a page of another origin', { origin: 'https://evil.example.com' }, 'origin'],
  ['made on a page that looks like ours', { origin: 'http://localhost.evil.example:3000' }, 'origin'],
  ['made in a frame of another site', { crossOrigin: true }, 'origin'],
  ['made for another host', { rpId: 'evil.example.com' }, 'host'],
  ['made for another challenge', { challenge: 'A'.repeat(43) }, 'challenge'],
  ['made by signing in', { type: 'webauthn.get' }, 'malformed'],
  ['made without verifying the user', { userVerified: false }, 'user_not_verified'],
  ['made without the user', { userPresent: false }, 'user_not_verified'],
  ['with a key of an algorithm that was not offered', { algorithm: 'ES384' }, 'algorithm'],
  ['with an unknown attestation', change('fmt', 'tpm'), 'attestation'],
  [
    'with a certificate',
    {
      attestation: (object) =>
        new Map<CborValue, CborValue>([
          ...object,
          ['fmt', 'packed'],
          ['attStmt', new Map([['x5c', [Buffer.alloc(9)]]])],
        ]),
    },
    'attestation',
  ],
  ['with an empty authenticator data', change('authData', Buffer.alloc(0)), 'malformed'],
  ['with authenticator data that is text', change('authData', 'text'), 'malformed'],
  ['with authenticator data that ends too early', { authenticatorData: (data) => data.subarray(0, 60) }, 'malformed'],
  ['with more bytes than it declares', { authenticatorData: (data) => Buffer.concat([data, data]) }, 'malformed'],
];

describe.each(ENGINES)('a passkey on %s', (engine) => {
  it.each(BAD_REGISTRATIONS)('%s is not added', async (_title, deviation, reason) => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project, 'ann@example.com');
    const { reply } = await registerPasskey(ann, deviation);
    expect(reply).toMatchObject(refusedFor(reason));
    expect((await ann.call('/auth/passkeys')).body).toEqual({ data: [], count: 0 });
  });

  it('with truncated, deeply nested, huge or empty bytes is not added', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project, 'ann@example.com');
    const send = async (attestationObject: (bytes: Buffer) => unknown): Promise<CallReply<unknown>> => {
      const { options, challenge_token } = await startRegistration(ann);
      const { registration } = createPasskey(APP_ORIGIN, options);
      const { response } = registration;
      const bytes = Buffer.from(String(response['attestationObject']), 'base64url');
      const credential = { ...registration, response: { ...response, attestationObject: attestationObject(bytes) } };
      return await ann.call('/auth/passkeys', { challenge_token, credential });
    };
    const text = (bytes: Buffer): string => bytes.toString('base64url');
    const whole = await send(text);
    expect(whole.status).toBe(201);
    const deviations: readonly ((bytes: Buffer) => unknown)[] = [
      ...[1, 10, 100, 150].map((length) => (bytes: Buffer) => text(bytes.subarray(0, length))),
      // Nested arrays, arrays and maps that claim four billion entries, a text of four billion bytes.
      () => text(Buffer.alloc(12_000, 0x81)),
      () => text(Buffer.from('9affffffff', 'hex')),
      () => text(Buffer.from('baffffffff', 'hex')),
      () => text(Buffer.from('7affffffff', 'hex')),
      () => text(Buffer.from('9f9f9f9f', 'hex')),
      () => text(Buffer.alloc(600_000, 0xa1)),
      () => 'not base64!',
      () => '',
      () => 7,
      () => undefined,
    ];
    for (const [index, deviation] of deviations.entries()) {
      expect(await send(deviation), `deviation ${index}`).toMatchObject(refusedFor('malformed'));
    }
    const { challenge_token } = await startRegistration(ann);
    expect(await ann.call('/auth/passkeys', { challenge_token, credential: {} })).toMatchObject(
      refusedFor('malformed'),
    );
    for (const credential of [null, 'text', 7, []]) {
      const reply = await ann.call('/auth/passkeys', { challenge_token, credential });
      expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    expect((await ann.call('/auth/passkeys')).body).toMatchObject({ count: 1 });
  });

  it('is added only with a challenge of this session, once and within five minutes', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { mode: 'development' } });
    const [project, foreign] = [await server.createProject(), await server.createProject()];
    for (const own of [project, foreign]) await enablePasskeys(own);
    const ann = await signUp(server, project, 'ann@example.com');
    const eve = await signUp(server, project, 'eve@example.com');
    const outsider = await signUp(server, foreign, 'ann@example.com');
    const add = async (browser: AppBrowser, from: Awaited<ReturnType<typeof startRegistration>>) =>
      await browser.call('/auth/passkeys', {
        challenge_token: from.challenge_token,
        credential: createPasskey(APP_ORIGIN, from.options).registration,
      });
    // Another account, another project, and another sign-in of the same account in another tab.
    expect(await add(eve, await startRegistration(ann))).toMatchObject(refusedFor('challenge'));
    expect(await add(outsider, await startRegistration(ann))).toMatchObject(refusedFor('challenge'));
    const before = await startRegistration(ann);
    await ann.call('/auth/login', { email: 'ann@example.com', password: PASSWORD });
    expect(await add(ann, before)).toMatchObject(refusedFor('challenge'));
    const signIn = await startSignIn(ann);
    const mixed = { ...(await startRegistration(ann)), challenge_token: signIn.challenge_token };
    expect(await add(ann, mixed)).toMatchObject(refusedFor('challenge'));
    const late = await startRegistration(ann);
    clock.advance(5 * 60_000);
    expect(await add(ann, late)).toMatchObject(refusedFor('challenge'));
    const inTime = await startRegistration(ann);
    clock.advance(4 * 60_000);
    expect((await add(ann, inTime)).status).toBe(201);
    expect(await add(ann, inTime)).toMatchObject(refusedFor('challenge'));
    for (const token of ['', 'x', `${inTime.challenge_token}x`]) {
      expect(await add(ann, { ...inTime, challenge_token: token })).toMatchObject(refusedFor('challenge'));
    }
  });

  it('belongs to one account: others cannot add it, and its id with another key signs nobody in', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project, 'ann@example.com');
    const eve = await signUp(server, project, 'eve@example.com');
    const passkey = await addPasskey(ann);
    for (const browser of [ann, eve]) {
      const { reply } = await registerPasskey(browser, { credentialId: passkey.id });
      expect(reply).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    }
    expect((await eve.call('/auth/passkeys')).body).toEqual({ data: [], count: 0 });
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await signInWith(browseApp(server, project), passkey, { key })).toMatchObject(REFUSED);
    const [{ id } = { id: '' }] = (await ann.call<{ data: ShownPasskey[] }>('/auth/passkeys')).body.data;
    for (const reply of [
      await eve.call(`/auth/passkeys/${id}`, { name: 'mine' }, 'PATCH'),
      await eve.call(`/auth/passkeys/${id}`, {}, 'DELETE'),
      await eve.call('/auth/passkeys/none', {}, 'DELETE'),
    ]) {
      expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await signInWith(eve, passkey)).body).toMatchObject({ data: { user: { email: 'ann@example.com' } } });
  });
});

type Refusal = Parameters<typeof signInWith>[2];

/** Each sign-in deviates from a valid one in a single point. */
const BAD_SIGN_INS: readonly (readonly [string, Refusal])[] = [
  ['on a page of another origin', { origin: 'https://evil.example.com' }],
  ['on a page below another host', { origin: 'http://localhost.evil.example:3000' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['for another host', { rpId: 'evil.example.com' }],
  ['for another challenge', { challenge: 'A'.repeat(43) }],
  ['by registering', { type: 'webauthn.create' }],
  ['without verifying the user', { userVerified: false }],
  ['without the user', { userPresent: false }],
  ['as another user', { userHandle: Buffer.from('018f0000-0000-7000-8000-000000000000').toString('base64url') }],
  ['with data that was changed after the signature', changed('authenticatorData', (text) => flip(text))],
  ['with another signature', changed('signature', (text) => flip(text))],
  ['with half of a signature', changed('signature', (text) => text.slice(0, text.length / 2))],
  ['with truncated data', changed('authenticatorData', (text) => text.slice(0, 40))],
  ['with data that is not base64url', changed('authenticatorData', () => '***')],
  ['with huge data', changed('authenticatorData', () => 'A'.repeat(500_000))],
  ['with a page that is not JSON', changed('clientDataJSON', () => 'AAAA')],
  ['with the page null', changed('clientDataJSON', () => Buffer.from('null').toString('base64url'))],
  ['without a signature', changed('signature', () => undefined)],
  ['with an unknown id', { change: (credential) => ({ ...credential, id: 'AAAA', rawId: 'AAAA' }) }],
  ['with two ids', { change: (credential) => ({ ...credential, rawId: 'AAAA' }) }],
  ['with another type', { change: (credential) => ({ ...credential, type: 'password' }) }],
  ['with nothing', { change: () => ({}) }],
];

function changed(field: string, edit: (text: string) => unknown): Refusal {
  return {
    change: (credential) => ({
      ...credential,
      response: { ...credential.response, [field]: edit(String(credential.response[field])) },
    }),
  };
}

function flip(text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  return bytes.toString('base64url');
}

describe.each(ENGINES)('a sign-in with a passkey on %s', (engine) => {
  it('gets the same refusal for every mistake', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const project = await server.createProject();
    await enablePasskeys(project);
    const passkey = await addPasskey(await signUp(server, project, 'ann@example.com'));
    const visitor = browseApp(server, project);
    for (const [title, how] of BAD_SIGN_INS) {
      const reply = await signInWith(visitor, passkey, how);
      expect(reply, title).toMatchObject(REFUSED);
      expect(reply.headers.getSetCookie(), title).toEqual([]);
    }
    // Control: the same passkey without a mistake signs in.
    expect((await signInWith(visitor, passkey)).status).toBe(200);
    expect((await signInWith(visitor, passkey, { userHandle: null })).status).toBe(200);
  });

  it('needs a challenge of this project and ceremony, once and within five minutes', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { mode: 'development' } });
    const [project, foreign] = [await server.createProject(), await server.createProject()];
    for (const own of [project, foreign]) await enablePasskeys(own);
    const ann = await signUp(server, project, 'ann@example.com');
    const passkey = await addPasskey(ann);
    const visitor = browseApp(server, project);
    type Start = Awaited<ReturnType<typeof startSignIn>>;
    const send = ({ options, challenge_token }: Start) =>
      visitor.call('/auth/login/passkey', { challenge_token, credential: passkey.sign(options) });
    expect(await send(await startSignIn(browseApp(server, foreign)))).toMatchObject(REFUSED);
    const registration = await startRegistration(ann);
    const { challenge } = registration.options;
    expect(
      await send({ options: { challenge, rpId: 'localhost' }, challenge_token: registration.challenge_token }),
    ).toMatchObject(REFUSED);
    const late = await startSignIn(visitor);
    clock.advance(5 * 60_000);
    expect(await send(late)).toMatchObject(REFUSED);
    const spentByFailure = await startSignIn(visitor);
    await visitor.call('/auth/login/passkey', { challenge_token: spentByFailure.challenge_token, credential: {} });
    expect(await send(spentByFailure)).toMatchObject(REFUSED);
    // A replayed credential is worthless: of several concurrent requests exactly one signs in.
    const seen = await startSignIn(visitor);
    const credential = passkey.sign(seen.options);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        visitor.call('/auth/login/passkey', { challenge_token: seen.challenge_token, credential }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    for (const token of ['', 'x', 'x'.repeat(900)]) {
      expect(await send({ ...seen, challenge_token: token })).toMatchObject(REFUSED);
    }
  });

  it('is refused when its counter does not increase, and the service mails the user', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project, 'ann@example.com');
    const counting = await addPasskey(ann);
    const visitor = browseApp(server, project);
    expect((await signInWith(visitor, counting, { counter: 7 })).status).toBe(200);
    const mails = async () => (await receivedMails(server, 'ann@example.com')).map(({ subject }) => subject);
    const before = await mails();
    // A caller who knows an id but has no key causes no mail.
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await signInWith(visitor, counting, { counter: 3, key })).toMatchObject(REFUSED);
    expect(await mails()).toEqual(before);
    for (const counter of [7, 6, 0]) expect(await signInWith(visitor, counting, { counter })).toMatchObject(REFUSED);
    expect((await mails()).slice(before.length)).toEqual(Array<string>(3).fill('A passkey was refused'));
    expect((await signInWith(visitor, counting, { counter: 8 })).status).toBe(200);
    const audit = await project.cloudApi<{ data: { action: string }[] }>('/audit');
    expect(audit.body.data.filter(({ action }) => action === 'user.passkey_refused').length).toBeGreaterThan(0);

    const synchronised = await addPasskey(ann, { counts: false });
    for (let time = 0; time < 2; time += 1) expect((await signInWith(visitor, synchronised)).status).toBe(200);
  });

  it('does not reveal who has a passkey: all callers get the same options', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const project = await server.createProject();
    await enablePasskeys(project);
    const visitor = browseApp(server, project);
    const empty = await startSignIn(visitor);
    await addPasskey(await signUp(server, project, 'ann@example.com'));
    const used = await startSignIn(visitor);
    const expected = { rpId: 'localhost', allowCredentials: [], timeout: 300_000, userVerification: 'required' };
    for (const { options, challenge_token } of [empty, used]) {
      expect(options).toEqual({ challenge: expect.any(String), ...expected });
      expect(challenge_token).toHaveLength(used.challenge_token.length);
    }
    const named = await visitor.call('/auth/login/passkey/options', { email: 'ann@example.com' });
    expect(named).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe.each(ENGINES)('the last way to sign in on %s', (engine) => {
  it('cannot be removed: without a password one passkey stays, even when two are removed at once', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = await signUp(server, project, 'ann@example.com');
    const passkey = await addPasskey(ann);
    await addPasskey(ann);
    const store = await storeOf(server.database, project.id);
    const { dialect } = server.database;
    const change = (text: string) => server.database.write(store, [{ kind: 'plain', statement: { text, values: [] } }]);
    await change(`UPDATE ${dialect.table('_users')} SET password_hash = NULL`);
    const list = await ann.call<{ data: ShownPasskey[] }>('/auth/passkeys');
    const replies = await Promise.all(list.body.data.map(({ id }) => ann.call(`/auth/passkeys/${id}`, {}, 'DELETE')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
    const left = await ann.call<{ data: ShownPasskey[] }>('/auth/passkeys');
    expect(left.body.data).toHaveLength(1);

    // An identity counts as a way to sign in only while its provider is enabled.
    await change(
      `INSERT INTO ${dialect.table('_identities')} (provider, issuer, subject, user_id, email, created_at)
        SELECT 'acme', 'https://acme.example', 's', id, NULL, created_at FROM ${dialect.table('_users')}`,
    );
    const remove = () => ann.call(`/auth/passkeys/${left.body.data[0]?.id}`, {}, 'DELETE');
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await allowProvider(project, { issuer: 'https://acme.example', client_id: 'a', client_secret: 'b' });
    expect((await remove()).status).toBe(200);
    expect((await signInWith(browseApp(server, project), passkey)).status).toBe(401);
  });
});
