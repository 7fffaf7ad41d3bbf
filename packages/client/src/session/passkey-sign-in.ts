import type { AuthUser } from '../core/wire.ts';
import { confirmSession, post, type SignInCore } from './sign-in.ts';
import { getCredential, type RequestJson, replaceWaiting, requireSupport, type StartedCeremony } from './webauthn.ts';

export interface PasskeySignIn {
  /** Waits until the visitor chooses a suggestion of a field with `autocomplete="username webauthn"`. */
  readonly autofill?: boolean;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** A challenge is valid for five minutes, and a suggestion may wait longer. */
const RENEWAL_MS = 4 * 60_000;

export async function signInWithPasskey(
  core: SignInCore,
  { autofill = false, signal }: PasskeySignIn = {},
): Promise<AuthUser> {
  await requireSupport(core, autofill);
  for (;;) {
    const renewal = AbortSignal.timeout(RENEWAL_MS);
    const { data } = await core.exchange<StartedCeremony<RequestJson>>('/auth/login/passkey/options', {
      method: 'POST',
      body: '{}',
    });
    const ends = replaceWaiting(autofill ? [signal, renewal] : undefined) ?? signal;
    try {
      const credential = await getCredential(core, data.options, ends, autofill);
      const { data: signedIn } = await post(core, '/auth/login/passkey', {
        challenge_token: data.challenge_token,
        credential,
      });
      const user = await confirmSession(core, signedIn.user);
      if (user) return user;
      throw new core.ServiceError('The service sent no user.', { code: 'invalid_response' });
    } catch (error) {
      // Only the renewal has ended the wait.
      const isRenewed = autofill && renewal.aborted && ends?.reason === renewal.reason;
      if (!isRenewed) throw error;
    }
  }
}
