import type { PlainStep } from '../../../database/index.ts';
import { type Answer, createValidator, type MemberCall } from '../../../http/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { requireEmail } from '../../../platform/email.ts';
import { type ErrorCode, ServiceError, validationFailed } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { readProfile } from '../profile.ts';
import { NEW_USER, type UserRow } from '../users-store.ts';
import { emailExists, requireKnownHash } from './create-user.ts';
import { recordUserChange, type UserContext } from './managed-user.ts';
import { type ImportedUser, importedUser, type UsersImport } from './user-schemas.ts';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const requireImported = createValidator(importedUser);

interface ImportError {
  readonly index: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: unknown;
}

interface Candidate {
  readonly index: number;
  readonly row: UserRow;
}

/** The next sign-in rehashes passwords. Reports and skips invalid or taken users, so an import can be repeated. */
export async function importUsers(context: UserContext, call: MemberCall<unknown, UsersImport>): Promise<Answer> {
  const { users, dry_run: isDryRun = false } = call.body;
  const errors: ImportError[] = [];
  const candidates: Candidate[] = [];
  for (const [index, value] of users.entries()) {
    try {
      candidates.push({ index, row: readImported(context, value) });
    } catch (error) {
      errors.push(errorOf(index, error));
    }
  }
  const created = await (isDryRun ? wouldInsert : insert)(context, call, candidates, errors);
  if (created > 0 && !isDryRun) {
    await recordUserChange(context, call, 'user.import', { target: call.project.id, details: { created } });
  }
  errors.sort((a, b) => a.index - b.index);
  const data = { created, failed: errors.length, errors, dry_run: isDryRun };
  return { status: 200, body: { data, count: created } };
}

function readImported(context: UserContext, value: unknown): UserRow {
  requireImported(value);
  const user = value as ImportedUser;
  const now = isoTime(context.clock.now());
  const createdAt = user.created_at === undefined ? now : requirePastTime(user.created_at, context.clock);
  return {
    ...NEW_USER,
    ...readProfile(user),
    id: user.id === undefined ? context.ids() : requireUuid(user.id),
    email: requireEmail(user.email),
    email_verified: user.email_verified === true ? 1 : 0,
    disabled: user.disabled === true ? 1 : 0,
    role: user.role ?? null,
    password_hash: user.password_hash === undefined ? null : requireKnownHash(context, user.password_hash),
    created_at: createdAt,
    updated_at: now,
  };
}

type Insert = (
  context: UserContext,
  call: MemberCall,
  candidates: readonly Candidate[],
  errors: ImportError[],
) => Promise<number>;

const insert: Insert = async ({ database, managed }, { project }, candidates, errors) => {
  if (candidates.length === 0) return 0;
  const steps: PlainStep[] = candidates.map(({ row }) => managed.insertIfFreeStep(row));
  const { results } = await database.write(project.store, steps);
  const left = candidates.filter((_, at) => results[at]?.kind === 'plain' && results[at].touched === 0);
  const ids = left.map(({ row }) => row);
  const { emails } = await managed.taken(project.store, ids);
  for (const { index, row } of left) errors.push(errorOf(index, takenError(emails.has(row.email))));
  return candidates.length - left.length;
};

const wouldInsert: Insert = async ({ managed }, { project }, candidates, errors) => {
  const { ids, emails } = await managed.taken(
    project.store,
    candidates.map(({ row }) => row),
  );
  const taken = new Set<string>([...ids, ...emails]);
  let created = 0;
  for (const { index, row } of candidates) {
    if (taken.has(row.id) || taken.has(row.email)) errors.push(errorOf(index, takenError(taken.has(row.email))));
    else created += 1;
    taken.add(row.id).add(row.email);
  }
  return created;
};

function takenError(isEmail: boolean): ServiceError {
  return isEmail ? emailExists() : new ServiceError('duplicate', 'There is a user with this id.');
}

function errorOf(index: number, error: unknown): ImportError {
  if (!(error instanceof ServiceError)) throw error;
  const { code, message, details } = error;
  return { index, code, message, ...(details?.['fields'] !== undefined && { fields: details['fields'] }) };
}

function requireUuid(text: string): string {
  const id = parseUuid(text);
  if (id === undefined) throw validationFailed({ id: 'must be a UUID' });
  return id;
}

function requirePastTime(text: string, clock: Clock): string {
  const ms = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms) || ms > clock.now()) {
    throw validationFailed({ created_at: 'must be an RFC 3339 time with a zone, not in the future' });
  }
  return isoTime(ms);
}
