import { isDatabaseFailure } from '../../../database/errors.ts';
import type { Answer, MemberCall } from '../../../http/route.ts';
import { isoTime } from '../../../platform/clock.ts';
import { requireEmail } from '../../../platform/email.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { requireGoodPassword } from '../passwords/password-policy.ts';
import { readProfile } from '../profile.ts';
import { NEW_USER, type UserRow } from '../users-store.ts';
import { presentManaged, recordUserChange, type UserParts } from './managed-user.ts';
import type { NewUser } from './user-schemas.ts';

/** A user made by an owner: sign-up being off and allowed domains do not matter. Without a password, a reset mail gives one. */
export async function createUser(parts: UserParts, call: MemberCall<unknown, NewUser>): Promise<Answer> {
  const { body, project } = call;
  const email = requireEmail(body.email);
  const now = isoTime(parts.clock.now());
  const row: UserRow = {
    ...NEW_USER,
    ...readProfile(body),
    id: parts.ids(),
    email,
    email_verified: body.email_verified === true ? 1 : 0,
    role: body.role ?? null,
    password_hash: await passwordHash(parts, call, email),
    created_at: now,
    updated_at: now,
  };
  try {
    await parts.database.write(project.store, [parts.users.insertStep(row)]);
  } catch (error) {
    if (isDatabaseFailure(error, 'unique_violation')) throw emailExists();
    throw error;
  }
  await recordUserChange(parts, call, 'user.create', { target: row.id, details: { email } });
  const [data] = await presentManaged(parts, call, [row]);
  return { status: 201, body: { data, count: 1 } };
}

export function emailExists(): ServiceError {
  return new ServiceError('email_exists', 'There is an account with this address.', {
    details: { fields: { email: 'is taken' } },
  });
}

export function requireKnownHash({ passwords }: Pick<UserParts, 'passwords'>, hash: string): string {
  if (passwords.canVerify(hash)) return hash;
  throw validationFailed({ password_hash: 'must be a hash of argon2, scrypt or bcrypt' });
}

async function passwordHash(
  parts: UserParts,
  { body, project }: MemberCall<unknown, NewUser>,
  email: string,
): Promise<string | null> {
  const { password, password_hash: hash } = body;
  if (password !== undefined && hash !== undefined) {
    throw validationFailed({ password_hash: 'must not be sent with a password' });
  }
  if (hash !== undefined) return requireKnownHash(parts, hash);
  if (password === undefined) return null;
  await requireGoodPassword(parts.settings(project), password, { email });
  return await parts.passwords.hash(password);
}
