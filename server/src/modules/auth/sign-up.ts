import { isDatabaseFailure } from '../../database/index.ts';
import type { Answer, ProjectCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { requireEmail } from '../../platform/email.ts';
import { isAllowedDomain } from '../../platform/email-domains.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requiresVerification } from './account-settings.ts';
import type { AuthContext } from './auth-context.ts';
import { openSession, signedInAnswer } from './open-session.ts';
import { requireGoodPassword } from './passwords/password-policy.ts';
import type { PendingSignUp } from './pending/pending-store.ts';
import { signUpCookie } from './pending/sign-up-cookie.ts';
import { type ProfilePatch, readProfile } from './profile.ts';
import { requireRedirect } from './redirect-target.ts';
import { requestTokenMail, VERIFICATION_MS } from './token-mails.ts';
import { NEW_USER, type UserRow } from './users-store.ts';

export interface SignUpBody extends Omit<ProfilePatch, 'avatar_url'> {
  readonly email: string;
  readonly password: string;
  readonly redirect_to?: string;
}

interface NewUser {
  readonly user: UserRow;
  readonly redirectTo: string | null;
}

export async function signUp(context: AuthContext, call: ProjectCall<unknown, SignUpBody>): Promise<Answer> {
  const settings = context.settings(call.project);
  const { email: text, password, redirect_to, ...patch } = call.body;
  if (!settings.signup_enabled) throw new ServiceError('signup_disabled', 'This app does not accept new accounts.');
  const email = requireEmail(text);
  if (!isAllowedDomain(settings, email)) {
    throw new ServiceError('signup_disabled', 'This app does not accept addresses of this domain.');
  }
  const redirectTo = requireRedirect(context, call.project, redirect_to) ?? null;
  const profile = readProfile(patch);
  await requireGoodPassword(settings, password, { email });
  const isOpen = !requiresVerification(settings);
  // The answer reveals a taken address anyway, so check early: a hash costs more than a query.
  if (isOpen && (await context.users.findByEmail(call.project.store, email)) !== undefined) throw emailExists();
  const now = isoTime(context.clock.now());
  const hash = await context.passwords.hash(password, call.project.store);
  const times = { created_at: now, updated_at: now };
  const user = { ...NEW_USER, id: context.ids(), email, ...profile, password_hash: hash, ...times };
  return isOpen
    ? await signUpAtOnce(context, call, { user, redirectTo })
    : await signUpPending(context, call, { user, redirectTo });
}

async function signUpAtOnce(context: AuthContext, call: ProjectCall, { user, redirectTo }: NewUser): Promise<Answer> {
  const { project } = call;
  const mail = await requestTokenMail(context, project, { kind: 'verification', email: user.email, redirectTo });
  try {
    const opened = await openSession(context, call, user, [context.users.insertStep(user), ...mail]);
    return await signedInAnswer(context, project, opened, 201);
  } catch (error) {
    if (isDatabaseFailure(error, 'unique_violation')) throw emailExists();
    throw error;
  }
}

/** Runs the same transaction whether or not the address is taken; only the mail shows the outcome. */
async function signUpPending(context: AuthContext, call: ProjectCall, { user, redirectTo }: NewUser): Promise<Answer> {
  const { project, isHttps } = call;
  const { id, email, password_hash: hash, name, metadata, created_at } = user;
  const proof = randomToken();
  const now = context.clock.now();
  const pending: PendingSignUp = {
    id,
    email,
    password_hash: hash ?? '',
    name,
    metadata,
    proof_hash: sha256Hex(proof),
    token_hash: null,
    redirect_to: redirectTo,
    expires_at_ms: now + VERIFICATION_MS,
    created_at,
  };
  const mail = await requestTokenMail(context, project, { kind: 'signup', email, redirectTo, signUpId: id });
  await context.database.write(project.store, [...context.pending.insertSteps(pending, now), ...mail]);
  return {
    status: 201,
    body: { data: { user: null, session: null, verification_required: true }, count: 1 },
    headers: { 'Set-Cookie': signUpCookie(project, proof, isHttps) },
  };
}

function emailExists(): ServiceError {
  return new ServiceError('email_exists', 'There is an account with this address. Sign in instead.');
}
