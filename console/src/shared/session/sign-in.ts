import { answerOf, api } from '../api/client.ts';
import { tellTabs } from '../api/tabs.ts';
import { noteSession } from './session-queries.ts';

/** Signs in, or gets the token with which a code of the second factor is sent. Throws `ApiFailure`. */
export async function signIn(body: { email: string; password: string }): Promise<string | undefined> {
  const { data } = await answerOf(api.POST('/api/cloud/auth/login', { body }));
  if ('mfa_token' in data) return data.mfa_token;
  noteSignedIn();
  return undefined;
}

/** The second step, where the account has a second factor. */
export async function answerChallenge(mfaToken: string, code: string): Promise<void> {
  await answerOf(api.POST('/api/cloud/auth/mfa/challenge', { body: { mfa_token: mfaToken, code } }));
  noteSignedIn();
}

function noteSignedIn(): void {
  noteSession(true);
  tellTabs({ kind: 'signed-in' });
}
