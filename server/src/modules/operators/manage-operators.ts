import type { Static } from 'typebox';
import { OPERATOR_ROLE } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import { type Answer, type listingQuery, type OperatorCall, readListing } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { requireEmail } from '../../platform/email.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import type { OperatorsContext } from './operators-context.ts';
import { requireInstanceOperator } from './require-instance-operator.ts';

const INVITE_MS = 7 * 24 * 60 * 60 * 1000;
/** The role in an invitation for an ordinary account, which has no role in any project. */
const NO_ROLE = 'account';

type Row = NonNullable<Awaited<ReturnType<OperatorsContext['accountsStore']['find']>>>;

export async function listOperators(
  { accountsStore }: OperatorsContext,
  { operator, query }: OperatorCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  requireInstanceOperator({ operator });
  const listing = readListing(query, {
    fields: ['created_at', 'email', 'id'],
    otherwise: { field: 'created_at', direction: 'asc' },
    tieBreaker: 'id',
  });
  const [rows, count] = await Promise.all([accountsStore.list(listing), accountsStore.count()]);
  return { status: 200, body: { data: rows.map(shown), count } };
}

/** Does not check whether the address has an account: the person with the link decides which account accepts. */
export async function inviteOperator(
  context: OperatorsContext,
  call: OperatorCall<unknown, { readonly email: string; readonly is_operator?: boolean }>,
): Promise<Answer> {
  requireInstanceOperator(call);
  const { database, clock, ids, audit, accountsStore } = context;
  const email = requireEmail(call.body.email);
  const isOperator = call.body.is_operator ?? false;
  const token = randomToken();
  const now = clock.now();
  const invite = {
    id: ids(),
    email,
    role: isOperator ? OPERATOR_ROLE : NO_ROLE,
    hash: sha256Hex(token),
    created_at: isoTime(now),
    expires_at: isoTime(now + INVITE_MS),
    created_by: call.operator.kind === 'account' ? call.operator.accountId : null,
  };
  await database.write('control', [
    ...accountsStore.inviteSteps(invite),
    audit.step(call, { action: 'account.invite', target: invite.id, details: { email, is_operator: isOperator } }),
  ]);
  const row = { ...invite, name: null, disabled: 0, totp_enabled: 0, last_sign_in_at: null, is_invited: 1 };
  const url = `${context.instance.publicUrl()}/console/invite?token=${token}`;
  const data = { ...shown({ ...row, is_operator: isOperator ? 1 : 0 }), invite_url: url };
  return { status: 201, body: { data, count: 1 } };
}

export async function changeOperator(
  context: OperatorsContext,
  call: OperatorCall<unknown, { readonly is_operator?: boolean; readonly disabled?: boolean }>,
): Promise<Answer> {
  requireInstanceOperator(call);
  const { is_operator: isOperator, disabled } = call.body;
  if (isOperator === undefined && disabled === undefined) throw validationFailed({ body: 'must change something' });
  const row = await requireAccount(context, call);
  const { users, sessions } = context.accounts;
  const set = {
    ...(isOperator === undefined ? {} : { role: isOperator ? OPERATOR_ROLE : null }),
    ...(disabled === undefined ? {} : { disabled: disabled ? 1 : 0 }),
    updated_at: isoTime(context.clock.now()),
  };
  await change(context, call, row, {
    action: 'account.update',
    details: { email: row.email, ...call.body },
    steps: [
      users.updateStep(row.id, set),
      ...(disabled === undefined ? [] : await context.tokenKeys.reloadSteps(row.id)),
      ...(disabled === true ? [users.nextEpochStep(row.id), ...sessions.endAllSteps(row.id)] : []),
    ],
  });
  const changed = await requireAccount(context, call);
  return { status: 200, body: { data: shown(changed), count: 1 } };
}

export async function deleteOperator(context: OperatorsContext, call: OperatorCall): Promise<Answer> {
  requireInstanceOperator(call);
  const { accounts, accountsStore, tokensStore, tokenKeys } = context;
  const row = await requireRow(context, call);
  const keySteps = await tokenKeys.endSteps(row.is_invited === 1 ? [] : await tokensStore.idsOf(row.id));
  const steps =
    row.is_invited === 1
      ? [accountsStore.removeInviteStep(row.id)]
      : [
          accountsStore.requireNoLoneOwnerStep(row.id),
          accountsStore.removeMembershipsStep(row.id),
          accountsStore.removeInvitesMadeByStep(row.id),
          ...(await tokenKeys.endOfAccountSteps(row.id)),
          ...keySteps,
          tokensStore.deleteAllStep(row.id),
          accounts.users.deleteStep(row.id),
        ];
  await change(context, call, row, { action: 'account.delete', details: { email: row.email }, steps });
  return { status: 200, body: { count: 1 } };
}

async function change(
  { database, audit, accounts, accountsStore }: OperatorsContext,
  call: OperatorCall,
  row: Row,
  { steps, ...entry }: { action: string; details: Readonly<Record<string, unknown>>; steps: readonly PlainStep[] },
): Promise<void> {
  const mayLoseOperator = row.is_operator === 1 && row.is_invited !== 1;
  try {
    await database.write('control', [
      ...steps,
      ...(mayLoseOperator ? [accountsStore.requireOperatorStep()] : []),
      audit.step(call, { ...entry, target: row.id }),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'user')) throw noSuchAccount();
    if (isNotApplied(error, 'operator')) {
      throw new ServiceError('in_use', 'An installation needs at least one operator who is not disabled.');
    }
    if (isNotApplied(error, 'lone_owner')) {
      throw new ServiceError('in_use', 'A project has no other owner. Make someone else an owner of it first.');
    }
    throw error;
  } finally {
    accounts.sessions.forgetUser('control', row.id);
  }
}

async function requireRow({ accountsStore }: OperatorsContext, { params }: OperatorCall): Promise<Row> {
  const row = await accountsStore.find(params['account_id'] ?? '');
  if (row === undefined) throw noSuchAccount();
  return row;
}

async function requireAccount(context: OperatorsContext, call: OperatorCall): Promise<Row> {
  const row = await requireRow(context, call);
  if (row.is_invited === 1) throw noSuchAccount();
  return row;
}

function noSuchAccount(): ServiceError {
  return new ServiceError('not_found', 'There is no such account.');
}

function shown(row: Row) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    is_operator: Number(row.is_operator) === 1,
    disabled: Number(row.disabled) === 1,
    mfa_enabled: Number(row.totp_enabled) === 1,
    status: statusOf(row),
    created_at: row.created_at,
    last_sign_in_at: row.last_sign_in_at,
  };
}

function statusOf({ is_invited: isInvited, disabled }: Row): 'invited' | 'disabled' | 'active' {
  if (Number(isInvited) === 1) return 'invited';
  return Number(disabled) === 1 ? 'disabled' : 'active';
}
