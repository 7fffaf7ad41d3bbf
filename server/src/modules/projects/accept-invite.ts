import type { PlainStep, StoreName } from '../../database/database.ts';
import { isDatabaseFailure } from '../../database/errors.ts';
import type { Answer, Call } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { ServiceError } from '../../platform/errors.ts';
import { authorOf, newAccount, openSession, requireAccount } from '../operators/index.ts';
import { changeProject, failedBy, type ProjectContext } from './project-context.ts';

export interface InviteAcceptance {
  readonly token: string;
  readonly password: string;
  readonly name?: string;
}

/**
 * Makes an invited person a member and signs them in. An address that has no account gets one with this password; one
 * that has an account must prove it by its password, which may have been set by somebody else's invitation.
 */
export async function acceptInvite(context: ProjectContext, call: Call<unknown, InviteAcceptance>): Promise<Answer> {
  const { context: accounts } = context.operators;
  accounts.attempts.countTry(call.ip);
  const invite = await context.membersStore.findInvite(sha256Hex(call.body.token));
  const now = isoTime(context.clock.now());
  if (invite === undefined || invite.expires_at <= now) throw invalidInvite();
  const { account, steps } = await accountFor(context, invite.email, call.body);
  const signIn = openSession(accounts, account, call);
  const project = { id: invite.project_id, store: invite.store as StoreName };
  const member = { store: invite.store, account_id: account.id, role: invite.role, created_at: now };
  try {
    await changeProject(context, authorOf(account, call), {
      project,
      action: 'member.accept',
      target: account.id,
      details: { email: account.email, role: invite.role },
      steps: [
        context.membersStore.spendInviteStep(invite.id, invite.role),
        ...steps,
        context.membersStore.insertStep(member),
        ...signIn.steps,
      ],
    });
  } catch (error) {
    if (failedBy(error, 'invite')) throw invalidInvite();
    if (isDatabaseFailure(error, 'unique_violation')) throw new ServiceError('duplicate', 'You are a member. Sign in.');
    throw error;
  }
  return signIn.answer(201);
}

async function accountFor(context: ProjectContext, email: string, { password, name }: InviteAcceptance) {
  const { context: accounts } = context.operators;
  if ((await accounts.accountsStore.findByEmail(email)) !== undefined) {
    const none: readonly PlainStep[] = [];
    return { account: await requireAccount(accounts, { email, password }), steps: none };
  }
  const shownName = name === undefined ? null : requireDisplayName(name);
  const account = await newAccount(accounts, { email, password, name: shownName });
  return { account, steps: [accounts.accountsStore.insertAccountStep(account)] };
}

function invalidInvite(): ServiceError {
  return new ServiceError('invalid_token', 'This invitation is not valid. Ask for a new one.');
}
