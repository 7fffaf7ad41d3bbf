import type { Operator, User } from '../../callers/index.ts';
import type { Database, PlainStep } from '../../database/database.ts';
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
  /** The engine of accounts, with the console in the place of a project. */
  readonly accounts: AuthContext;
  readonly accountsStore: AccountsStore;
  readonly tokensStore: TokensStore;
  readonly tokenUses: LastUses;
  readonly tokenKeys: TokenKeys;
  readonly instance: InstanceFacts;
  /** By which user of the console an operator who has a session is signed in. */
  readonly usersOf: WeakMap<Operator, User>;
  /** Makes the first owner an owner of the projects that were there before. */
  readonly adoptProjects: (accountId: string) => readonly PlainStep[];
}

/** Secret keys of projects that were made with personal tokens. Handed in, because operators know no projects. */
export interface TokenKeys {
  /** Ends the keys of these tokens. */
  endSteps(tokenIds: readonly string[]): Promise<readonly PlainStep[]>;
  /** Ends the keys that a deleted account made. */
  endOfAccountSteps(accountId: string): Promise<readonly PlainStep[]>;
  /** Makes every process judge the keys that an account made anew: it was disabled or enabled. */
  reloadSteps(accountId: string): Promise<readonly PlainStep[]>;
}
