import { createHash } from 'node:crypto';
import { type ApiClient, textAt } from './api-client.ts';
import { CookieJar } from './cookie-jar.ts';

const PASSWORD = 'a calm and long password';
const CALLBACK = 'http://127.0.0.1:1/callback';
const VERIFIER = 'v'.repeat(43);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Guide {
  /** `/api/cloud`, with the admin token. */
  readonly cloud: ApiClient;
  /** `/api/cloud` without a token. */
  readonly open: ApiClient;
  /** The service itself, without a token. */
  readonly root: ApiClient;
  /** The public address of the service. */
  readonly address: string;
}

/** Calls every operation that signs programs in with success, and some with a failure. */
export async function tourPrograms(guide: Guide): Promise<void> {
  const { cloud, open } = guide;
  const invited = await cloud.post('/projects/tour/members', { email: 'pat@tour.example', role: 'editor' });
  const token = new URL(textAt(invited.body, 'data', 'invite_url')).searchParams.get('token');
  const pat = new CookieJar(open);
  await pat.post('/invites/accept', { token, password: PASSWORD });
  await tourClient(guide, pat);
  await tourDevice(guide, pat);
}

async function tourClient({ root, address }: Guide, pat: CookieJar): Promise<void> {
  await root.get('/.well-known/oauth-protected-resource');
  await root.get('/.well-known/oauth-protected-resource/mcp?project=tour');
  await root.get('/.well-known/oauth-authorization-server');
  await root.post('/oauth/register', { redirect_uris: ['javascript:alert(1)'] });
  await root.post('/oauth/register', 'no JSON');
  const registered = await root.post('/oauth/register', { redirect_uris: [CALLBACK] });
  const client_id = textAt(registered.body, 'client_id');
  const request = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${address}/mcp?project=tour`,
  });
  const asked = `/oauth/authorization?${request}`;
  await pat.get(asked);
  await pat.get('/oauth/authorization?client_id=none');
  await pat.post(asked, { allow: false });
  const { body } = await pat.post(asked, { allow: true });
  const code = new URL(textAt(body, 'data', 'redirect_to')).searchParams.get('code') ?? '';
  const fields = { grant_type: 'authorization_code', code, client_id, code_verifier: VERIFIER };
  const exchanged = await root.call('POST', '/oauth/token', { headers: FORM, body: `${new URLSearchParams(fields)}` });
  await root.call('POST', '/oauth/token', { headers: FORM, body: `${new URLSearchParams(fields)}` });
  const token = textAt(exchanged.body, 'access_token');
  await root.call('POST', '/oauth/revoke', { headers: FORM, body: `${new URLSearchParams({ token })}` });
  await root.call('POST', '/oauth/revoke', { headers: FORM, body: 'client_id=servicectl' });
}

async function tourDevice({ root }: Guide, pat: CookieJar): Promise<void> {
  await root.call('POST', '/oauth/device', { headers: FORM, body: 'client_id=nobody' });
  const begun = await root.call('POST', '/oauth/device', { headers: FORM, body: 'client_id=servicectl' });
  const path = `/oauth/devices/${textAt(begun.body, 'user_code')}`;
  await pat.get(path);
  await pat.post(path, { allow: false });
  await pat.post(path, { allow: false });
}
