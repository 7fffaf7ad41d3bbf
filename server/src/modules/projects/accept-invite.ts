import { CONSOLE, type MemberRole, OPERATOR_ROLE, type User } from '../../callers/index.ts';
import type { PlainStep, StoreName } from '../../database/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../database/index.ts';
import type { Answer, Call, ProjectCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import {
  logIn,
  openSession,
  requireGoodPassword,
  showOwnAccount,
  signedInAnswer,
  type UserRow,
} from '../auth/index.ts';
import { consoleCall, countTry, newAccount, operatorOf, withoutSignInEntry } from '../operators/index.ts';
import { mayStillInvite } from './member-policy.ts';
import type { Invite } from './members-store.ts';
import { changeProject, type ProjectsContext } from './projects-context.ts';

export interface InviteAcceptance {
  readonly token: string;
  /** The password for a new account, or of the account with the invitation's address. A signed-in caller does not send it. */
  readonly password?: string;
  readonly name?: string;
}

type Acceptance = Call<unknown, InviteAcceptance>;

/** Only the token counts. An existing account needs its password: another invitation may have created it. */
export async function acceptInvite(context: ProjectsContext, call: Acceptance): Promise<Answer> {
  const { context: operators } = context.operators;
  operators.accounts.origins.refuseForeignPage(call.raw, CONSOLE);
  await countTry(operators, call);
  const invite = await context.membersStore.findInvite(sha256Hex(call.body.token));
  if (invite === undefined || invite.expires_at <= isoTime(context.clock.now())) throw invalidInvite();
  if (!mayStillInvite(invite)) throw invalidInvite();
  const user = await findSignedIn(context, call);
  if (user !== undefined && user.email !== null) {
    return await acceptSignedIn(context, call, invite, { user, email: user.email });
  }
  const { password } = call.body;
  if (password === undefined) throw validationFailed({ password: 'is required unless you are signed in' });
  // Validated before the lookup: otherwise the error for a bad password or name would show whether the address has an account.
  await requireGoodPassword({ password_min_length: 8 }, password, { email: invite.email });
  const name = call.body.name === undefined ? null : requireDisplayName(call.body.name);
  const existing = await operators.accounts.users.findByEmail(CONSOLE.store, invite.email);
  return existing === undefined
    ? await acceptWithNewAccount(context, call, invite, { password, name })
    : await acceptByPassword(context, call, invite, password);
}

/** The account of the request's console session, if any; an expired session counts as none. */
async function findSignedIn({ operators }: ProjectsContext, { raw }: Acceptance): Promise<User | undefined> {
  if (raw.headers.authorization !== undefined) {
    const operator = await operators.identifyOperator(raw);
    const user = operators.context.usersOf.get(operator);
    if (user === undefined) throw new ServiceError('forbidden', 'Sign in to accept an invitation: a token cannot.');
    return user;
  }
  try {
    return await operators.context.accounts.sessions.identities.identify(CONSOLE, raw);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'session_expired') return undefined;
    throw error;
  }
}

async function acceptSignedIn(
  context: ProjectsContext,
  call: Acceptance,
  invite: Invite,
  { user, email }: { readonly user: User; readonly email: string },
): Promise<Answer> {
  await write(context, call, invite, { ...user, email }, (steps) => context.database.write('control', steps));
  const answer = await showOwnAccount(context.operators.context.accounts, consoleCall(call, user));
  return { ...answer, status: 201 };
}

async function acceptWithNewAccount(
  context: ProjectsContext,
  call: Acceptance,
  invite: Invite,
  chosen: { readonly password: string; readonly name: string | null },
): Promise<Answer> {
  const { context: operators } = context.operators;
  const { accounts } = operators;
  const isOperator = invite.store === CONSOLE.store && invite.role === OPERATOR_ROLE;
  const account: UserRow = await newAccount(operators, { email: invite.email, ...chosen, isOperator });
  const asked: ProjectCall = consoleCall(call);
  const opened = await write(context, call, invite, account, (steps) =>
    openSession(withoutSignInEntry(accounts), asked, account, [accounts.users.insertStep(account), ...steps]),
  );
  return await signedInAnswer(accounts, CONSOLE, opened, 201);
}

/** Signs in first, so that the usual second factor applies, then accepts for the signed-in account. */
async function acceptByPassword(
  context: ProjectsContext,
  call: Acceptance,
  invite: Invite,
  password: string,
): Promise<Answer> {
  const { accounts } = context.operators.context;
  const asked = consoleCall(call);
  const answer = await logIn(withoutSignInEntry(accounts), { ...asked, body: { email: invite.email, password } });
  if (answer.headers?.['Set-Cookie'] === undefined) {
    throw new ServiceError('invalid_credentials', 'Sign in with your second factor, then open the invitation again.');
  }
  const account = await accounts.users.findByEmail(CONSOLE.store, invite.email);
  if (account === undefined) throw invalidInvite();
  await write(context, call, invite, account, (steps) => context.database.write('control', steps));
  return { ...answer, status: 201 };
}

async function write<Result>(
  context: ProjectsContext,
  call: Acceptance,
  invite: Invite,
  account: Pick<UserRow, 'id' | 'email' | 'role'>,
  commit: (steps: readonly PlainStep[]) => Promise<Result>,
): Promise<Result> {
  const author = { operator: operatorOf(account), ip: call.ip, requestId: call.requestId };
  try {
    return await (invite.project_id === null
      ? commit([
          context.membersStore.spendInviteStep(invite.id, invite.role),
          ...operatorSteps(context, invite, account),
          context.audit.step(author, {
            action: 'account.accept',
            target: account.id,
            details: { email: account.email },
          }),
        ])
      : changeProject(context, author, {
          project: { id: invite.project_id, store: invite.store as StoreName },
          action: 'member.accept',
          target: account.id,
          details: { email: account.email, role: invite.role },
          steps: memberSteps(context, invite, account),
          commit,
        }));
  } catch (error) {
    if (isNotApplied(error, 'invite')) throw invalidInvite();
    if (isDatabaseFailure(error, 'unique_violation'))
      throw new ServiceError('duplicate', 'You are already a member. Sign in.');
    throw error;
  } finally {
    context.operators.context.accounts.sessions.forgetUser(CONSOLE.store, account.id);
  }
}

function memberSteps(
  { membersStore, clock }: ProjectsContext,
  invite: Invite,
  { id }: Pick<UserRow, 'id'>,
): readonly PlainStep[] {
  const role = invite.role as MemberRole;
  const row = { store: invite.store, account_id: id, role, created_at: isoTime(clock.now()) };
  return [membersStore.spendInviteStep(invite.id, invite.role), membersStore.insertStep(row)];
}

function operatorSteps(
  { operators }: ProjectsContext,
  { role }: Invite,
  account: Pick<UserRow, 'id' | 'role'>,
): readonly PlainStep[] {
  if (role !== OPERATOR_ROLE || account.role === OPERATOR_ROLE) return [];
  return [operators.context.accounts.users.updateStep(account.id, { role: OPERATOR_ROLE })];
}

function invalidInvite(): ServiceError {
  return new ServiceError('invalid_token', 'This invitation is not valid. Request a new one.');
}
