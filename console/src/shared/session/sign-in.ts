import { answerOf, api } from '../api/client.ts';
import { notifyTabs } from '../api/tabs.ts';
import { noteSession } from './session-queries.ts';

export async function signIn(body: { email: string; password: string }): Promise<string | undefined> {
  const { data } = await answerOf(api.POST('/api/cloud/auth/login', { body }));
  if ('mfa_token' in data) return data.mfa_token;
  noteSignedIn();
  return undefined;
}

export async function answerChallenge(mfaToken: string, code: string): Promise<void> {
  await answerOf(api.POST('/api/cloud/auth/mfa/challenge', { body: { mfa_token: mfaToken, code } }));
  noteSignedIn();
}

export function noteSignedIn(): void {
  noteSession(true);
  notifyTabs({ kind: 'signed-in' });
}
