import type { Operator, User } from '../../callers/index.ts';
import type { Database, PlainStep } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LastUses } from '../../platform/last-uses.ts';
import type { Audit } from '../audit/index.ts';
import type { AuthContext } from '../auth/index.ts';
import type { AccountsStore } from './accounts-store.ts';
import type { InstanceFacts } from './describe-instance.ts';
import type { TokensStore } from './tokens-store.ts';

export interface OperatorsContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly accounts: AuthContext;
  readonly accountsStore: AccountsStore;
  readonly tokensStore: TokensStore;
  readonly tokenUses: LastUses;
  readonly tokenKeys: TokenKeys;
  readonly instance: InstanceFacts;
  readonly usersOf: WeakMap<Operator, User>;
  readonly adoptProjects: (accountId: string) => readonly PlainStep[];
}

/** Secret keys of projects that were created with personal tokens. Injected, because this module does not depend on projects. */
export interface TokenKeys {
  endSteps(tokenIds: readonly string[]): Promise<readonly PlainStep[]>;
  endOfAccountSteps(accountId: string): Promise<readonly PlainStep[]>;
  /** Makes every process reload the keys that an account created, after it was disabled or enabled. */
  reloadSteps(accountId: string): Promise<readonly PlainStep[]>;
}
