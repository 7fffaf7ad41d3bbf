import type { AuthContext } from '../auth-context.ts';
import type { FactorsStore } from '../factors/index.ts';
import type { ProviderClients } from './clients.ts';
import type { IdentitiesStore } from './identities-store.ts';

export interface ProviderContext extends AuthContext {
  readonly identities: IdentitiesStore;
  readonly factors: FactorsStore;
  readonly clients: ProviderClients;
}
