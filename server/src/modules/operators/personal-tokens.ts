import type { Static } from 'typebox';
import { MEMBER_ROLES, type MemberRole, type Operator } from '../../callers/index.ts';
import { isNotApplied } from '../../database/index.ts';
import { type Answer, type listingQuery, type OperatorCall, readListing } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { ServiceError } from '../../platform/errors.ts';
import { earlierExpiry, requireExpiry } from '../../platform/expiry.ts';
import { secretPrefix } from '../../platform/secret-prefix.ts';
import type { AuditAuthor } from '../audit/index.ts';
import type { OperatorsContext } from './operators-context.ts';

type Account = Extract<Operator, { kind: 'account' }>;

export interface NewToken {
  readonly name: string;
  readonly expires_at?: string | null;
  readonly projects?: readonly string[] | null;
  readonly role?: Exclude<MemberRole, 'owner'> | null;
}

export async function listTokens(
  { tokensStore, tokenUses }: OperatorsContext,
  { operator, query }: OperatorCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  const { accountId, scope } = requireAccount(operator);
  // The list would reveal the projects of other tokens.
  if (scope !== undefined) throw new ServiceError('forbidden', 'A limited token cannot list tokens.');
  const listing = readListing(query, {
    fields: ['created_at', 'name', 'id'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const [rows, count] = await Promise.all([tokensStore.list(accountId, listing), tokensStore.count(accountId)]);
  const data = rows.map(({ projects, ...row }) => {
    const unsaved = tokenUses.unsaved(row.id);
    const shown = { ...row, projects: projects === null ? null : (JSON.parse(projects) as readonly string[]) };
    return unsaved === undefined ? shown : { ...shown, last_used_at: isoTime(unsaved) };
  });
  return { status: 200, body: { data, count } };
}

/**
 * Only this answer shows the token. A token created with another one ends with it and has no more rights, so that a
 * leaked token cannot be turned into one that outlives it.
 */
export async function createToken(
  { database, clock, ids, audit, tokensStore }: OperatorsContext,
  call: OperatorCall<unknown, NewToken>,
): Promise<Answer> {
  const account = requireAccount(call.operator);
  const name = requireDisplayName(call.body.name);
  const expiresAt = earlierExpiry(requireExpiry(call.body.expires_at, clock), account.token?.expiresAt ?? null);
  const projects = projectsWithin(account, call.body.projects ?? null);
  const role = roleWithin(account, call.body.role ?? null);
  const token = `ct_${randomToken()}`;
  const id = ids();
  const lineage = account.token === undefined ? '' : `${account.token.lineage}/${account.token.id}/`;
  try {
    await database.write('control', [
      ...(account.token === undefined ? [] : [tokensStore.aliveStep(account.token.id)]),
      tokensStore.insertStep({
        id,
        account_id: account.accountId,
        hash: sha256Hex(token),
        prefix: secretPrefix(token),
        name,
        created_at: isoTime(clock.now()),
        last_used_at: null,
        expires_at: expiresAt,
        projects: projects === null ? null : JSON.stringify(projects),
        role,
        lineage,
      }),
      audit.step(call, {
        action: 'token.create',
        target: id,
        details: { name, expires_at: expiresAt, projects, role },
      }),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'token')) throw new ServiceError('not_authenticated', 'This token is not valid.');
    throw error;
  }
  return { status: 201, body: { data: { id, name, token, expires_at: expiresAt, projects, role }, count: 1 } };
}

export async function deleteToken(context: OperatorsContext, call: OperatorCall): Promise<Answer> {
  const { accountId, scope } = requireAccount(call.operator);
  if (scope !== undefined) throw new ServiceError('forbidden', 'A limited token cannot end tokens.');
  const isEnded = await endToken(context, call, { accountId, id: call.params['token_id'] ?? '' });
  if (!isEnded) throw new ServiceError('not_found', 'There is no such token.');
  return { status: 200, body: { count: 1 } };
}

/** Deletes a token with everything that was made with it. False when the account has no such token. */
export async function endToken(
  { database, audit, tokensStore, tokenKeys }: OperatorsContext,
  author: AuditAuthor,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<boolean> {
  const keySteps = await tokenKeys.endSteps(await tokensStore.familyOf(accountId, id));
  try {
    await database.write('control', [
      tokensStore.deleteFamilyStep(accountId, id),
      ...keySteps,
      audit.step(author, { action: 'token.delete', target: id }),
    ]);
    return true;
  } catch (error) {
    if (isNotApplied(error, 'token')) return false;
    throw error;
  }
}

function projectsWithin({ scope }: Account, wanted: readonly string[] | null): readonly string[] | null {
  const own = scope?.projects ?? null;
  if (wanted === null) return own;
  if (own !== null && !wanted.every((id) => own.includes(id))) throw exceedsToken('projects');
  return [...new Set(wanted)];
}

function roleWithin({ scope }: Account, wanted: MemberRole | null): MemberRole | null {
  const own = scope?.role ?? null;
  if (wanted === null || own === null) return wanted ?? own;
  if (MEMBER_ROLES.indexOf(wanted) > MEMBER_ROLES.indexOf(own)) throw exceedsToken('role');
  return wanted;
}

function exceedsToken(field: string): ServiceError {
  return new ServiceError(
    'forbidden',
    'A token created with another token may have at most the rights of that token.',
    {
      details: { fields: { [field]: 'exceeds the rights of the token that makes this request' } },
    },
  );
}

function requireAccount(operator: Operator): Account {
  if (operator.kind === 'account') return operator;
  throw new ServiceError('forbidden', 'The admin token has no account of its own. Sign in to manage personal tokens.');
}
