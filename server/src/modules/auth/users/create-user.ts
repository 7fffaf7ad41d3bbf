import { isDatabaseFailure } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { requireEmail } from '../../../platform/email.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { requireGoodPassword } from '../passwords/password-policy.ts';
import { readProfile } from '../profile.ts';
import { NEW_USER, type UserRow } from '../users-store.ts';
import { presentManaged, recordUserChange, type UserContext } from './managed-user.ts';
import type { NewUser } from './user-schemas.ts';

/** Ignores sign-up settings and allowed domains. A user without a password sets one by reset mail. */
export async function createUser(context: UserContext, call: MemberCall<unknown, NewUser>): Promise<Answer> {
  const { body, project } = call;
  const email = requireEmail(body.email);
  const now = isoTime(context.clock.now());
  const row: UserRow = {
    ...NEW_USER,
    ...readProfile(body),
    id: context.ids(),
    email,
    email_verified: body.email_verified === true ? 1 : 0,
    role: body.role ?? null,
    password_hash: await passwordHash(context, call, email),
    created_at: now,
    updated_at: now,
  };
  try {
    await context.database.write(project.store, [context.users.insertStep(row)]);
  } catch (error) {
    if (isDatabaseFailure(error, 'unique_violation')) throw emailExists();
    throw error;
  }
  await recordUserChange(context, call, 'user.create', { target: row.id, details: { email } });
  const [data] = await presentManaged(context, call, [row]);
  return { status: 201, body: { data, count: 1 } };
}

export function emailExists(): ServiceError {
  return new ServiceError('email_exists', 'There is an account with this address.', {
    details: { fields: { email: 'is taken' } },
  });
}

export function requireKnownHash({ passwords }: Pick<UserContext, 'passwords'>, hash: string): string {
  if (passwords.canVerify(hash)) return hash;
  throw validationFailed({
    password_hash: 'must be a hash of argon2, scrypt or bcrypt that costs no more than eight of this service’s own',
  });
}

async function passwordHash(
  context: UserContext,
  { body, project }: MemberCall<unknown, NewUser>,
  email: string,
): Promise<string | null> {
  const { password, password_hash: hash } = body;
  if (password !== undefined && hash !== undefined) {
    throw validationFailed({ password_hash: 'must not be sent with a password' });
  }
  if (hash !== undefined) return requireKnownHash(context, hash);
  if (password === undefined) return null;
  await requireGoodPassword(context.settings(project), password, { email });
  return await context.passwords.hash(password, project.store);
}
