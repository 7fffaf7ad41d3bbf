import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/database.ts';
import type { Answer, ProjectCall } from '../../http/index.ts';
import { requireEmail } from '../../platform/email.ts';
import type { ServiceError } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';
import { wrongCredentials } from './confirm-password.ts';
import { knownDevice } from './device-cookie.ts';
import { signedInAnswer } from './open-session.ts';
import type { PendingSignUp } from './pending/pending-store.ts';
import { signIn, unconfirmed } from './sign-in.ts';
import type { UserRow } from './users-store.ts';

export interface LogInBody {
  readonly email: string;
  readonly password: string;
}

/** Minimum length for a new hash; an imported password may be shorter. */
const REHASHED_MIN = 8;

/** Signs in with address and password. The same answer and time for an address nobody has. */
export async function logIn(context: AuthContext, call: ProjectCall<unknown, LogInBody>): Promise<Answer> {
  const { project, body } = call;
  const email = requireEmail(body.email);
  const user = await context.users.findByEmail(project.store, email);
  const device = user && knownDevice(context, call, user.id);
  // Counted before the password is looked at, so that guesses at the same time count too.
  const takeBack = await context.limits.countFailure(call, email, device);
  const pending = user === undefined ? await findPending(context, project, email) : [];
  const hash = user?.password_hash ?? pending[0]?.password_hash;
  const isRight = await context.passwords.verify(hash, body.password, project.store);
  if (user === undefined) throw await refusalOf(context, call, { isNewest: isRight, older: pending.slice(1) });
  if (!isRight) throw wrongCredentials(user.id);
  await takeBack();
  const signedIn = await signIn(context, call, user, await rehashSteps(context, call, user));
  if (signedIn.kind === 'session') return await signedInAnswer(context, project, signedIn.opened);
  return { status: 200, body: { data: { mfa_required: true, mfa_token: signedIn.mfaToken }, count: 1 } };
}

async function findPending(context: AuthContext, { store }: Project, email: string) {
  return await context.pending.ofAddress(store, email, context.clock.now());
}

/** A caller with the password of a sign-up that waits is told what it waits for; everybody else the same as always. */
async function refusalOf(
  { passwords }: AuthContext,
  { body: { password }, project }: ProjectCall<unknown, LogInBody>,
  { isNewest, older }: { readonly isNewest: boolean; readonly older: readonly PendingSignUp[] },
): Promise<ServiceError> {
  if (isNewest) return unconfirmed();
  for (const { password_hash: hash } of older)
    if (await passwords.verify(hash, password, project.store)) return unconfirmed();
  return wrongCredentials();
}

/** Imported hashes, and those of earlier parameters, are replaced when the password is at hand. */
async function rehashSteps(
  context: AuthContext,
  { body: { password }, project }: ProjectCall<unknown, LogInBody>,
  user: UserRow,
): Promise<readonly PlainStep[]> {
  const { password_hash: hash } = user;
  if (hash === null || !context.passwords.isOutdated(hash) || password.length < REHASHED_MIN) return [];
  const fresh = await context.passwords.hash(password, project.store);
  return [context.users.updateInEpochStep(user, { password_hash: fresh })];
}
