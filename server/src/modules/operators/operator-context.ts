import type { Database, PlainStep } from '../../database/database.ts';
import type { Call } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LastUses } from '../../platform/last-uses.ts';
import type { Passwords } from '../../platform/passwords/index.ts';
import type { Audit, AuditAuthor } from '../audit/index.ts';
import type { AccountsStore } from './accounts-store.ts';
import type { Attempts } from './attempts.ts';
import type { Sessions } from './sessions.ts';
import type { SessionsStore } from './sessions-store.ts';
import type { TokensStore } from './tokens-store.ts';

/** What the actions of this module work with. */
export interface OperatorContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly accountsStore: AccountsStore;
  readonly sessionsStore: SessionsStore;
  readonly tokensStore: TokensStore;
  readonly tokenUses: LastUses;
  /** Makes the first owner an owner of the projects that were there before. */
  readonly adoptProjects: (accountId: string) => readonly PlainStep[];
}

/** The author of a change that is made while its account signs in. */
export function authorOf(account: { readonly id: string; readonly email: string }, call: Call): AuditAuthor {
  return {
    operator: { kind: 'account', accountId: account.id, email: account.email },
    ip: call.ip,
    requestId: call.requestId,
  };
}
