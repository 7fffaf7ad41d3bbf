import type { Static } from 'typebox';
import type { Operator } from '../../callers/index.ts';
import { isDatabaseFailure } from '../../database/errors.ts';
import { type listingQuery, readListing } from '../../http/listing.ts';
import type { Answer, OperatorCall } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requireExpiry } from '../../platform/expiry.ts';
import type { OperatorContext } from './operator-context.ts';

type Account = Extract<Operator, { kind: 'account' }>;

export async function listTokens(
  { tokensStore, tokenUses }: OperatorContext,
  { operator, query }: OperatorCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  const { accountId } = requireOwnAccount(operator);
  const listing = readListing(query, {
    fields: ['created_at', 'name', 'id'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const [rows, count] = await Promise.all([tokensStore.list(accountId, listing), tokensStore.count(accountId)]);
  const data = rows.map((row) => {
    const unsaved = tokenUses.unsaved(row.id);
    return unsaved === undefined ? row : { ...row, last_used_at: isoTime(unsaved) };
  });
  return { status: 200, body: { data, count } };
}

/** The answer is the only place where the token is ever shown. */
export async function createToken(
  { database, clock, ids, audit, tokensStore }: OperatorContext,
  call: OperatorCall<unknown, { readonly name: string; readonly expires_at?: string | null }>,
): Promise<Answer> {
  const account = requireOwnAccount(call.operator);
  // Otherwise a token that leaks could be turned into others that outlive it.
  if (account.sessionId === undefined) throw new ServiceError('forbidden', 'Sign in to make personal tokens.');
  const name = requireDisplayName(call.body.name);
  const expiresAt = requireExpiry(call.body.expires_at, clock);
  const token = `ct_${randomToken()}`;
  const id = ids();
  await database.write('control', [
    tokensStore.insertStep({
      id,
      account_id: account.accountId,
      hash: sha256Hex(token),
      name,
      created_at: isoTime(clock.now()),
      last_used_at: null,
      expires_at: expiresAt,
    }),
    audit.step(call, { action: 'token.create', target: id, details: { name, expires_at: expiresAt } }),
  ]);
  return { status: 201, body: { data: { id, name, token }, count: 1 } };
}

export async function deleteToken(
  { database, audit, tokensStore }: OperatorContext,
  call: OperatorCall,
): Promise<Answer> {
  const { accountId } = requireOwnAccount(call.operator);
  const id = call.params['token_id'] ?? '';
  try {
    await database.write('control', [
      tokensStore.deleteStep(accountId, id),
      audit.step(call, { action: 'token.delete', target: id }),
    ]);
  } catch (error) {
    if (isDatabaseFailure(error, 'not_applied')) throw new ServiceError('not_found', 'There is no such token.');
    throw error;
  }
  return { status: 200, body: { count: 1 } };
}

function requireOwnAccount(operator: Operator): Account {
  if (operator.kind === 'account') return operator;
  throw new ServiceError('forbidden', 'The admin token has no account of its own. Sign in to manage personal tokens.');
}
