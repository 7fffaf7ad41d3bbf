import { callerName } from '../../http/index.ts';
import { rateLimited } from '../../limits/index.ts';
import type { PreparedCall, TemplateCall } from '../functions/index.ts';
import { type Connected, requireConnection } from './connections/test-connection.ts';
import type { IntegrationsContext } from './integrations-context.ts';
import { callProvider } from './providers/call-provider.ts';
import type { IntegrationKind } from './providers/connection.ts';
import type { ProviderCall } from './providers/provider.ts';

export interface Asking {
  readonly kind: IntegrationKind;
  /** In an hour, for each caller who is no function and no key of the project. Absent: any number. */
  readonly perHour?: number;
  /** How many of them this call counts as; one when it is not said. */
  readonly weight?: number;
  /** Minor units that the project spends on calls of the kind in a day (UTC) at most. */
  readonly perDay?: number;
  /** Request to the provider. Gives the data of the answer. */
  ask(connected: Connected, provider: ProviderCall, onText?: (text: string) => void): Promise<unknown>;
}

/**
 * Common part of every template once its payload is known to be right: the plan, the connection, the limits and the
 * price, looked at in this order and before the provider is asked.
 */
export async function prepareCall(
  context: IntegrationsContext,
  call: TemplateCall,
  { kind, perHour, weight = 1, perDay, ask }: Asking,
): Promise<PreparedCall> {
  const { billing, outbound, places } = context;
  const { project, runId, repeatKey } = call;
  billing.requirePlan(project, kind);
  const connected = await requireConnection(context, project, kind);
  if (perHour !== undefined) await requireQuota(context, call, { kind, perHour, weight });
  const charge = await billing.charge(project, { kind, runId, perDay });
  const { title } = connected.provider;
  return {
    charge,
    perform: (onText) =>
      places(`${project.store} ${kind}`, () =>
        callProvider(outbound, { title, repeatKey }, (provider) => ask(connected, provider, onText)),
      ),
  };
}

/** A function and a key of the project are its owner, who pays. */
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
