import { api, dataOf } from '../api/client.ts';
import { tellTabs } from '../api/tabs.ts';
import { noteSession } from './session-queries.ts';

/** Starts a session in this browser. Throws `ApiFailure`. */
export async function signIn(body: { email: string; password: string }): Promise<void> {
  await dataOf(api.POST('/api/cloud/auth/login', { body }));
  noteSession(true);
  tellTabs({ kind: 'signed-in' });
}
