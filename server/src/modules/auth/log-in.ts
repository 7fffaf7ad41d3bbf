import type { PlainStep } from '../../database/database.ts';
import type { Answer, ProjectCall } from '../../http/route.ts';
import { requireEmail } from '../../platform/email.ts';
import type { AuthContext } from './auth-context.ts';
import { wrongCredentials } from './confirm-password.ts';
import { signedInAnswer } from './sessions/open-session.ts';
import { signIn } from './sign-in.ts';
import type { UserRow } from './users-store.ts';

export interface LogInBody {
  readonly email: string;
  readonly password: string;
}

/** What a new hash needs; an imported password may be shorter. */
const REHASHED_MIN = 8;

/** Signs in with address and password. The same answer and time for an address nobody has. */
export async function logIn(context: AuthContext, call: ProjectCall<unknown, LogInBody>): Promise<Answer> {
  const { project, body } = call;
  const email = requireEmail(body.email);
  // Counted before the password is looked at, so that guesses at the same time count too.
  const takeBack = await context.limits.countFailure(call, email);
  const user = await context.users.findByEmail(project.store, email);
  const isRight = await context.passwords.verify(user?.password_hash ?? undefined, body.password);
  if (!isRight || user === undefined) throw wrongCredentials();
  await takeBack();
  const signedIn = await signIn(context, call, user, await rehashSteps(context, user, body.password));
  if (signedIn.kind === 'session') return await signedInAnswer(context, project, signedIn.opened);
  return { status: 200, body: { data: { mfa_required: true, mfa_token: signedIn.mfaToken }, count: 1 } };
}

/** Imported hashes, and those of earlier parameters, are replaced when the password is at hand. */
async function rehashSteps(context: AuthContext, user: UserRow, password: string): Promise<readonly PlainStep[]> {
  const { password_hash: hash } = user;
  if (hash === null || !context.passwords.isOutdated(hash) || password.length < REHASHED_MIN) return [];
  return [context.users.updateInEpochStep(user, { password_hash: await context.passwords.hash(password) })];
}
