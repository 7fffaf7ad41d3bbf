import type { PlainStep } from '../../database/index.ts';
import type { Answer, ProjectCall } from '../../http/index.ts';
import { requireEmail } from '../../platform/email.ts';
import type { ServiceError } from '../../platform/errors.ts';
import { characterCount } from '../../platform/passwords/index.ts';
import type { AuthContext } from './auth-context.ts';
import { wrongCredentials } from './confirm-password.ts';
import { knownDevice } from './device-cookie.ts';
import { signedInAnswer } from './open-session.ts';
import { signIn, unconfirmed } from './sign-in.ts';
import type { UserRow } from './users-store.ts';

export interface LogInBody {
  readonly email: string;
  readonly password: string;
}

/** Minimum length of a password for a new hash; an imported password may be shorter. */
const REHASHED_MIN = 8;

/** Signs in with address and password. An unknown address gets the same answer in the same time. */
export async function logIn(context: AuthContext, call: ProjectCall<unknown, LogInBody>): Promise<Answer> {
  const { project, body } = call;
  const email = requireEmail(body.email);
  const user = await context.users.findByEmail(project.store, email);
  const device = user && knownDevice(context, call, user.id);
  // Counted before the password check, so that concurrent guesses count too.
  const takeBack = await context.limits.countFailure(call, email, device);
  const isRight = await context.passwords.verify(user?.password_hash ?? undefined, body.password, project.store);
  if (user === undefined || !isRight) throw await refusalOf(context, call, { email, userId: user?.id });
  await takeBack();
  const signedIn = await signIn(context, call, user, await rehashSteps(context, call, user));
  if (signedIn.kind === 'session') return await signedInAnswer(context, project, signedIn.opened);
  return { status: 200, body: { data: { mfa_required: true, mfa_token: signedIn.mfaToken }, count: 1 } };
}

/**
 * A caller with the password of a pending sign-up learns that it needs confirmation. Checks this even if an account
 * exists: otherwise a stranger could sign up with an address and see from the refusal whether it has an account.
 */
async function refusalOf(
  { passwords, pending, clock }: AuthContext,
  { body: { password }, project: { store } }: ProjectCall<unknown, LogInBody>,
  { email, userId }: { readonly email: string; readonly userId: string | undefined },
): Promise<ServiceError> {
  for (const { password_hash: hash } of await pending.ofAddress(store, email, clock.now()))
    if (await passwords.verify(hash, password, store)) return unconfirmed();
  return wrongCredentials(userId);
}

async function rehashSteps(
  context: AuthContext,
  { body: { password }, project }: ProjectCall<unknown, LogInBody>,
  user: UserRow,
): Promise<readonly PlainStep[]> {
  const { password_hash: hash } = user;
  if (hash === null || !context.passwords.isOutdated(hash) || characterCount(password) < REHASHED_MIN) return [];
  const fresh = await context.passwords.hash(password, project.store);
  return [context.users.updateInEpochStep(user, { password_hash: fresh })];
}
