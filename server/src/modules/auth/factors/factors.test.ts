import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { type AppBrowser, browseApp } from '../../../../test/browser.ts';
import {
  createTestClock,
  ENGINES,
  startTestServer,
  type TestClock,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import { receivedMails } from '../../../../test/received-mails.ts';

const EMAIL = 'ann@example.com';
const PASSWORD = 'correct horse battery';
const STEP_MS = 30_000;
const WRONG = '000000';

interface EnrolledFactor {
  readonly ann: AppBrowser;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

function codeAt(secret: string, ms: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ms });
}

async function signUp(server: TestServer, project: TestProject, email = EMAIL): Promise<AppBrowser> {
  const visitor = browseApp(server, project);
  expect((await visitor.call('/auth/signup', { email, password: PASSWORD })).status).toBe(201);
  return visitor;
}

/** Creates a user with a second factor whose code for the current step is already used. */
async function enroll(server: TestServer, project: TestProject, clock: TestClock): Promise<EnrolledFactor> {
  const ann = await signUp(server, project);
  const enrolled = await ann.call<{ data: { secret: string } }>('/auth/mfa/totp/enroll', {});
  const { secret } = enrolled.body.data;
  const confirmed = await ann.call<{ data: { recovery_codes: string[] } }>('/auth/mfa/totp/verify', {
    code: codeAt(secret, clock.now()),
  });
  expect(confirmed.status).toBe(200);
  return { ann, secret, recoveryCodes: confirmed.body.data.recovery_codes };
}

async function startSignIn(visitor: AppBrowser): Promise<string> {
  const login = await visitor.call<{ data: { mfa_token: string } }>('/auth/login', {
    email: EMAIL,
    password: PASSWORD,
  });
  expect(login).toMatchObject({ status: 200, body: { data: { mfa_required: true }, count: 1 } });
  expect(login.headers.getSetCookie()).toEqual([]);
  return login.body.data.mfa_token;
}

function challenge(visitor: AppBrowser, mfa_token: string, code: string) {
  return visitor.call('/auth/mfa/challenge', { mfa_token, code });
}

function setUp(engine: (typeof ENGINES)[number]) {
  const clock = createTestClock();
  return { clock, starting: startTestServer({ engine, clock, config: { mode: 'development' } }) };
}

describe.each(ENGINES)('a second factor on %s', (engine) => {
  it('is required once a first code has confirmed it, and completes the sign-in with a code', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject({ name: 'Shop' });
    const ann = await signUp(server, project);
    const enrolled = await ann.call<{ data: { secret: string; otpauth_url: string } }>('/auth/mfa/totp/enroll', {});
    expect(enrolled).toMatchObject({ status: 200, body: { count: 1 } });
    const { secret, otpauth_url } = enrolled.body.data;
    expect(otpauth_url).toContain(`secret=${secret}`);
    expect(decodeURIComponent(otpauth_url)).toContain('Shop:ann@example.com');

    // Until then a user who never scanned the code must not be locked out.
    const early = browseApp(server, project);
    expect((await early.call('/auth/login', { email: EMAIL, password: PASSWORD })).body).toHaveProperty(
      'data.session.id',
    );

    const confirmed = await ann.call('/auth/mfa/totp/verify', { code: codeAt(secret, clock.now()) });
    expect(confirmed).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await ann.call('/auth/me')).body).toMatchObject({ data: { user: { mfa_enabled: true } } });

    const other = browseApp(server, project);
    const token = await startSignIn(other);
    expect((await other.call('/auth/me')).status).toBe(401);
    const answer = await challenge(other, token, codeAt(secret, clock.now() + STEP_MS));
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { user: { email: EMAIL, mfa_enabled: true } }, count: 1 },
    });
    const names = answer.headers.getSetCookie().map((line) => /_(\w+)=/.exec(line)?.[1]);
    expect(names).toEqual(['session', 'refresh', 'signed_in', 'device']);
    expect((await other.call('/auth/me')).status).toBe(200);
  });

  it('each time step is accepted once; neighbouring steps are still accepted', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    const { secret } = await enroll(server, project, clock);
    const visitor = browseApp(server, project);
    const tryStep = async (steps: number): Promise<number> => {
      const code = codeAt(secret, clock.now() + steps * STEP_MS);
      return (await challenge(visitor, await startSignIn(visitor), code)).status;
    };
    expect([await tryStep(0), await tryStep(1), await tryStep(1), await tryStep(-1), await tryStep(-1)]).toEqual([
      401, 200, 401, 200, 401,
    ]);
    expect([await tryStep(2), await tryStep(-2)]).toEqual([401, 401]);
    clock.advance(3 * STEP_MS);
    expect([await tryStep(0), await tryStep(0)]).toEqual([200, 401]);
  });

  it('of 50 concurrent sign-ins with one code or recovery code, exactly one succeeds', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    const { secret, recoveryCodes } = await enroll(server, project, clock);
    const visitor = browseApp(server, project);
    for (const code of [codeAt(secret, clock.now() + STEP_MS), recoveryCodes[0] ?? '']) {
      const tokens: string[] = [];
      // Some requests share a token, so they race for tokens and codes at once.
      for (let at = 0; at < 10; at += 1) tokens.push(await startSignIn(visitor));
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => challenge(browseApp(server, project), tokens[at % 10] ?? '', code)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status } of answers) expect([200, 400, 401]).toContain(status);
    }
  });

  it('of 50 concurrent confirmations of one secret, exactly one receives recovery codes', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    const ann = await signUp(server, project);
    const { body } = await ann.call<{ data: { secret: string } }>('/auth/mfa/totp/enroll', {});
    const code = codeAt(body.data.secret, clock.now());
    const answers = await Promise.all(Array.from({ length: 50 }, () => ann.call('/auth/mfa/totp/verify', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  });

  it('a challenge allows ten attempts; after them even the right code fails', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    const { secret } = await enroll(server, project, clock);
    const visitor = browseApp(server, project);
    const token = await startSignIn(visitor);
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await challenge(visitor, token, WRONG)).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      });
    }
    const right = codeAt(secret, clock.now() + STEP_MS);
    expect(await challenge(visitor, token, right)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    // The failed attempts did not use up the code itself.
    expect((await challenge(visitor, await startSignIn(visitor), right)).status).toBe(200);
  });

  it('of 50 concurrent attempts at most ten are checked', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    await enroll(server, project, clock);
    const visitor = browseApp(server, project);
    const token = await startSignIn(visitor);
    const answers = await Promise.all(Array.from({ length: 50 }, () => challenge(visitor, token, WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(40);
  });

  it("a challenge ends after five minutes, once used, and when the user's sessions end", async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    const { ann, secret, recoveryCodes } = await enroll(server, project, clock);
    const visitor = browseApp(server, project);
    const ended = { status: 400, body: { code: 'invalid_token' } };

    const late = await startSignIn(visitor);
    clock.advance(5 * 60_000 - 1);
    const inTime = await startSignIn(visitor);
    clock.advance(1);
    expect(await challenge(visitor, late, codeAt(secret, clock.now()))).toMatchObject(ended);
    expect((await challenge(visitor, inTime, codeAt(secret, clock.now()))).status).toBe(200);
    expect(await challenge(visitor, inTime, recoveryCodes[0] ?? '')).toMatchObject(ended);
    expect(await challenge(visitor, 'no-such-token', recoveryCodes[0] ?? '')).toMatchObject(ended);

    const before = await startSignIn(visitor);
    const changed = await ann.call('/auth/change-password', {
      current_password: PASSWORD,
      new_password: 'another good one',
    });
    expect(changed.status).toBe(200);
    expect(await challenge(visitor, before, recoveryCodes[0] ?? '')).toMatchObject(ended);
  });

  it('each recovery code works once, in any spelling', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    const { recoveryCodes } = await enroll(server, project, clock);
    expect(recoveryCodes).toHaveLength(10);
    const visitor = browseApp(server, project);
    const [first = '', second = ''] = recoveryCodes;
    expect((await challenge(visitor, await startSignIn(visitor), first)).status).toBe(200);
    expect((await challenge(visitor, await startSignIn(visitor), first)).status).toBe(401);
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ')} `;
    expect((await challenge(visitor, await startSignIn(visitor), typed)).status).toBe(200);
  });

  it('is removed only with the password, and the service mails the user', async () => {
    const { clock, starting } = setUp(engine);
    await using server = await starting;
    const project = await server.createProject();
    const { ann } = await enroll(server, project, clock);
    const visitor = browseApp(server, project);
    const waiting = await startSignIn(visitor);
    expect(await ann.call('/auth/mfa/totp', { password: 'wrong password' }, 'DELETE')).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect(await visitor.call('/auth/mfa/totp', { password: PASSWORD }, 'DELETE')).toMatchObject({
      status: 401,
      body: { code: 'not_authenticated' },
    });
    expect(await ann.call('/auth/mfa/totp', { password: PASSWORD }, 'DELETE')).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await ann.call('/auth/mfa/totp', { password: PASSWORD }, 'DELETE')).toMatchObject({
      status: 200,
      body: { count: 0 },
    });
    expect((await ann.call('/auth/me')).body).toMatchObject({ data: { user: { mfa_enabled: false } } });
    expect((await challenge(visitor, waiting, WRONG)).status).toBe(400);
    const login = await visitor.call('/auth/login', { email: EMAIL, password: PASSWORD });
    expect(login.body).toHaveProperty('data.session.id');
    const subjects = (await receivedMails(server, EMAIL)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Two-step sign-in was turned off')).toHaveLength(1);
  });
});

describe('a second factor', () => {
  it('bad requests get 400, 401, 404 or 409 and change nothing', async () => {
    const { clock, starting } = setUp('sqlite');
    await using server = await starting;
    const project = await server.createProject();
    const stranger = browseApp(server, project);
    expect(await stranger.call('/auth/mfa/totp/enroll', {})).toMatchObject({
      status: 401,
      body: { code: 'not_authenticated' },
    });
    const ann = await signUp(server, project);
    expect(await ann.call('/auth/mfa/totp/verify', { code: WRONG })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const enrolled = await ann.call<{ data: { secret: string } }>('/auth/mfa/totp/enroll', {});
    for (const body of [{}, { code: 1 }, { code: '' }, { code: 'x'.repeat(65) }, { code: WRONG, other: 1 }]) {
      expect((await ann.call('/auth/mfa/totp/verify', body)).status).toBe(400);
    }
    expect((await ann.call('/auth/mfa/totp/enroll', { secret: 'JBSWY3DPEHPK3PXP' })).status).toBe(400);
    expect(await ann.call('/auth/mfa/totp/verify', { code: WRONG })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect((await ann.call('/auth/me')).body).toMatchObject({ data: { user: { mfa_enabled: false } } });

    // A new enrolment replaces the earlier secret.
    const again = await ann.call<{ data: { secret: string } }>('/auth/mfa/totp/enroll', {});
    const earlier = codeAt(enrolled.body.data.secret, clock.now());
    expect((await ann.call('/auth/mfa/totp/verify', { code: earlier })).status).toBe(401);
    const code = codeAt(again.body.data.secret, clock.now());
    expect((await ann.call('/auth/mfa/totp/verify', { code })).status).toBe(200);
    expect(await ann.call('/auth/mfa/totp/enroll', {})).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    expect(await ann.call('/auth/mfa/totp/verify', { code })).toMatchObject({
      status: 409,
      body: { code: 'duplicate' },
    });
  });

  it('enrolment needs a sign-in of the last ten minutes or the password, so stolen sessions cannot lock users out', async () => {
    const { clock, starting } = setUp('sqlite');
    await using server = await starting;
    const project = await server.createProject();
    const ann = await signUp(server, project);
    clock.advance(10 * 60_000 + 1);
    expect(await ann.call('/auth/mfa/totp/enroll', {})).toMatchObject({
      status: 400,
      body: { code: 'password_required' },
    });
    expect(await ann.call('/auth/mfa/totp/enroll', { password: `${PASSWORD}!` })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect((await ann.call('/auth/mfa/totp/enroll', { password: PASSWORD })).status).toBe(200);
  });

  it('no code is accepted twice when the clock jumps forward and back', async () => {
    const { clock, starting } = setUp('sqlite');
    await using server = await starting;
    const project = await server.createProject();
    const { secret } = await enroll(server, project, clock);
    const visitor = browseApp(server, project);
    const spent = codeAt(secret, clock.now());
    clock.advance(3_600_000);
    expect((await challenge(visitor, await startSignIn(visitor), codeAt(secret, clock.now()))).status).toBe(200);
    clock.advance(-3_600_000);
    expect((await challenge(visitor, await startSignIn(visitor), spent)).status).toBe(401);
  });

  it('tokens of one project are invalid in another', async () => {
    const { clock, starting } = setUp('sqlite');
    await using server = await starting;
    const [project, other] = [await server.createProject(), await server.createProject()];
    const { secret } = await enroll(server, project, clock);
    const token = await startSignIn(browseApp(server, project));
    const code = codeAt(secret, clock.now() + STEP_MS);
    expect((await challenge(browseApp(server, other), token, code)).status).toBe(400);
    expect((await challenge(browseApp(server, project), token, code)).status).toBe(200);
  });

  describe('429', () => {
    it('callers who know the password cannot gain attempts by starting new challenges', async () => {
      const clock = createTestClock();
      await using server = await startTestServer({
        clock,
        config: { rateLimits: true, trustedProxies: ['127.0.0.1', '::1'] },
      });
      const project = await server.createProject();
      const ann = await signUp(server, project);
      const { body } = await ann.call<{ data: { secret: string } }>('/auth/mfa/totp/enroll', {});
      await ann.call('/auth/mfa/totp/verify', { code: codeAt(body.data.secret, clock.now()) });
      const statuses: number[] = [];
      for (let at = 0; at < 12; at += 1) {
        clock.advance(13_000);
        const from = { 'x-forwarded-for': '203.0.113.7' };
        const login = await project.api<{ data: { mfa_token: string } }>('/auth/login', {
          json: { email: EMAIL, password: PASSWORD },
          headers: from,
        });
        if (login.status !== 200) {
          statuses.push(login.status);
          continue;
        }
        const json = { mfa_token: login.body.data.mfa_token, code: WRONG };
        statuses.push((await project.api('/auth/mfa/challenge', { json, headers: from })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    });
  });

  it('the database contains no secret or code in clear text', async () => {
    const { clock, starting } = setUp('sqlite');
    await using server = await starting;
    const project = await server.createProject();
    const { secret, recoveryCodes } = await enroll(server, project, clock);
    const token = await startSignIn(browseApp(server, project));
    const { readdir, readFile } = await import('node:fs/promises');
    const files = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(`${file.parentPath}/${file.name}`, 'latin1')),
    );
    const everything = texts.join('\n');
    // Control: the user's rows are among the text that was searched.
    expect(everything).toContain(EMAIL);
    for (const hidden of [secret, token, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(everything).not.toContain(hidden);
    }
  });
});
