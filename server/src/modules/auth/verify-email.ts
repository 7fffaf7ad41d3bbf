import type { Project } from '../../callers/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../database/index.ts';
import type { Answer, ProjectCall } from '../../http/index.ts';
import type { LimitedCall } from '../../limits/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { equalsInConstantTime, sha256Hex } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';
import { wrongCredentials } from './confirm-password.ts';
import type { PendingSignUp } from './pending/pending-store.ts';
import { readSignUpCookie } from './pending/sign-up-cookie.ts';
import { loadUser } from './present-user.ts';
import { findLiveToken, invalidToken, type LiveToken, spendToken } from './spend-token.ts';
import { NEW_USER, type UserRow } from './users-store.ts';

export type ConfirmableAccount =
  | { readonly kind: 'account'; readonly live: LiveToken; readonly email: string; readonly redirectTo: string | null }
  | {
      readonly kind: 'sign_up';
      readonly pending: PendingSignUp;
      readonly email: string;
      readonly redirectTo: string | null;
    };

export interface ProvingCall extends LimitedCall, Pick<ProjectCall, 'raw' | 'headers' | 'isHttps' | 'ip'> {}

export async function verifyEmail(
  context: AuthContext,
  call: ProjectCall<unknown, { readonly token: string; readonly password?: string }>,
): Promise<Answer> {
  const { project, body } = call;
  const what = await requireConfirmable(context, project, body.token);
  const user = await confirmEmail(context, call, what, body.password);
  return { status: 200, body: { data: { user: await loadUser(context, project, user) }, count: 1 } };
}

/** Does not spend the token. Throws `invalid_token`. */
export async function requireConfirmable(
  context: AuthContext,
  project: Project,
  token: string,
): Promise<ConfirmableAccount> {
  const live = await findLiveToken(context, project, 'verification', token);
  if (live !== undefined) {
    return { kind: 'account', live, email: live.user.email, redirectTo: live.token.redirect_to };
  }
  const pending = await context.pending.findByToken(project.store, sha256Hex(token));
  if (pending === undefined || pending.expires_at_ms <= context.clock.now()) throw invalidToken();
  return { kind: 'sign_up', pending, email: pending.email, redirectTo: pending.redirect_to };
}

/**
 * A stranger can sign up with any address, so the link also needs the sign-up's browser or password, or a session.
 * Throws `password_required` (the link stays valid), `invalid_credentials`, `invalid_token`.
 */
export async function confirmEmail(
  context: AuthContext,
  call: ProvingCall,
  what: ConfirmableAccount,
  password: string | undefined,
): Promise<UserRow> {
  if (!(await isKnownBrowser(context, call, what))) await requirePassword(context, call, what, password);
  if (what.kind === 'sign_up') return await makeUser(context, call.project, what.pending);
  return await spendToken(context, call.project, what.live, {
    steps: [context.pending.deleteOfAddressStep(what.email)],
  });
}

export async function isKnownBrowser(
  context: AuthContext,
  call: ProvingCall,
  what: ConfirmableAccount,
): Promise<boolean> {
  if (what.kind === 'sign_up') {
    const proof = readSignUpCookie(call.project, call);
    return proof !== undefined && equalsInConstantTime(sha256Hex(proof), what.pending.proof_hash);
  }
  for (const kind of ['session', 'refresh'] as const) {
    const found = await context.sessions.findByToken(call.project, kind, context.sessions.tokenIn(call, kind));
    if (found?.row.user_id === what.live.user.id && found.row.expires_at_ms > context.clock.now()) return true;
  }
  return false;
}

async function requirePassword(
  context: AuthContext,
  call: ProvingCall,
  what: ConfirmableAccount,
  password: string | undefined,
): Promise<void> {
  if (password === undefined || password === '') {
    throw new ServiceError('password_required', 'Enter the password that was chosen at sign-up.', {
      details: { fields: { password: 'is required in another browser than the one that signed up' } },
    });
  }
  const takeBack = await context.limits.countFailure(call, what.email);
  const hash = what.kind === 'sign_up' ? what.pending.password_hash : (what.live.user.password_hash ?? undefined);
  if (!(await context.passwords.verify(hash, password, call.project.store))) throw wrongCredentials();
  await takeBack();
}

async function makeUser(context: AuthContext, { store }: Project, pending: PendingSignUp): Promise<UserRow> {
  const { id, email, password_hash, name, metadata, token_hash: hash } = pending;
  const now = isoTime(context.clock.now());
  const times = { created_at: pending.created_at, updated_at: now };
  const user: UserRow = { ...NEW_USER, id, email, email_verified: 1, password_hash, name, metadata, ...times };
  try {
    await context.database.write(store, [
      context.pending.spendStep(hash ?? ''),
      context.pending.deleteOfAddressStep(email),
      context.users.insertStep(user),
    ]);
    return user;
  } catch (error) {
    // Another link was faster, or the address has an account already.
    if (isNotApplied(error, 'token') || isDatabaseFailure(error, 'unique_violation')) throw invalidToken();
    throw error;
  }
}
