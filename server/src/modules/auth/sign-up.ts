import { isDatabaseFailure } from '../../database/errors.ts';
import type { Answer, ProjectCall } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { requireEmail } from '../../platform/email.ts';
import { ServiceError } from '../../platform/errors.ts';
import { isAllowedDomain } from '../projects/index.ts';
import type { AuthParts } from './auth-parts.ts';
import { requireGoodPassword } from './passwords/password-policy.ts';
import { type ProfilePatch, readProfile } from './profile.ts';
import { requireRedirect } from './redirect-target.ts';
import { openSession, signedInAnswer } from './sessions/open-session.ts';
import { requestTokenMail } from './token-mails.ts';
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

export async function signUp(parts: AuthParts, call: ProjectCall<unknown, SignUpBody>): Promise<Answer> {
  const settings = parts.settings(call.project);
  const { email: text, password, redirect_to, ...patch } = call.body;
  if (!settings.signup_enabled) throw new ServiceError('signup_disabled', 'This app takes no new accounts.');
  const email = requireEmail(text);
  if (!isAllowedDomain(settings, email)) {
    throw new ServiceError('signup_disabled', 'This app takes no accounts with addresses of this domain.');
  }
  const redirectTo = requireRedirect(parts, call.project, redirect_to) ?? null;
  const profile = readProfile(patch);
  await requireGoodPassword(settings, password, { email });
  const isOpen = !settings.verification_required;
  // Told at once where the answer tells it anyway; a hash costs more than a look.
  if (isOpen && (await parts.users.findByEmail(call.project.store, email)) !== undefined) throw emailExists();
  const now = isoTime(parts.clock.now());
  const hash = await parts.passwords.hash(password);
  const times = { created_at: now, updated_at: now };
  const user = { ...NEW_USER, id: parts.ids(), email, ...profile, password_hash: hash, ...times };
  return isOpen
    ? await signUpAtOnce(parts, call, { user, redirectTo })
    : await signUpPending(parts, call, { user, redirectTo });
}

async function signUpAtOnce(parts: AuthParts, call: ProjectCall, { user, redirectTo }: NewUser): Promise<Answer> {
  const { project } = call;
  const mail = await requestTokenMail(parts, project, { kind: 'verification', email: user.email, redirectTo });
  try {
    const opened = await openSession(parts, call, user, [parts.users.insertStep(user), ...mail]);
    parts.jobs.hint(project.store);
    return await signedInAnswer(parts, project, opened, 201);
  } catch (error) {
    if (isDatabaseFailure(error, 'unique_violation')) throw emailExists();
    throw error;
  }
}

/** The same transaction whether or not the address is taken; what comes of it is in a mail only. */
async function signUpPending(parts: AuthParts, call: ProjectCall, { user, redirectTo }: NewUser): Promise<Answer> {
  const { project } = call;
  const mail = await requestTokenMail(parts, project, { kind: 'signup', email: user.email, redirectTo });
  await parts.database.write(project.store, [parts.users.insertPendingStep({ ...user, is_pending: 1 }), ...mail]);
  parts.jobs.hint(project.store);
  return { status: 201, body: { data: { user: null, session: null, verification_required: true }, count: 1 } };
}

function emailExists(): ServiceError {
  return new ServiceError('email_exists', 'There is an account with this address. Sign in instead.');
}
