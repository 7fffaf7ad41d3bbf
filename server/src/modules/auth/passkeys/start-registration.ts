import type { Answer, ProjectCall } from '../../../http/index.ts';
import { requireUser } from '../signed-in-user.ts';
import { ALGORITHMS } from './algorithms.ts';
import { CEREMONY_MS, createChallenge } from './challenges.ts';
import { type PasskeyContext, requirePasskeysOn } from './passkey-context.ts';
import { relyingPartyOf } from './relying-party.ts';
import { requireNewSession } from './require-new-session.ts';

export async function startRegistration(context: PasskeyContext, call: ProjectCall): Promise<Answer> {
  const { project } = call;
  requirePasskeysOn(context, project);
  const { user, session } = await requireUser(context, call);
  requireNewSession(context, session);
  const { id, name } = relyingPartyOf(context, project);
  const known = await context.passkeys.list(project.store, user.id);
  const { challenge, token } = createChallenge(context, project, { kind: 'registration', sessionId: session.id });
  const options = {
    challenge,
    rp: { id, name },
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name ?? user.email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CEREMONY_MS,
    attestation: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id,
      transports: JSON.parse(transports) as unknown,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
  return { status: 200, body: { data: { options, challenge_token: token }, count: 1 } };
}
