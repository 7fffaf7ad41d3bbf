import type { Project } from '../../../callers/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import type { Answer, Call, ProjectCall } from '../../../http/index.ts';
import { limitKey, rateLimited } from '../../../limits/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { createFlowSeals, type Flow, type FlowState, spentHash } from './flow.ts';
import { endedFlowCookie, readFlowCookie } from './flow-cookie.ts';
import { findProvider, type Provider, type ProviderProfile } from './provider.ts';
import { reasonOf } from './provider-client.ts';
import type { ProviderContext } from './provider-context.ts';
import { failedSignIn, redirect, type SignInError } from './redirects.ts';
import { signInAs } from './sign-in-as.ts';

/** Handles the callback from a provider. Only the browser that began the flow may finish it, once and within ten minutes. */
export async function finishSignIn(context: ProviderContext, call: ProjectCall): Promise<Answer> {
  // Link preview programs send HEAD, which must not spend the state.
  if (call.raw.method === 'HEAD') return { status: 200, body: '' };
  const { project } = call;
  const provider = findProvider(context, project, call.params['provider'] ?? '');
  if (provider === undefined) throw new ServiceError('not_found', 'This project has no such way to sign in.');
  const { stateText, state, flow } = readFlow(context, call, { project, provider });
  const cookies = [endedFlowCookie({ project, slot: state.slot, isHttps: call.isHttps })];
  const quota = await context.limits.routes.take('login', { store: project.store, caller: limitKey(call.ip) });
  // Checked before the state is stored as spent, so that strangers cannot fill the table.
  if (!quota.isGranted) {
    if (flow === undefined) throw rateLimited(quota);
    return failedSignIn(flow.redirectTo, 'rate_limited', []);
  }
  // A state can be used once, by any browser and with any outcome.
  await markUsed(context, project, state);
  if (flow === undefined) throw endedFlow();

  const arrived = await profileOf(context, call, { project, provider, flow, stateText });
  if (typeof arrived === 'string') return failedSignIn(flow.redirectTo, arrived, cookies);
  return completeSignIn(context, call, { project, provider, flow, cookies, profile: arrived });
}

interface FinishedFlow {
  readonly project: Project;
  readonly provider: Provider;
  readonly flow: Flow;
}

function readFlow(
  context: ProviderContext,
  call: Call,
  { project, provider }: Pick<FinishedFlow, 'project' | 'provider'>,
): { stateText: string; state: FlowState; flow: Flow | undefined } {
  const seals = createFlowSeals(context, { project, provider: provider.id });
  const [stateText = '', ...more] = new URLSearchParams(call.search).getAll('state');
  const state = more.length > 0 ? undefined : seals.openState(stateText);
  if (state === undefined) throw endedFlow();
  const cookie = readFlowCookie(call.headers, { project, slot: state.slot, isHttps: call.isHttps });
  return { stateText, state, flow: cookie === undefined ? undefined : seals.openFlow(cookie, state) };
}

async function markUsed(context: ProviderContext, { store }: Project, state: FlowState): Promise<void> {
  const steps = context.identities.spendStateSteps(spentHash(state), state.expiresAtMs, context.clock.now());
  try {
    await context.database.write(store, steps);
  } catch (error) {
    throw isNotApplied(error, 'state') ? endedFlow() : error;
  }
}

async function profileOf(
  context: ProviderContext,
  { search }: Call,
  { project, provider, flow, stateText }: FinishedFlow & { readonly stateText: string },
): Promise<ProviderProfile | SignInError> {
  const refusal = new URLSearchParams(search).get('error');
  if (refusal !== null) return refusal === 'access_denied' ? 'access_denied' : 'provider_error';
  try {
    const client = await context.clients.get(project, provider);
    return await client.profile(flow, { state: stateText, search });
  } catch (error) {
    context.logger.warn(
      { project: project.id, provider: provider.id, reason: reasonOf(error) },
      'A provider did not confirm a sign-in.',
    );
    return 'provider_error';
  }
}

async function completeSignIn(
  context: ProviderContext,
  call: Call,
  arrived: FinishedFlow & { readonly cookies: readonly string[]; readonly profile: ProviderProfile },
): Promise<Answer> {
  const { project, provider, flow, cookies, profile } = arrived;
  const { ip, isHttps, headers, requestId } = call;
  try {
    const signedIn = await signInAs(
      context,
      { project, ip, isHttps, headers, requestId },
      { provider: provider.id, profile },
    );
    if (signedIn.kind === 'refused') return failedSignIn(flow.redirectTo, signedIn.error, cookies);
    if (signedIn.kind === 'session') return redirect(flow.redirectTo, [...cookies, ...signedIn.opened.cookies]);
    const url = new URL(flow.redirectTo);
    // Browsers do not send the fragment to servers.
    url.hash = `mfa_token=${signedIn.mfaToken}`;
    return redirect(url, cookies);
  } catch (error) {
    if (error instanceof ServiceError) return failedSignIn(flow.redirectTo, shownError(error), cookies);
    throw error;
  }
}

/** Other refusals mean that the account changed during the sign-in; the user may start again. */
function shownError({ code }: ServiceError): SignInError {
  return code === 'user_disabled' || code === 'email_not_verified' ? code : 'provider_error';
}

function endedFlow(): ServiceError {
  return new ServiceError('invalid_token', 'This sign-in has expired or was started in another browser. Start again.');
}
