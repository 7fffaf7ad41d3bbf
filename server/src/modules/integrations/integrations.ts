import type { ArchiveSection } from '../../archive/sections/index.ts';
import type { Project } from '../../callers/index.ts';
import type { StoreName } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { PreparedCall, Template, TemplateCall } from '../functions/index.ts';
import { createAiCall } from './ai/ai-call.ts';
import { aiProviders } from './ai/ai-providers.ts';
import { createIntegrationSection } from './connections/integration-section.ts';
import { createConnectionsStore } from './connections-store.ts';
import { createCurrentConnections } from './current-connections.ts';
import { emailProviders } from './email/email-providers.ts';
import { createSendEmail } from './email/send-email.ts';
import type { IntegrationsContext } from './integrations-context.ts';
import { type CallRequest, prepareCall } from './prepare-call.ts';
import { callProvider } from './providers/call-provider.ts';
import type { Connection, IntegrationKind } from './providers/connection.ts';
import type { Provider, ProviderCall } from './providers/provider.ts';
import { createProviderLimit } from './providers/provider-limit.ts';
import { integrationRoutes } from './routes.ts';

export interface IntegrationsOptions
  extends Omit<IntegrationsContext, 'connections' | 'current' | 'providerLimit' | 'providers'> {
  readonly masterKey: Uint8Array;
  readonly paymentProviders: readonly Provider[];
}

export interface Integrations {
  readonly routes: readonly Route[];
  readonly templates: readonly Template[];
  isConnected(store: StoreName, kind: IntegrationKind): Promise<boolean>;
  findConnection(store: StoreName, kind: IntegrationKind): Promise<Connection | undefined>;
  prepare(call: TemplateCall, asking: CallRequest): Promise<PreparedCall>;
  /** Calls a connected provider outside of a template call. `timeoutMs` replaces the default timeout. */
  ask<Value>(
    project: Project,
    connection: Connection,
    work: (call: ProviderCall) => Promise<Value>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Value>;
  readonly section: ArchiveSection;
  credentials(store: StoreName): Promise<readonly string[]>;
  forget(store: StoreName): void;
}

export function createIntegrations({ masterKey, paymentProviders, ...options }: IntegrationsOptions): Integrations {
  const connections = createConnectionsStore(options.database, masterKey);
  const context: IntegrationsContext = {
    ...options,
    connections,
    current: createCurrentConnections(connections, options.feed),
    providerLimit: createProviderLimit(),
    providers: { email: emailProviders, payments: paymentProviders, ai: aiProviders },
  };
  const { current, providerLimit, outbound } = context;
  return {
    routes: integrationRoutes(context),
    templates: [createSendEmail(context), createAiCall(context)],
    isConnected: (store, kind) => connections.has(store, kind),
    findConnection: (store, kind) => current.find(store, kind),
    prepare: (call, asking) => prepareCall(context, call, asking),
    ask: ({ store }, { kind, provider }, work, options) =>
      providerLimit(`${store} ${kind}`, () =>
        callProvider({ ...outbound, ...options }, { title: provider, repeatKey: '' }, work),
      ),
    section: createIntegrationSection(context),
    async credentials(store) {
      const all = await connections.all(store);
      return all.flatMap(({ credentials }) => Object.values(credentials));
    },
    forget: current.forget,
  };
}
