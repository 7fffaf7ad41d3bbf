import type { Project } from '../../../callers/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import { openSealed, randomToken, seal, sha256Hex } from '../../../platform/crypto.ts';
import type { PasskeyContext } from './passkey-context.ts';

export type Ceremony =
  | { readonly kind: 'registration'; readonly sessionId: string }
  | { readonly kind: 'sign_in'; readonly sessionId?: undefined };

export const CEREMONY_MS = 5 * 60_000;

interface Challenge {
  readonly challenge: string;
  readonly expiresAtMs: number;
}

/**
 * The service stores nothing until the client returns the token, so that strangers who start ceremonies cannot fill the
 * store.
 */
export function createChallenge(
  { masterKey, clock }: PasskeyContext,
  project: Project,
  ceremony: Ceremony,
): { readonly challenge: string; readonly token: string } {
  const challenge: Challenge = { challenge: randomToken(), expiresAtMs: clock.now() + CEREMONY_MS };
  return {
    challenge: challenge.challenge,
    token: seal(masterKey, sealContext(project, ceremony), JSON.stringify(challenge)),
  };
}

/**
 * Spends the token even if the ceremony fails, so that a captured answer cannot be replayed. Undefined when the token
 * belongs to another ceremony, project or session, has expired, or was spent before.
 */
export async function spendChallenge(
  { masterKey, clock, database, passkeys }: PasskeyContext,
  project: Project,
  ceremony: Ceremony,
  token: string,
): Promise<string | undefined> {
  const text = openSealed(masterKey, sealContext(project, ceremony), token);
  if (text === undefined) return undefined;
  const { challenge, expiresAtMs } = JSON.parse(text) as Challenge;
  const now = clock.now();
  if (expiresAtMs <= now) return undefined;
  try {
    await database.write(project.store, passkeys.spendChallengeSteps(sha256Hex(challenge), expiresAtMs, now));
    return challenge;
  } catch (error) {
    if (isNotApplied(error, 'challenge')) return undefined;
    throw error;
  }
}

function sealContext({ store }: Project, { kind, sessionId = '' }: Ceremony): string {
  return `${store} passkey ${kind} ${sessionId}`;
}
