import type { Answer, ProjectCall } from '../../http/index.ts';
import type { AuthContext } from './auth-context.ts';
import { signedOutCookies } from './cookies.ts';
import { deviceCookies } from './device-cookie.ts';
import { FIRST_PROOF, firstProofSteps } from './first-proof.ts';
import { noteChange } from './note-change.ts';
import { requireGoodPassword } from './passwords/password-policy.ts';
import { requireToken, spendToken } from './spend-token.ts';
import { userMail } from './user-mails.ts';

export interface ResetBody {
  readonly token: string;
  readonly password: string;
  /** Whether to end the account's personal tokens too, where accounts have them. Defaults to true. */
  readonly end_tokens?: boolean;
}

export async function resetPassword(context: AuthContext, call: ProjectCall<unknown, ResetBody>): Promise<Answer> {
  const { project, isHttps } = call;
  const cookies = await setNewPassword(context, call, call.body);
  const signedOut = signedOutCookies(project.id, isHttps);
  return { status: 200, body: { count: 1 }, headers: { 'Set-Cookie': [...signedOut, ...cookies] } };
}

/**
 * Sets the password of the token's user and ends every session and token that an intruder may hold. Removes a second
 * factor only if the address was never proven: otherwise whoever reads the mail could bypass it. A rejected password
 * does not spend the token. Returns the cookie that marks this browser as known, so that the failed guesses of
 * strangers do not lock the owner out. Throws `invalid_token`, `weak_password`.
 */
export async function setNewPassword(
  context: AuthContext,
  call: Pick<ProjectCall, 'project' | 'ip' | 'headers' | 'isHttps'>,
  { token: text, password, end_tokens: endsTokens = true }: ResetBody,
): Promise<readonly string[]> {
  const { project } = call;
  const live = await requireToken(context, project, 'reset', text);
  const { user } = live;
  await requireGoodPassword(context.settings(project), password, { email: user.email });
  const hash = await context.passwords.hash(password, project.store);
  const isFirstProof = user.email_verified === 0;
  await spendToken(context, project, live, {
    set: { password_hash: hash, ...(isFirstProof && FIRST_PROOF) },
    steps: [
      context.users.nextEpochStep(user.id),
      ...context.sessions.endAllSteps(user.id),
      // The address was never proven until now, so a stranger may have linked a provider.
      ...(isFirstProof
        ? await firstProofSteps(context, user)
        : endsTokens
          ? ((await context.endTokens?.(user)) ?? [])
          : []),
      await userMail(context, project, { kind: 'password_changed', to: user.email }),
    ],
  });
  noteChange(context, call, user, 'password_reset');
  return deviceCookies(context, call, user.id);
}
