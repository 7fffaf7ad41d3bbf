import type { PlainStep } from '../../database/database.ts';
import type { Answer, ProjectCall } from '../../http/route.ts';
import { requireEmail } from '../../platform/email.ts';
import type { AuthParts } from './auth-parts.ts';
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
export async function logIn(parts: AuthParts, call: ProjectCall<unknown, LogInBody>): Promise<Answer> {
  const { project, body } = call;
  const email = requireEmail(body.email);
  // Counted before the password is looked at, so that guesses at the same time count too.
  const takeBack = await parts.limits.countFailure(call, email);
  const user = await parts.users.findByEmail(project.store, email);
  const isRight = await parts.passwords.verify(user?.password_hash ?? undefined, body.password);
  if (!isRight || user === undefined) throw wrongCredentials();
  await takeBack();
  const signedIn = await signIn(parts, call, user, await rehashSteps(parts, user, body.password));
  if (signedIn.kind === 'session') return await signedInAnswer(parts, project, signedIn.opened);
  return { status: 200, body: { data: { mfa_required: true, mfa_token: signedIn.mfaToken }, count: 1 } };
}

/** Imported hashes, and those of earlier parameters, are replaced when the password is at hand. */
async function rehashSteps(parts: AuthParts, user: UserRow, password: string): Promise<readonly PlainStep[]> {
  const { password_hash: hash } = user;
  if (hash === null || !parts.passwords.isOutdated(hash) || password.length < REHASHED_MIN) return [];
  return [parts.users.updateInEpochStep(user, { password_hash: await parts.passwords.hash(password) })];
}
