import { type ApiClient, at, textAt } from './api-client.ts';
import { CookieJar } from './cookie-jar.ts';
import { mailsTo, tokenIn } from './mailbox.ts';
import { codeOf } from './one-time-codes.ts';
import { Authenticator } from './passkeys.ts';

const EMAIL = 'second@tour.example';
const PASSWORD = 'a calm and long password';
const MISSING = '01900000-0000-7000-8000-000000000000';

interface Guide {
  /** `/api/cloud`, with the admin token. */
  readonly cloud: ApiClient;
  /** `/api/cloud` without a token. */
  readonly open: ApiClient;
}

/** Calls every operation on accounts of the instance successfully, and some with a failure. Needs development mode. */
export async function tourOperators({ cloud, open }: Guide): Promise<void> {
  await cloud.get('/info');
  await open.get('/info');
  const invited = await cloud.post('/operators', { email: EMAIL, is_operator: true });
  await cloud.post('/operators', { email: 'nobody' });
  const token = new URL(textAt(invited.body, 'data', 'invite_url')).searchParams.get('token');
  await open.post('/invites/accept', { token, password: PASSWORD });
  const eve = new CookieJar(open);
  await eve.post('/auth/login', { email: EMAIL, password: PASSWORD });
  await tourOwnAccount(eve);
  await tourSecondFactor(eve, open);
  await tourPasskeys(eve, open);
  await tourReset(cloud, open);
  const id = idOf((await cloud.get('/operators')).body);
  await cloud.patch(`/operators/${id}`, { disabled: true });
  await cloud.patch(`/operators/${MISSING}`, { disabled: true });
  await cloud.delete(`/operators/${id}`);
  await cloud.delete(`/operators/${id}`);
}

async function tourOwnAccount(eve: CookieJar): Promise<void> {
  await eve.call('PATCH', '/auth/me', { body: { name: 'Eve' } });
  await eve.call('PATCH', '/auth/me', { body: { email: 'other@tour.example' } });
  await eve.post('/auth/change-password', { current_password: 'wrong password', new_password: PASSWORD });
  await eve.post('/auth/change-password', { current_password: PASSWORD, new_password: PASSWORD });
  const sessions = await eve.get('/auth/sessions');
  await eve.get('/auth/events');
  await eve.call('DELETE', `/auth/sessions/${MISSING}`);
  await eve.call('DELETE', `/auth/sessions/${textAt(sessions.body, 'data', 0, 'id')}`);
  await eve.post('/auth/login', { email: EMAIL, password: PASSWORD });
}

async function tourSecondFactor(eve: CookieJar, open: ApiClient): Promise<void> {
  const enrolled = await eve.post('/auth/mfa/totp/enroll', {});
  const secret = textAt(enrolled.body, 'data', 'secret');
  await eve.post('/auth/mfa/totp/verify', { code: '000000' });
  await eve.post('/auth/mfa/totp/verify', { code: codeOf(secret) });
  const phone = new CookieJar(open);
  const asked = await phone.post('/auth/login', { email: EMAIL, password: PASSWORD });
  const mfa_token = textAt(asked.body, 'data', 'mfa_token');
  await phone.post('/auth/mfa/challenge', { mfa_token, code: '000000' });
  await phone.post('/auth/mfa/challenge', { mfa_token, code: codeOf(secret, 1) });
  await eve.call('DELETE', '/auth/mfa/totp', { body: { password: PASSWORD } });
}

async function tourPasskeys(eve: CookieJar, open: ApiClient): Promise<void> {
  const info = await eve.get('/info');
  const authenticator = new Authenticator(new URL(textAt(info.body, 'data', 'public_url')).origin);
  const added = await eve.post(
    '/auth/passkeys',
    authenticator.register((await eve.post('/auth/passkeys/options')).body),
  );
  await eve.get('/auth/passkeys');
  const one = `/auth/passkeys/${textAt(added.body, 'data', 'id')}`;
  await eve.call('PATCH', one, { body: { name: 'Laptop' } });
  const signIn = authenticator.signIn((await open.post('/auth/login/passkey/options', {})).body);
  await open.post('/auth/login/passkey', signIn);
  await open.post('/auth/login/passkey', signIn);
  await eve.call('DELETE', one);
  await eve.call('DELETE', one);
}

async function tourReset(cloud: ApiClient, open: ApiClient): Promise<void> {
  await open.post('/auth/forgot-password', { email: 'x' });
  await open.post('/auth/forgot-password', { email: EMAIL });
  for (let count = 1; ; count += 1) {
    const mail = (await mailsTo(cloud, EMAIL, count)).find(({ text }) => text.includes('/reset'));
    if (mail === undefined) continue;
    await open.post('/auth/reset-password', { token: tokenIn(mail), password: PASSWORD });
    break;
  }
  await open.post('/auth/reset-password', { token: 'used', password: PASSWORD });
}

function idOf(body: unknown): string {
  const accounts = at(body, 'data');
  if (!Array.isArray(accounts)) throw new Error('operators are no list');
  return textAt(
    accounts.find((account) => textAt(account, 'email') === EMAIL),
    'id',
  );
}
