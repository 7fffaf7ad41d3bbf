import type { Project } from '../../callers/index.ts';
import type { ChangeFeed, Database } from '../../database/index.ts';
import type { MemberCall } from '../../http/index.ts';
import type { PaidCallLimits } from '../../limits/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Audit } from '../audit/index.ts';
import type { Billing } from '../billing/index.ts';
import type { Settings } from '../projects/index.ts';
import type { Storage } from '../storage/index.ts';
import type { ConnectionsStore } from './connections-store.ts';
import type { CurrentConnections } from './current-connections.ts';
import type { ProviderRoutes } from './providers/call-provider.ts';
import type { IntegrationKind } from './providers/connection.ts';
import type { Provider } from './providers/provider.ts';
import type { ProviderLimit } from './providers/provider-limit.ts';

export interface IntegrationsContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly billing: Pick<Billing, 'requirePlan' | 'charge'>;
  readonly storage: Pick<Storage, 'get' | 'read'>;
  readonly connections: ConnectionsStore;
  readonly current: CurrentConnections;
  readonly providers: Readonly<Record<IntegrationKind, readonly Provider[]>>;
  readonly outbound: ProviderRoutes;
  readonly providerLimit: ProviderLimit;
  readonly limits: PaidCallLimits;
  readonly settings: (project: Project) => Settings;
  /** Whether the outbound guard would refuse the URL's literal address. */
  readonly isClosed: (url: URL) => boolean;
  /** Creates what a kind needs in a project before it is connected. */
  readonly prepare: Partial<Readonly<Record<IntegrationKind, (call: MemberCall) => Promise<void>>>>;
}
