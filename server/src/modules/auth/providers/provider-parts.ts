import type { AuthParts } from '../auth-parts.ts';
import type { FactorsStore } from '../factors/index.ts';
import type { ProviderClients } from './clients.ts';
import type { IdentitiesStore } from './identities-store.ts';

export interface ProviderParts extends AuthParts {
  readonly identities: IdentitiesStore;
  readonly factors: FactorsStore;
  readonly clients: ProviderClients;
}
