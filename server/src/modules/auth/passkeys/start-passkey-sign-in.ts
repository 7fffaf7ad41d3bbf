import type { Answer, ProjectCall } from '../../../http/index.ts';
import { CEREMONY_MS, createChallenge } from './challenges.ts';
import { type PasskeyContext, requirePasskeysOn } from './passkey-context.ts';
import { relyingPartyOf } from './relying-party.ts';

/** The options for a sign-in. They name no account and no credential, so all callers get the same ones. */
export function startPasskeySignIn(context: PasskeyContext, { project }: Pick<ProjectCall, 'project'>): Answer {
  requirePasskeysOn(context, project);
  const { challenge, token } = createChallenge(context, project, { kind: 'sign_in' });
  const options = {
    challenge,
    rpId: relyingPartyOf(context, project).id,
    allowCredentials: [],
    timeout: CEREMONY_MS,
    userVerification: 'required',
  };
  return { status: 200, body: { data: { options, challenge_token: token }, count: 1 } };
}
