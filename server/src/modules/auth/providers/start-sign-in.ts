import type { Project } from '../../../callers/index.ts';
import type { Answer, Call, ProjectCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { requireRedirect } from '../redirect-target.ts';
import { createFlowSeals } from './flow.ts';
import { chooseSlot, flowCookie } from './flow-cookie.ts';
import { findProvider } from './provider.ts';
import { reasonOf } from './provider-client.ts';
import type { ProviderContext } from './provider-context.ts';
import { failedSignIn, redirect } from './redirects.ts';

export async function startSignIn(
  context: ProviderContext,
  call: ProjectCall<{ readonly redirect_to?: string }>,
): Promise<Answer> {
  const { project } = call;
  const provider = findProvider(context, project, call.params['provider'] ?? '');
  if (provider === undefined) throw new ServiceError('not_found', 'This project has no such way to sign in.');
  const redirectTo = requireRedirect(context, project, call.query.redirect_to) ?? context.addresses.appUrl(project.id);
  const callbackUrl = `${baseUrl(context, call, project)}/auth/oauth/${provider.id}/callback`;
  const seals = createFlowSeals(context, { project, provider: provider.id });
  const place = { project, isHttps: call.isHttps };
  const slot = chooseSlot(call.headers, place);
  const { flow, state, cookieValue } = seals.begin({ callbackUrl, redirectTo, slot });
  try {
    const client = await context.clients.get(project, provider);
    const url = await client.authorizationUrl(flow, state);
    const cookie = flowCookie({ ...place, slot: flow.slot }, cookieValue);
    return redirect(url, [cookie]);
  } catch (error) {
    context.logger.warn(
      { project: project.id, provider: provider.id, reason: reasonOf(error) },
      'A provider could not be reached.',
    );
    return failedSignIn(redirectTo, 'provider_unavailable', []);
  }
}

/**
 * An app that proxies the service on its own origin gets the callback there, because cookies belong to that host. Only
 * origins that the owner listed qualify: an attacker can send any Host header, and the code would go there.
 */
function baseUrl({ addresses }: ProviderContext, { headers, isHttps }: Call, project: Project): string {
  const origin = `${isHttps ? 'https' : 'http'}://${headers.host ?? ''}`;
  const isOwn = project.allowedOrigins.includes(origin) || origin === new URL(addresses.appUrl(project.id)).origin;
  return isOwn ? `${origin}/api/baas/${project.id}` : addresses.projectUrl(project.id);
}
