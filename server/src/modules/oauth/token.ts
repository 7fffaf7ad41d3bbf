import { createHash } from 'node:crypto';
import type { Operator } from '../../callers/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { Answer, Call } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { equalsInConstantTime, randomToken, sha256Hex } from '../../platform/crypto.ts';
import { secretPrefix } from '../../platform/secret-prefix.ts';
import { readClient } from './client-id.ts';
import { POLL_S } from './device.ts';
import type { GrantRow } from './grants-store.ts';
import { DEVICE_GRANT } from './metadata.ts';
import { type OauthContext, OauthError, oauthAnswer } from './oauth-context.ts';
import { readForm } from './read-form.ts';

/** After this time the program must sign in again. */
const TOKEN_DAYS = { code: 30, device: 90 } as const;
const DAY_S = 86_400;

export async function exchangeToken(context: OauthContext, call: Call): Promise<Answer> {
  const form = await readForm(call);
  const field = (name: string): string | undefined => form.get(name) ?? undefined;
  const client = readClient(context.masterKey, field('client_id'));
  switch (field('grant_type')) {
    case 'authorization_code': {
      const grant = await requireGrant(context, 'code', { secret: field('code'), clientId: client.id });
      requireProof(grant, { verifier: field('code_verifier'), redirectUri: field('redirect_uri') });
      return await issueToken(context, call, grant);
    }
    case DEVICE_GRANT: {
      const grant = await requireGrant(context, 'device', { secret: field('device_code'), clientId: client.id });
      await requireAllowed(context, grant);
      return await issueToken(context, call, grant);
    }
    default:
      throw new OauthError('unsupported_grant_type', `grant_type must be authorization_code or ${DEVICE_GRANT}.`);
  }
}

async function requireGrant(
  { grantsStore, operators }: OauthContext,
  kind: GrantRow['kind'],
  { secret, clientId }: { readonly secret: string | undefined; readonly clientId: string },
): Promise<GrantRow> {
  const grant =
    secret === undefined ? undefined : await grantsStore.findByHash(sha256Hex(secret), operators.clock.now());
  if (grant?.kind === kind && grant.client_id === clientId) return grant;
  if (kind === 'device')
    throw new OauthError('expired_token', 'This code is not valid, or it has expired. Begin again.');
  throw new OauthError('invalid_grant', 'This code is not valid, was used, or has expired.');
}

/** Only the program that started the request knows the verifier, so a leaked code is worthless (RFC 7636). */
function requireProof(
  grant: GrantRow,
  { verifier = '', redirectUri }: { readonly verifier: string | undefined; readonly redirectUri: string | undefined },
): void {
  const made = createHash('sha256').update(verifier).digest('base64url');
  if (verifier === '' || !equalsInConstantTime(made, grant.challenge ?? '')) {
    throw new OauthError('invalid_grant', 'code_verifier does not match the challenge.');
  }
  if (redirectUri !== undefined && redirectUri !== grant.redirect_uri) {
    throw new OauthError('invalid_grant', 'redirect_uri differs from the one before.');
  }
}

async function requireAllowed({ grantsStore, operators }: OauthContext, grant: GrantRow): Promise<void> {
  const nowMs = operators.clock.now();
  if (grant.state === 'allowed') return;
  if (grant.state === 'denied') throw new OauthError('access_denied', 'The account refused.');
  await operators.database.write('control', [grantsStore.polledStep(grant.id, nowMs)]);
  // A second of tolerance: the network may bring two polls closer together than they were sent.
  if (nowMs - grant.polled_at_ms < (POLL_S - 1) * 1000)
    throw new OauthError('slow_down', `Poll every ${POLL_S} seconds.`);
  throw new OauthError('authorization_pending', 'The request has not been decided yet.');
}

async function issueToken(context: OauthContext, call: Call, grant: GrantRow): Promise<Answer> {
  const { database, clock, ids, audit, tokensStore } = context.operators;
  const token = `ct_${randomToken()}`;
  const [id, nowMs] = [ids(), clock.now()];
  const lifetimeS = TOKEN_DAYS[grant.kind] * DAY_S;
  const expiresAt = isoTime(nowMs + lifetimeS * 1000);
  const projects = grant.project_id === null ? null : [grant.project_id];
  const role = roleOf(grant);
  const row = {
    id,
    account_id: grant.account_id ?? '',
    hash: sha256Hex(token),
    prefix: secretPrefix(token),
    name: grant.client_name,
    created_at: isoTime(nowMs),
    last_used_at: null,
    expires_at: expiresAt,
    projects: projects === null ? null : JSON.stringify(projects),
    role,
    lineage: '',
  };
  const details = { name: grant.client_name, expires_at: expiresAt, projects, role };
  const { ip, requestId, headers } = call;
  const author = { operator: await accountOf(context, grant), ip, requestId, headers };
  try {
    await database.write('control', [
      context.grantsStore.spendStep(grant.id),
      tokensStore.insertStep(row),
      audit.step(author, { action: 'token.create', target: id, details }),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'grant')) throw new OauthError('invalid_grant', 'This code was used.');
    throw error;
  }
  return oauthAnswer(200, { access_token: token, token_type: 'Bearer', expires_in: lifetimeS, scope: grant.scope });
}

/** Programs that only read become viewers, whatever role the account has; those that write become at most admins. */
function roleOf({ project_id: projectId, scope }: GrantRow): 'viewer' | 'admin' | null {
  if (scope === 'read') return 'viewer';
  return projectId === null ? null : 'admin';
}

async function accountOf({ operators }: OauthContext, { account_id: id }: GrantRow): Promise<Operator> {
  const account = id === null ? undefined : await operators.accountsStore.find(id);
  if (account === undefined || Number(account.disabled) === 1) {
    throw new OauthError('invalid_grant', 'The account that approved it was deleted or disabled.');
  }
  return { kind: 'account', accountId: account.id, email: account.email, isOperator: false };
}
