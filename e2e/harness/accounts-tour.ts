import { type ApiClient, textAt } from './api-client.ts';
import { CookieJar } from './cookie-jar.ts';
import { mailsTo, tokenIn } from './mailbox.ts';
import { codeOf } from './one-time-codes.ts';
import { Authenticator } from './passkeys.ts';

const PASSWORD = 'a calm and long password';
const MISSING = '01900000-0000-7000-8000-000000000000';

interface Guide {
  /** `/api/cloud`, with the admin token. */
  readonly cloud: ApiClient;
  readonly projectId: string;
  /** The project's base path with its public key. */
  readonly anyone: ApiClient;
}

/** Calls every operation of accounts successfully, and many with a failure. Needs development mode. */
export async function tourAccounts(guide: Guide): Promise<void> {
  await tourOwnAccount(guide);
  await tourSecondFactor(guide);
  await tourPasskeys(guide);
  await tourProviders(guide);
  await tourUsers(guide);
  await tourMails(guide);
}

async function tourOwnAccount({ cloud, anyone }: Guide): Promise<void> {
  const email = 'ann@tour.example';
  const ann = new CookieJar(anyone);
  await ann.get('/auth/config');
  await ann.get('/auth/me');
  await ann.post('/auth/signup', { email, password: PASSWORD });
  await ann.post('/auth/signup', { email, password: PASSWORD });
  await ann.post('/auth/signup', { email: 'x', password: 'y', role: 'z' });
  await ann.get('/auth/me');
  await ann.call('PATCH', '/auth/me', { body: { name: 'Ann', metadata: { a: [1, null] } } });
  await ann.call('PATCH', '/auth/me', { body: { role: 'admin' } });
  await ann.post('/auth/refresh');
  await new CookieJar(anyone).post('/auth/refresh');
  const [mail] = await mailsTo(cloud, email, 1);
  if (mail !== undefined) await ann.post('/auth/verify-email', { token: tokenIn(mail) });
  await ann.post('/auth/verify-email', { token: 'used' });
  await ann.post('/auth/resend-verification', { email });
  await ann.post('/auth/forgot-password', { email });
  const [reset] = await mailsTo(cloud, email, 2);
  if (reset !== undefined) await ann.post('/auth/reset-password', { token: tokenIn(reset), password: PASSWORD });
  await ann.post('/auth/login', { email, password: 'wrong password' });
  await ann.post('/auth/login', { email, password: PASSWORD });
  await ann.post('/auth/change-password', { current_password: PASSWORD, new_password: `${PASSWORD}!` });
  const other = new CookieJar(anyone);
  await other.post('/auth/login', { email, password: `${PASSWORD}!` });
  const sessions = await ann.get('/auth/sessions');
  await ann.call('DELETE', `/auth/sessions/${textAt(sessions.body, 'data', 0, 'id')}`);
  await other.post('/auth/logout', { scope: 'global' });
  await ann.post('/auth/login', { email, password: `${PASSWORD}!` });
  await ann.call('DELETE', '/auth/me', { body: { password: `${PASSWORD}!` } });
}

async function tourSecondFactor({ anyone }: Guide): Promise<void> {
  const email = 'ben@tour.example';
  const ben = new CookieJar(anyone);
  await ben.post('/auth/signup', { email, password: PASSWORD });
  const enrolled = await ben.post('/auth/mfa/totp/enroll', {});
  const secret = textAt(enrolled.body, 'data', 'secret');
  await ben.post('/auth/mfa/totp/verify', { code: '000000' });
  await ben.post('/auth/mfa/totp/verify', { code: codeOf(secret) });
  const asked = await anyone.post('/auth/login', { email, password: PASSWORD });
  const mfa_token = textAt(asked.body, 'data', 'mfa_token');
  await anyone.post('/auth/mfa/challenge', { mfa_token, code: codeOf(secret, 1) });
  await ben.call('DELETE', '/auth/mfa/totp', { body: { password: PASSWORD } });
}

/** As far as the provider, and back with a refusal. */
async function tourProviders({ cloud, projectId, anyone }: Guide): Promise<void> {
  await anyone.get('/auth/oauth/github');
  const github = { client_id: 'tour', client_secret: 'a secret of the tour' };
  await cloud.patch(`/projects/${projectId}/settings`, { auth: { providers: { github } } });
  const browser = new CookieJar(anyone);
  const begun = await browser.get('/auth/oauth/github');
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
  await browser.get(`/auth/oauth/github/callback?error=access_denied&state=${encodeURIComponent(state)}`);
  await browser.get('/auth/oauth/github/callback?state=made-up');
}

async function tourPasskeys({ cloud, projectId, anyone }: Guide): Promise<void> {
  const project = `/projects/${projectId}`;
  const eva = new CookieJar(anyone);
  const signedUp = await eva.post('/auth/signup', { email: 'eva@tour.example', password: PASSWORD });
  await eva.post('/auth/passkeys/options');
  await cloud.patch(`${project}/settings`, { auth: { passkeys: { enabled: true, rp_id: null } } });
  await cloud.patch(`${project}/settings`, { auth: { passkeys: { rp_id: 'elsewhere.example' } } });
  const authenticator = new Authenticator('http://localhost:3000');
  const registration = authenticator.register((await eva.post('/auth/passkeys/options')).body);
  const added = await eva.post('/auth/passkeys', { name: 'Laptop', ...registration });
  await eva.post('/auth/passkeys', registration);
  await eva.get('/auth/passkeys');
  const one = `/auth/passkeys/${textAt(added.body, 'data', 'id')}`;
  await eva.call('PATCH', one, { body: { name: 'Old laptop' } });
  const signIn = authenticator.signIn((await anyone.post('/auth/login/passkey/options', {})).body);
  await eva.post('/auth/login/passkey', signIn);
  await eva.post('/auth/login/passkey', signIn);
  await cloud.get(`${project}/passkeys`);
  const user = `${project}/users/${textAt(signedUp.body, 'data', 'user', 'id')}/passkeys`;
  await cloud.get(user);
  await eva.call('DELETE', one);
  await eva.call('DELETE', one);
  const second = new Authenticator('http://localhost:3000');
  const again = await eva.post('/auth/passkeys', second.register((await eva.post('/auth/passkeys/options')).body));
  await cloud.delete(`${user}/${textAt(again.body, 'data', 'id')}`);
  await cloud.patch(`${project}/settings`, { auth: { passkeys: { enabled: false } } });
}

async function tourUsers({ cloud, projectId }: Guide): Promise<void> {
  const users = `/projects/${projectId}/users`;
  const made = await cloud.post(users, { email: 'cem@tour.example', metadata: { b: 1 } });
  await cloud.post(users, { email: 'cem@tour.example' });
  await cloud.post(users, { email: 5 });
  await cloud.post(`${users}/import`, { users: [{ email: 'dan@tour.example' }, { email: 'x' }, 5] });
  await cloud.get(`${users}?search=tour&order=email:desc&limit=2`);
  await cloud.get(`${users}?order=password_hash`);
  const one = `${users}/${textAt(made.body, 'data', 'id')}`;
  await cloud.get(one);
  await cloud.get(`${users}/${MISSING}`);
  await cloud.patch(one, { role: 'editor', disabled: false });
  await cloud.patch(one, { password: PASSWORD });
  await cloud.post(`${one}/send-reset`, {});
  await cloud.post(`${one}/sign-out`, {});
  await cloud.delete(`${one}/mfa`);
  await cloud.delete(one);
}

async function tourMails({ cloud, projectId }: Guide): Promise<void> {
  const templates = `/projects/${projectId}/mail-templates`;
  await cloud.get(templates);
  await cloud.get(`${templates}/verify_email`);
  await cloud.get(`${templates}/none`);
  await cloud.call('PUT', `${templates}/verify_email`, { body: { subject: 'Hello' } });
  await cloud.call('PUT', `${templates}/verify_email`, { body: { text: 'no link' } });
  await cloud.post(`${templates}/verify_email/preview`, {});
  await cloud.delete(`${templates}/verify_email`);
  await cloud.get('/mailbox?limit=1');
  await cloud.delete('/mailbox');
}
