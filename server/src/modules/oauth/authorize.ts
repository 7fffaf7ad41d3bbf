import { Type } from 'typebox';
import { type Answer, type Call, type OperatorCall, pageAnswer, paragraph } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requireSession } from '../operators/index.ts';
import { type Client, readClient, requireRegistered } from './client-id.ts';
import { type OauthContext, OauthError, type OauthErrorCode } from './oauth-context.ts';
import { ownOrigin } from './own-origin.ts';
import { readRights, type WantedRights } from './resource.ts';

/** Short, because the program exchanges the code as soon as the browser delivers it. */
const CODE_MS = 60_000;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

const text = Type.String({ maxLength: 8192 });
export const authorizationQuery = Type.Object({
  client_id: text,
  redirect_uri: Type.Optional(text),
  response_type: Type.Optional(text),
  code_challenge: Type.Optional(text),
  code_challenge_method: Type.Optional(text),
  state: Type.Optional(text),
  scope: Type.Optional(text),
  resource: Type.Optional(text),
});

type Parameters = Readonly<Partial<Record<keyof typeof authorizationQuery.properties, string>>>;

interface Authorization extends WantedRights {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
}

/** Redirects the browser to the console, where the account decides. Without a valid client there is no redirect. */
export function authorize({ masterKey, publicUrl }: OauthContext, { search, headers }: Call): Answer {
  const issuer = ownOrigin(publicUrl(), headers);
  const parameters = readParameters(search);
  let redirectUri: string;
  try {
    redirectUri = requireRegistered(readClient(masterKey, parameters.client_id), parameters.redirect_uri);
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    return errorPage(error.message);
  }
  try {
    readAuthorization({ masterKey, publicUrl }, parameters);
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    return redirect(refusalAddress(issuer, { redirectUri, state: parameters.state }, error.code, error.message));
  }
  return redirect(`${issuer}/console/authorize?${search}`);
}

export async function showAuthorization(context: OauthContext, call: OperatorCall<Parameters>): Promise<Answer> {
  const { client, redirectUri, projectId, scope } = requireAuthorization(context, call.query);
  requireSession(context.operators, call.operator);
  const project = await requireMember(context, call, projectId);
  const data = { client_name: client.name, redirect_uri: redirectUri, project, scope };
  return { status: 200, body: { data, count: 1 } };
}

export async function decideAuthorization(
  context: OauthContext,
  call: OperatorCall<Parameters, { readonly allow: boolean }>,
): Promise<Answer> {
  const asked = requireAuthorization(context, call.query);
  const user = requireSession(context.operators, call.operator);
  const issuer = ownOrigin(context.publicUrl(), call.headers);
  if (!call.body.allow) {
    return nextAddress(refusalAddress(issuer, asked, 'access_denied', 'The account refused.'));
  }
  await requireMember(context, call, asked.projectId);
  const { clock, database, ids, audit } = context.operators;
  const code = randomToken();
  const nowMs = clock.now();
  await database.write('control', [
    context.grantsStore.deleteExpiredStep(nowMs),
    context.grantsStore.insertStep({
      id: ids(),
      kind: 'code',
      hash: sha256Hex(code),
      user_code: null,
      client_id: asked.client.id,
      client_name: asked.client.name,
      challenge: asked.challenge,
      redirect_uri: asked.redirectUri,
      project_id: asked.projectId,
      scope: asked.scope,
      account_id: user.id,
      state: 'allowed',
      created_at_ms: nowMs,
      expires_at_ms: nowMs + CODE_MS,
      polled_at_ms: nowMs,
    }),
    audit.step(call, {
      action: 'program.allow',
      target: asked.client.name,
      details: { project: asked.projectId, scope: asked.scope, redirect_uri: asked.redirectUri, at: isoTime(nowMs) },
    }),
  ]);
  return nextAddress(addressWith(issuer, asked, { code }));
}

function readParameters(search: string): Parameters {
  const values = new URLSearchParams(search);
  const names = Object.keys(authorizationQuery.properties);
  return Object.fromEntries(names.flatMap((name) => (values.has(name) ? [[name, values.get(name) ?? '']] : [])));
}

function readAuthorization(
  { masterKey, publicUrl }: Pick<OauthContext, 'masterKey' | 'publicUrl'>,
  parameters: Parameters,
): Authorization {
  const client = readClient(masterKey, parameters.client_id);
  const redirectUri = requireRegistered(client, parameters.redirect_uri);
  if (parameters.response_type !== 'code') {
    throw new OauthError('unsupported_response_type', 'response_type must be "code".');
  }
  const { code_challenge: challenge = '', code_challenge_method: method } = parameters;
  if (method !== 'S256' || !CHALLENGE.test(challenge)) {
    throw new OauthError('invalid_request', 'code_challenge must be an S256 challenge of PKCE.');
  }
  const rights = readRights(publicUrl(), parameters.resource, parameters.scope);
  return { client, redirectUri, state: parameters.state, challenge, ...rights };
}

function requireAuthorization(context: OauthContext, parameters: Parameters): Authorization {
  try {
    return readAuthorization(context, parameters);
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    throw new ServiceError('validation_failed', error.message);
  }
}

async function requireMember({ access }: OauthContext, { operator }: OperatorCall, projectId: string) {
  const project = await access.findProject(projectId);
  const role = project && (await access.memberRole(operator, project.id));
  if (project === undefined || role === undefined) {
    throw new ServiceError('project_not_found', 'There is no such project, or your account is not a member of it.');
  }
  return { id: project.id, name: project.name, role };
}

interface ReturnPlace {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

function refusalAddress(issuer: string, place: ReturnPlace, error: OauthErrorCode, description: string): string {
  return addressWith(issuer, place, { error, error_description: description });
}

/** `iss` lets a client with several servers see which one answers (RFC 9207). */
function addressWith(
  issuer: string,
  { redirectUri, state }: ReturnPlace,
  values: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  url.searchParams.set('iss', issuer);
  return url.href;
}

function nextAddress(address: string): Answer {
  return { status: 200, body: { data: { redirect_to: address }, count: 1 }, headers: { 'Cache-Control': 'no-store' } };
}

function redirect(address: string): Answer {
  return { status: 302, body: '', headers: { Location: address, 'Cache-Control': 'no-store' } };
}

function errorPage(message: string): Answer {
  const body = paragraph(message) + paragraph('Close this page and connect the program again.');
  return pageAnswer({ status: 400, appName: 'Console', title: 'This program cannot be connected', body });
}
