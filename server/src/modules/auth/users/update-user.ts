import type { PlainStep } from '../../../database/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { requireEmail } from '../../../platform/email.ts';
import { validationFailed } from '../../../platform/errors.ts';
import { readProfile } from '../profile.ts';
import { userMail } from '../user-mails.ts';
import type { UserRow } from '../users-store.ts';
import { emailExists } from './create-user.ts';
import { getUser } from './list-users.ts';
import { recordUserChange, requireSeenUser, type UserContext, userNotFound } from './managed-user.ts';
import type { UserPatch } from './user-schemas.ts';

/**
 * Disabling ends the sessions; a new address voids tokens mailed to the old one. Owners cannot set a password here,
 * because that would let them sign in as the user.
 */
export async function updateUser(context: UserContext, call: MemberCall<unknown, UserPatch>): Promise<Answer> {
  const { body, project } = call;
  const changed = Object.keys(body);
  if (changed.length === 0) throw validationFailed({ body: 'must change something' });
  const before = await requireSeenUser(context, call);
  const set = columnsOf(context, before, body);
  try {
    await context.database.write(project.store, await stepsOf(context, call, { before, set }));
  } catch (error) {
    if (isDatabaseFailure(error, 'unique_violation')) throw emailExists();
    if (isNotApplied(error, 'user')) throw userNotFound();
    throw error;
  } finally {
    // Needed even if it is unknown whether the write was committed; another lookup does no harm.
    context.sessions.forgetUser(project.store, before.id);
  }
  const details = { changed, ...pick(body, ['role', 'disabled', 'email_verified']) };
  await recordUserChange(context, call, 'user.update', { target: before.id, details });
  return await getUser(context, call);
}

function columnsOf({ clock }: UserContext, before: UserRow, body: UserPatch): Partial<Omit<UserRow, 'id' | 'epoch'>> {
  const { role, disabled } = body;
  return {
    ...readProfile(body),
    ...addressColumns(before, body),
    ...(role === undefined ? {} : { role }),
    ...(disabled === undefined ? {} : { disabled: disabled ? 1 : 0 }),
    updated_at: isoTime(clock.now()),
  };
}

/** Returns no column when neither field is sent, so that it does not undo a concurrent confirmation. */
function addressColumns(before: UserRow, { email: text, email_verified: verified }: UserPatch): Partial<UserRow> {
  const email = text === undefined ? before.email : requireEmail(text);
  const isMoved = email !== before.email;
  // A new address is unproven.
  const isVerified = verified ?? (isMoved ? false : undefined);
  return {
    ...(isMoved && { email }),
    ...(isVerified !== undefined && { email_verified: isVerified ? 1 : 0 }),
  };
}

async function stepsOf(
  context: UserContext,
  { project }: MemberCall,
  { before, set }: { readonly before: UserRow; readonly set: Partial<Omit<UserRow, 'id' | 'epoch'>> },
): Promise<PlainStep[]> {
  const steps = [context.users.updateStep(before.id, set)];
  const isMoved = set.email !== undefined;
  const isEnded = set.disabled === 1 && before.disabled === 0;
  if (isMoved || isEnded) steps.push(context.users.nextEpochStep(before.id));
  if (isEnded) steps.push(...context.sessions.endAllSteps(before.id));
  if (isMoved) steps.push(await userMail(context, project, { to: before.email, kind: 'email_changed' }));
  return steps;
}

function pick(body: UserPatch, names: readonly (keyof UserPatch)[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
}
