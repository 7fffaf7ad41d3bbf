import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, test } from 'vitest';
import { browseApp } from '../../../../test/browser.ts';
import { startTestServer } from '../../../../test/index.ts';
import { APP_URL, allowProvider, arrivalOf, callbackUrl, failed, startSignIn } from '../../../../test/provider-flow.ts';
import { startScriptedIssuer } from '../../../../test/scripted-issuer.ts';
import { profileOf } from './github.ts';

const USER = { id: 42, login: 'ann', name: 'Ann', avatar_url: 'https://avatars.example/42' };
const ADDRESSES = [
  { email: 'other@example.com', primary: false, verified: true },
  { email: 'ann@example.com', primary: true, verified: true },
];

describe('signing in with GitHub', () => {
  it("requests the account's number and its verified primary address", async () => {
    await using server = await startTestServer({ config: { outboundAllow: ['127.0.0.0/8'] } });
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    const requested: (string | undefined)[] = [];
    const json = (body: unknown) => (request: IncomingMessage, response: ServerResponse) => {
      requested.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    issuer.script.answers = {
      '/login/oauth/access_token': json({
        access_token: 'gho_token',
        token_type: 'bearer',
        scope: 'read:user,user:email',
      }),
      '/api/v3/user': json(USER),
      '/api/v3/user/emails': json(ADDRESSES),
    };
    await allowProvider(project, issuer.client, 'github');
    const browser = browseApp(server, project);
    const url = await startSignIn(server, project, browser, 'github');
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer.issuer}/login/oauth/authorize`);
    expect(url.searchParams.get('scope')).toBe('read:user user:email');
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const state = url.searchParams.get('state') ?? '';
    const back = `${callbackUrl(server, project, 'github')}?${new URLSearchParams({ code: 'x', state })}`;
    expect(arrivalOf(browser, await browser.fetch(back)).location).toBe(APP_URL);
    expect(requested.slice(1)).toEqual(['Bearer gho_token', 'Bearer gho_token']);
    expect((await browser.call('/auth/me')).body).toMatchObject({
      data: { user: { email: 'ann@example.com', email_verified: true, name: 'Ann', providers: ['github'] } },
    });
  });

  it('signs nobody in when GitHub reports a bad code with status 200', async () => {
    await using server = await startTestServer({ config: { outboundAllow: ['127.0.0.0/8'] } });
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    issuer.script.answers['/login/oauth/access_token'] = (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"error":"bad_verification_code"}');
    };
    await allowProvider(project, issuer.client, 'github');
    const browser = browseApp(server, project);
    const url = await startSignIn(server, project, browser, 'github');
    const state = url.searchParams.get('state') ?? '';
    const back = `${callbackUrl(server, project, 'github')}?${new URLSearchParams({ code: 'x', state })}`;
    expect(arrivalOf(browser, await browser.fetch(back)).location).toBe(failed('provider_error'));
  });

  it('recognises a known user even if it may not read the addresses', async () => {
    await using server = await startTestServer({ config: { outboundAllow: ['127.0.0.0/8'] } });
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    const answer = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    issuer.script.answers = {
      '/login/oauth/access_token': answer(200, { access_token: 'gho_token', token_type: 'bearer' }),
      '/api/v3/user': answer(200, USER),
    };
    await allowProvider(project, issuer.client, 'github');
    const arrive = async (): Promise<string | null> => {
      const browser = browseApp(server, project);
      const url = await startSignIn(server, project, browser, 'github');
      const state = url.searchParams.get('state') ?? '';
      const back = `${callbackUrl(server, project, 'github')}?${new URLSearchParams({ code: 'x', state })}`;
      return arrivalOf(browser, await browser.fetch(back)).location;
    };
    issuer.script.answers['/api/v3/user/emails'] = answer(404, { message: 'Not Found' });
    expect(await arrive()).toBe(failed('email_missing'));
    issuer.script.answers['/api/v3/user/emails'] = answer(200, ADDRESSES);
    expect(await arrive()).toBe(APP_URL);
    issuer.script.answers['/api/v3/user/emails'] = answer(403, { message: 'Forbidden' });
    expect(await arrive()).toBe(APP_URL);
    issuer.script.answers['/api/v3/user'] = answer(404, { message: 'Not Found' });
    expect(await arrive()).toBe(failed('provider_error'));
  });

  it('uses github.com by default, without requesting metadata', async () => {
    await using server = await startTestServer();
    const project = await server.createProject();
    await allowProvider(project, { client_id: 'app', client_secret: 'secret' }, 'github');
    const url = await startSignIn(server, project, browseApp(server, project), 'github');
    expect(`${url.origin}${url.pathname}`).toBe('https://github.com/login/oauth/authorize');
  });
});

describe('the profile of a GitHub user', () => {
  test.each<[what: string, addresses: readonly object[], email: string | undefined, isVerified: boolean]>([
    ['takes the primary address', ADDRESSES, 'ann@example.com', true],
    [
      'takes an unverified primary address as unverified',
      [{ email: 'a@b.c', primary: true, verified: false }],
      'a@b.c',
      false,
    ],
    ['ignores other addresses', [{ email: 'a@b.c', primary: false, verified: true }], undefined, false],
    ['may have no address', [], undefined, false],
    ['accepts only true as verified', [{ email: 'a@b.c', primary: true, verified: 'true' }], 'a@b.c', false],
  ])('%s', (_, addresses, email, isEmailVerified) => {
    expect(profileOf('https://github.com', USER, addresses)).toMatchObject({ subject: '42', email, isEmailVerified });
  });

  it("is identified by the account's number, never by its name, which others may take later", () => {
    expect(() => profileOf('https://github.com', { login: 'ann' }, ADDRESSES)).toThrow();
    expect(profileOf('https://github.com', { id: 7, login: 'ann' }, [])).toMatchObject({ subject: '7', name: 'ann' });
  });

  it('has no address when the answer is not a list of addresses', () => {
    const broken = { message: 'Not Found' } as unknown as readonly object[];
    expect(profileOf('https://github.com', USER, broken)).toMatchObject({ email: undefined, isEmailVerified: false });
  });
});
