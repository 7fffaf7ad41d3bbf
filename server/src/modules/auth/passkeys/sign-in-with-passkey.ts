import type { PlainStep } from '../../../database/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import type { Answer, ProjectCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { noteChange } from '../note-change.ts';
import { openSession, signedInAnswer } from '../open-session.ts';
import { requireMaySignIn } from '../sign-in.ts';
import { userMail } from '../user-mails.ts';
import type { UserRow } from '../users-store.ts';
import { spendChallenge } from './challenges.ts';
import { type PasskeyContext, requirePasskeysOn } from './passkey-context.ts';
import type { PasskeyRow } from './passkeys-store.ts';
import { type Assertion, readAssertion } from './read-credential.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { VerifiedUse } from './verify-ceremony.ts';

export interface PasskeySignInBody {
  readonly challenge_token: string;
  readonly credential: object;
}

/** Belongs to no user. Unknown credentials are checked with it, so that the response time does not reveal them. */
const NOBODYS_KEY =
  'pQECAyYgASFYIOpCQypc2UJzepaPOW2vFRHtQ6U4Zf5s4Z7VXCTYrJZ-IlggH42RkLfT3qERZVvJ4g6KWLKp-nMGH68VpJxaZssAh3Y';

/** A passkey counts as both factors, so the answer asks for no code. All failures have the same answer. */
export async function signInWithPasskey(
  context: PasskeyContext,
  call: ProjectCall<unknown, PasskeySignInBody>,
): Promise<Answer> {
  const { project, body } = call;
  requirePasskeysOn(context, project);
  const challenge = await spendChallenge(context, project, { kind: 'sign_in' }, body.challenge_token);
  const assertion = readAssertion(body.credential);
  if (challenge === undefined || assertion === undefined) throw wrongPasskey();
  const passkey = await context.passkeys.findByCredential(project.store, assertion.id);
  const { verifyUse } = await import('./verify-ceremony.ts');
  const party = relyingPartyOf(context, project);
  const use = await verifyUse(assertion, passkey?.public_key ?? NOBODYS_KEY, { challenge, party });
  if (passkey === undefined || use === undefined) throw wrongPasskey(passkey?.user_id);
  const user = await findHolder(context, call, passkey, assertion);
  if (user === undefined) throw wrongPasskey(passkey.user_id);
  if (!isNewCount(passkey.counter, use.counter)) return await refuseCopy(context, call, user);
  requireMaySignIn(context, call, user);
  try {
    const opened = await openSession(context, call, user, [useStep(context, passkey, use)]);
    return await signedInAnswer(context, project, opened);
  } catch (error) {
    throw isNotApplied(error, 'passkey') ? wrongPasskey(user.id) : error;
  }
}

/** The user who owns the passkey. If the authenticator names a user, it must be the same. */
async function findHolder(
  { users }: PasskeyContext,
  { project }: ProjectCall,
  passkey: PasskeyRow,
  { response: { userHandle } }: Assertion,
): Promise<UserRow | undefined> {
  const isNamed = userHandle == null || Buffer.from(userHandle, 'base64url').toString() === passkey.user_id;
  return isNamed ? await users.find(project.store, passkey.user_id) : undefined;
}

/** Authenticators without a counter always send 0. */
function isNewCount(before: number, now: number): boolean {
  return now > before || (now === 0 && before === 0);
}

function useStep({ passkeys, clock }: PasskeyContext, { id }: PasskeyRow, use: VerifiedUse): PlainStep {
  return passkeys.useStep(id, {
    counter: use.counter,
    backed_up: use.isBackedUp ? 1 : 0,
    last_used_at: isoTime(clock.now()),
  });
}

/** A valid signature with an old counter shows that the key exists twice, so the service mails its owner. */
async function refuseCopy(context: PasskeyContext, call: ProjectCall, user: UserRow): Promise<never> {
  const { project } = call;
  noteChange(context, call, user, 'passkey_refused');
  if (await context.limits.mayMail(project, 'passkey_refused', user.email)) {
    await context.database.write(project.store, [
      await userMail(context, project, { kind: 'passkey_refused', to: user.email }),
    ]);
  }
  throw wrongPasskey(user.id);
}

function wrongPasskey(userId?: string): ServiceError {
  const subject = userId === undefined ? {} : { subject: userId };
  return new ServiceError(
    'invalid_credentials',
    'The passkey was not accepted. Try again, or sign in another way.',
    subject,
  );
}
