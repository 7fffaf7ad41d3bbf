import { callerName } from '../../http/index.ts';
import { rateLimited } from '../../limits/index.ts';
import type { PreparedCall, TemplateCall } from '../functions/index.ts';
import { type OpenConnection, requireConnection } from './connections/test-connection.ts';
import type { IntegrationsContext } from './integrations-context.ts';
import { callProvider } from './providers/call-provider.ts';
import type { IntegrationKind } from './providers/connection.ts';
import type { ProviderCall } from './providers/provider.ts';

export interface CallRequest {
  readonly kind: IntegrationKind;
  /** Calls per hour for each caller other than functions and keys of the project. Absent: no limit. */
  readonly perHour?: number;
  /** How many calls this one counts as; 1 by default. */
  readonly weight?: number;
  /** Daily limit (UTC) on the cost of the project's calls of this kind, in minor units. */
  readonly perDay?: number;
  ask(connected: OpenConnection, provider: ProviderCall, onText?: (text: string) => void): Promise<unknown>;
}

/** Checks the plan, the connection, the limits and the price, in this order, before it calls the provider. */
export async function prepareCall(
  context: IntegrationsContext,
  call: TemplateCall,
  { kind, perHour, weight = 1, perDay, ask }: CallRequest,
): Promise<PreparedCall> {
  const { billing, outbound, providerLimit } = context;
  const { project, runId, repeatKey } = call;
  billing.requirePlan(project, kind);
  const connected = await requireConnection(context, project, kind);
  if (perHour !== undefined) await requireQuota(context, call, { kind, perHour, weight });
  const charge = await billing.charge(project, { kind, runId, perDay });
  const { title } = connected.provider;
  return {
    charge,
    perform: (onText) =>
      providerLimit(`${project.store} ${kind}`, () =>
        callProvider(outbound, { title, repeatKey }, (provider) => ask(connected, provider, onText)),
      ),
  };
}

/** Functions and keys act for the owner, who pays, so they have no limit per hour. */
async function requireQuota(
  { limits }: IntegrationsContext,
  { project, caller, isNested, network }: TemplateCall,
  { kind, perHour, weight }: { kind: IntegrationKind; perHour: number; weight: number },
): Promise<void> {
  if (isNested || caller.kind === 'secret') return;
  const name = caller.kind === 'user' ? callerName(caller) : network;
  const quota = await limits.take({ store: project.store, kind, caller: name }, perHour, weight);
  if (!quota.isGranted) throw rateLimited(quota);
}
