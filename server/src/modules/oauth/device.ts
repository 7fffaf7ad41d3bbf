import { randomInt } from 'node:crypto';
import { isNotApplied } from '../../database/index.ts';
import type { Answer, Call, OperatorCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import { countTry, requireSession } from '../operators/index.ts';
import { COMMAND_LINE, readClient } from './client-id.ts';
import type { GrantRow } from './grants-store.ts';
import { type OauthContext, oauthAnswer } from './oauth-context.ts';
import { ownOrigin } from './own-origin.ts';
import { readForm } from './read-form.ts';
import { readRights } from './resource.ts';

const LIFETIME_S = 600;
export const POLL_S = 5;
/** Limits what strangers can store in the database; each request expires after ten minutes. */
const WAITING_MAX = 10_000;
/** Consonants, so that no words appear, without letters that look alike. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;
const DEVICE_NAME_MAX = 60;

/** Starts the sign-in of a program without a browser (RFC 8628): its user types the short code into the console. */
export async function beginDevice(context: OauthContext, call: Call): Promise<Answer> {
  await countTry(context.operators, call);
  const form = await readForm(call);
  const client = readClient(context.masterKey, form.get('client_id') ?? undefined);
  const resource = form.get('resource') ?? undefined;
  // Third-party programs are bound to one project; the command line acts for the account, as a personal token does.
  const isBound = client.id !== COMMAND_LINE.id || resource !== undefined;
  const rights = isBound ? readRights(context.publicUrl(), resource, form.get('scope') ?? undefined) : undefined;
  const { clock, database, ids } = context.operators;
  const nowMs = clock.now();
  if ((await context.grantsStore.countWaiting(nowMs)) >= WAITING_MAX) {
    throw new ServiceError('overloaded', 'Too many sign-ins are waiting. Try again in a minute.', {
      retryAfterSeconds: 60,
    });
  }
  const [deviceCode, userCode] = [randomToken(), newUserCode()];
  await database.write('control', [
    context.grantsStore.deleteExpiredStep(nowMs),
    context.grantsStore.insertStep({
      id: ids(),
      kind: 'device',
      hash: sha256Hex(deviceCode),
      user_code: userCode,
      client_id: client.id,
      client_name: nameOf(client.name, form.get('device_name')),
      challenge: null,
      redirect_uri: null,
      project_id: rights?.projectId ?? null,
      scope: rights?.scope ?? 'write',
      account_id: null,
      state: 'pending',
      created_at_ms: nowMs,
      expires_at_ms: nowMs + LIFETIME_S * 1000,
      polled_at_ms: nowMs - POLL_S * 1000,
    }),
  ]);
  const page = `${ownOrigin(context.publicUrl(), call.headers)}/console/device`;
  return oauthAnswer(200, {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${userCode}`,
    expires_in: LIFETIME_S,
    interval: POLL_S,
  });
}

export async function showDevice(context: OauthContext, call: OperatorCall): Promise<Answer> {
  requireSession(context.operators, call.operator);
  const grant = await requirePending(context, call);
  return { status: 200, body: { data: shown(grant), count: 1 } };
}

export async function decideDevice(
  context: OauthContext,
  call: OperatorCall<unknown, { readonly allow: boolean }>,
): Promise<Answer> {
  const user = requireSession(context.operators, call.operator);
  const grant = await requirePending(context, call);
  const { allow } = call.body;
  if (allow && grant.project_id !== null) await requireMemberOf(context, call, grant.project_id);
  const { database, audit } = context.operators;
  try {
    await database.write('control', [
      context.grantsStore.decideStep(grant.id, allow ? 'allowed' : 'denied', user.id),
      audit.step(call, {
        action: allow ? 'program.allow' : 'program.deny',
        target: grant.client_name,
        details: { project: grant.project_id, scope: grant.scope },
      }),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'grant')) throw unknownCode();
    throw error;
  }
  return { status: 200, body: { data: shown({ ...grant, state: allow ? 'allowed' : 'denied' }), count: 1 } };
}

async function requireMemberOf({ access }: OauthContext, { operator }: OperatorCall, projectId: string): Promise<void> {
  const project = await access.findProject(projectId);
  if (project !== undefined && (await access.memberRole(operator, project.id)) !== undefined) return;
  throw new ServiceError('project_not_found', 'There is no such project, or your account is not a member of it.');
}

async function requirePending({ grantsStore, operators }: OauthContext, { params }: OperatorCall): Promise<GrantRow> {
  const code = (params['user_code'] ?? '').toUpperCase().replaceAll(/[^A-Z]/g, '');
  const [first, second] = [code.slice(0, CODE_LENGTH / 2), code.slice(CODE_LENGTH / 2)];
  const grant = await grantsStore.findByUserCode(`${first}-${second}`, operators.clock.now());
  if (grant?.state !== 'pending') throw unknownCode();
  return grant;
}

function unknownCode(): ServiceError {
  return new ServiceError(
    'not_found',
    'There is no such code, or it has been used or has expired. Start again in the program.',
  );
}

function shown({ client_name, project_id, scope, state, created_at_ms, expires_at_ms }: GrantRow) {
  return {
    client_name,
    project_id,
    scope,
    state,
    created_at: isoTime(created_at_ms),
    expires_at: isoTime(expires_at_ms),
  };
}

function newUserCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, CODE_LENGTH / 2).join('')}-${letters.slice(CODE_LENGTH / 2).join('')}`;
}

/** The program names its machine; the account reads the name, so it has no characters that could disguise it. */
function nameOf(client: string, device: string | null): string {
  const plain = [...(device ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, DEVICE_NAME_MAX).join('');
  return plain === '' ? client : `${client} on ${plain}`;
}
