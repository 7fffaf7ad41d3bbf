import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { browseApp } from '../../../../test/browser.ts';
import { createTestClock, ENGINES, startTestServer, type TestServerOptions } from '../../../../test/index.ts';
import {
  APP_URL,
  allowProvider,
  arrivalOf,
  callbackUrl,
  failed,
  returnFrom,
  signInWith,
  startSignIn,
} from '../../../../test/provider-flow.ts';
import { startScriptedIssuer } from '../../../../test/scripted-issuer.ts';

const ENDED = { status: 400, code: 'invalid_token' };

/** A project with a provider that has verified `ann@example.com`. */
async function setUp(options: TestServerOptions = {}) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(
    await startTestServer({ ...options, config: { outboundAllow: ['127.0.0.0/8'], ...options.config } }),
  );
  const issuer = stack.use(await startScriptedIssuer());
  issuer.script.claims = { email: 'ann@example.com', email_verified: true };
  const project = await server.createProject();
  await allowProvider(project, issuer.client);
  const begin = async (browser = browseApp(server, project)) => {
    const url = await startSignIn(server, project, browser);
    return { browser, url, back: returnFrom(issuer, { url, callback: callbackUrl(server, project) }) };
  };
  return { server, issuer, project, begin, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function failureOf(response: Response): Promise<{ status: number; code: unknown }> {
  expect(response.headers.getSetCookie().filter((line) => !line.includes('Max-Age=0'))).toEqual([]);
  const body = (await response.json()) as { code?: unknown };
  return { status: response.status, code: body.code };
}

describe.each(ENGINES)('the callback of a provider on %s', (engine) => {
  it('works once: of 50 concurrent callbacks exactly one signs in', async () => {
    await using scene = await setUp({ engine });
    const { browser, back } = await scene.begin();
    const cookie = Array.from(browser.jar(back), ([name, value]) => `${name}=${value}`).join('; ');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetch(back, { headers: { cookie }, redirect: 'manual' })),
    );
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 302)) expect(await failureOf(answer)).toEqual(ENDED);
    expect(scene.issuer.tokenRequests).toHaveLength(1);
  });

  it('signs 20 concurrent first sign-ins of one identity into one account', async () => {
    await using scene = await setUp({ engine });
    const attempts: Awaited<ReturnType<typeof scene.begin>>[] = [];
    for (let at = 0; at < 20; at += 1) attempts.push(await scene.begin());
    // Each sign-in expects its own nonce, which the issuer derives from the code.
    const nonces = attempts.map(({ url }) => url.searchParams.get('nonce') ?? '');
    scene.issuer.expectNonceOfCode((code) => nonces[Number(code)] ?? '');
    const answers = await Promise.all(
      attempts.map(({ browser, back }, at) => {
        const url = new URL(back);
        url.searchParams.set('code', String(at));
        return browser.fetch(url);
      }),
    );
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(attempts.map(() => APP_URL));
    const users = await Promise.all(
      attempts.map(async ({ browser }) => {
        const me = await browser.call<{ data: { user: { id: string } } }>('/auth/me');
        return me.body.data.user.id;
      }),
    );
    expect(new Set(users).size).toBe(1);
  });
});

describe('the callback of a provider', () => {
  it('works only in the browser that began, and the first callback spends its state', async () => {
    await using scene = await setUp();
    const victim = await scene.begin();
    const attacker = browseApp(scene.server, scene.project);
    // The attacker replays a callback in a browser with another cookie, or none.
    expect(await failureOf(await attacker.fetch(victim.back))).toEqual(ENDED);
    expect(await failureOf(await victim.browser.fetch(victim.back))).toEqual(ENDED);
    expect(scene.issuer.tokenRequests).toEqual([]);
    const again = await scene.begin(victim.browser);
    expect((await victim.browser.fetch(again.back)).headers.get('location')).toBe(APP_URL);
  });

  it('works for ten minutes', async () => {
    const clock = createTestClock(Date.now());
    await using scene = await setUp({ clock });
    const late = await scene.begin();
    clock.advance(10 * 60_000);
    expect(await failureOf(await late.browser.fetch(late.back))).toEqual(ENDED);
    const inTime = await scene.begin();
    clock.advance(60_000);
    expect((await inTime.browser.fetch(inTime.back)).status).toBe(302);
  });

  it('refuses a missing, wrong or doubled state, and one of another provider', async () => {
    await using scene = await setUp();
    await allowProvider(scene.project, scene.issuer.client, 'other');
    const { browser, back, url } = await scene.begin();
    const state = url.searchParams.get('state') ?? '';
    for (const wrong of [
      back.replace('/oauth/acme/', '/oauth/other/'),
      back.replace(encodeURIComponent(state), ''),
      back.replace(/state=[^&]+/, 'state=x'),
      back.replace(/&?state=[^&]+/, ''),
      `${back}&state=${encodeURIComponent(state)}`,
    ]) {
      expect(wrong).not.toBe(back);
      expect(await failureOf(await browser.fetch(wrong))).toEqual(ENDED);
    }
    // None of these requests used up the state.
    expect((await browser.fetch(back)).headers.get('location')).toBe(APP_URL);
  });

  it('sends the PKCE verifier with the code, and never in the authorization URL', async () => {
    await using scene = await setUp();
    const { browser, back, url } = await scene.begin();
    await browser.fetch(back);
    const [request] = scene.issuer.tokenRequests;
    const verifier = request?.get('code_verifier') ?? '';
    expect(verifier.length).toBeGreaterThanOrEqual(43);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(url.searchParams.get('code_challenge'));
    expect(request?.get('redirect_uri')).toBe(callbackUrl(scene.server, scene.project));
    expect(url.href).not.toContain(verifier);
  });

  it('a HEAD request does not spend the state', async () => {
    await using scene = await setUp();
    const { browser, back } = await scene.begin();
    expect((await browser.fetch(back, { method: 'HEAD' })).status).toBe(200);
    expect((await browser.fetch(back)).headers.get('location')).toBe(APP_URL);
  });

  it('several sign-ins in one browser do not disturb each other', async () => {
    await using scene = await setUp();
    const browser = browseApp(scene.server, scene.project);
    const first = await scene.begin(browser);
    const second = await scene.begin(browser);
    expect((await browser.fetch(second.back)).status).toBe(302);
    returnFrom(scene.issuer, { url: first.url, callback: '' });
    expect((await browser.fetch(first.back)).status).toBe(302);
  });

  it("returns to the app with the provider's refusal, and spends the state", async () => {
    await using scene = await setUp();
    for (const [error, expected] of [
      ['access_denied', 'access_denied'],
      ['server_error', 'provider_error'],
      ['<script>', 'provider_error'],
    ] as const) {
      const { browser, url } = await scene.begin();
      const at = { url, callback: callbackUrl(scene.server, scene.project) };
      const denied = returnFrom(scene.issuer, at, { error, error_description: 'x' });
      const arrival = arrivalOf(browser, await browser.fetch(denied));
      expect([arrival.status, arrival.location]).toEqual([302, failed(expected)]);
      expect(arrival.setCookies).toEqual([expect.stringContaining('Max-Age=0')]);
      expect(await failureOf(await browser.fetch(returnFrom(scene.issuer, at)))).toEqual(ENDED);
    }
    expect(scene.issuer.tokenRequests).toEqual([]);
  });

  it('on https every HttpOnly cookie is Secure and has the __Host- prefix', async () => {
    await using scene = await setUp({ config: { trustedProxies: ['127.0.0.1', '::1'] } });
    const browser = browseApp(scene.server, scene.project);
    const headers = { 'x-forwarded-proto': 'https' };
    const from = `${scene.server.url}/api/baas/${scene.project.id}/auth/oauth/acme?redirect_to=${encodeURIComponent(APP_URL)}`;
    const started = await browser.fetch(from, { headers });
    const back = returnFrom(scene.issuer, {
      url: new URL(started.headers.get('location') ?? ''),
      callback: callbackUrl(scene.server, scene.project),
    });
    const arrived = await browser.fetch(back, { headers });
    expect(arrived.headers.get('location')).toBe(APP_URL);
    const cookies = [...started.headers.getSetCookie(), ...arrived.headers.getSetCookie()];
    expect(cookies).toHaveLength(6);
    for (const cookie of cookies.filter((line) => line.includes('HttpOnly'))) {
      expect(cookie).toMatch(/^__Host-.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    }
  });
});

describe('the target of a sign-in', () => {
  describe('400', () => {
    it("outside the project's origins is refused before the sign-in begins", async () => {
      await using scene = await setUp();
      for (const redirectTo of [
        'https://evil.example/',
        'https://app.example.com.evil.example/',
        'https://app.example.com@evil.example/',
        'https://user:pass@app.example.com/',
        'https://evil.example\\@app.example.com/',
        'https:evil.example',
        '//evil.example/',
        '/relative',
        'javascript:alert(1)',
        'data:text/html,x',
        'http://app.example.com/',
        'https://app.example.com:8443/',
        ' https://app.example.com/',
        'https://app.example.com/\r\nSet-Cookie: a=b',
        'https://app.example.com%2eevil.example/',
        'https://аpp.example.com/',
        '',
      ]) {
        const from = `${scene.server.url}/api/baas/${scene.project.id}/auth/oauth/acme?redirect_to=${encodeURIComponent(redirectTo)}`;
        const response = await browseApp(scene.server, scene.project).fetch(from);
        expect([redirectTo, await failureOf(response)]).toEqual([
          redirectTo,
          { status: 400, code: 'validation_failed' },
        ]);
      }
      expect(scene.issuer.requests).toEqual([]);
    });
  });

  it('defaults to the published app', async () => {
    await using scene = await setUp();
    const browser = browseApp(scene.server, scene.project);
    const started = await browser.fetch(`${scene.server.url}/api/baas/${scene.project.id}/auth/oauth/acme`);
    const url = new URL(started.headers.get('location') ?? '');
    const back = returnFrom(scene.issuer, { url, callback: callbackUrl(scene.server, scene.project) });
    const location = (await browser.fetch(back)).headers.get('location') ?? '';
    expect(new URL(location).hostname).toBe(`${scene.project.id}.localhost`);
  });

  it("the Host header changes the callback's host only if the owner allows that origin", async () => {
    await using scene = await setUp();
    const path = `/api/baas/${scene.project.id}/auth/oauth/acme?redirect_to=${encodeURIComponent(APP_URL)}`;
    const { rawRequest } = await import('../../../../test/raw-request.ts');
    const backAt = async (host: string, more = ''): Promise<string | null> => {
      const reply = await rawRequest(
        Number(new URL(scene.server.url).port),
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`,
      );
      return URL.parse(reply.headers['location'] ?? '')?.searchParams.get('redirect_uri') ?? null;
    };
    const usual = callbackUrl(scene.server, scene.project);
    expect(await backAt('evil.example')).toBe(usual);
    expect(await backAt('localhost', 'X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\n')).toBe(usual);
    expect(await backAt('app.example.com')).toBe(usual);
    await scene.project.cloudApi('', {
      method: 'PATCH',
      json: { allowed_origins: ['http://app.example.com', 'https://app.example.com'] },
    });
    expect(await backAt('app.example.com')).toBe(
      `http://app.example.com/api/baas/${scene.project.id}/auth/oauth/acme/callback`,
    );
    expect(await backAt('app.example.com.evil.example')).toBe(usual);
    const ownApp = `${scene.project.id}.localhost:${new URL(scene.server.url).port}`;
    expect(await backAt(ownApp)).toBe(`http://${ownApp}/api/baas/${scene.project.id}/auth/oauth/acme/callback`);
  });

  describe('404', () => {
    it('unknown projects and providers get 404, including names like constructor and __proto__', async () => {
      await using scene = await setUp();
      const statusOf = async (path: string) => failureOf(await fetch(`${scene.server.url}/api/baas/${path}`));
      expect(await statusOf('no-such-project/auth/oauth/acme')).toEqual({ status: 404, code: 'project_not_found' });
      for (const id of ['google', 'constructor', '__proto__', 'toString']) {
        expect(await statusOf(`${scene.project.id}/auth/oauth/${id}`)).toEqual({ status: 404, code: 'not_found' });
        expect(await statusOf(`${scene.project.id}/auth/oauth/${id}/callback?state=x`)).toEqual({
          status: 404,
          code: 'not_found',
        });
      }
      const extra = await fetch(`${scene.server.url}/api/baas/${scene.project.id}/auth/oauth/acme?x=1`);
      expect(await failureOf(extra)).toEqual({ status: 400, code: 'unknown_parameter' });
    });
  });

  it('starting a sign-in counts toward the read limit of its network', async () => {
    await using scene = await setUp({ config: { rateLimits: true } });
    const begin = () =>
      fetch(`${scene.server.url}/api/baas/${scene.project.id}/auth/oauth/acme`, { redirect: 'manual' });
    const answers = await Promise.all(Array.from({ length: 301 }, begin));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(300);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('ratelimit-limit')).toBe('300');
  });

  it('too many callbacks from one network are redirected without asking the provider', async () => {
    await using scene = await setUp({ config: { rateLimits: true } });
    const locations: (string | null)[] = [];
    for (let at = 0; at < 12; at += 1) {
      locations.push((await signInWith(scene.server, scene.project, scene.issuer)).location);
    }
    expect(locations).toEqual([
      ...Array.from({ length: 10 }, () => APP_URL),
      failed('rate_limited'),
      failed('rate_limited'),
    ]);
    expect(scene.issuer.tokenRequests).toHaveLength(10);
    const { back } = await scene.begin();
    // A request that has no cookie belongs to no sign-in, so it gets a plain 429.
    expect(await failureOf(await fetch(back))).toEqual({ status: 429, code: 'rate_limited' });
  });
});
