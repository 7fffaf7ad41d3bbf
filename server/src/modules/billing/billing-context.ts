import { isInstanceOperator, type Operator, type Project } from '../../callers/index.ts';
import type { ChangeFeed } from '../../database/change-feed.ts';
import type { Database, StoreName } from '../../database/database.ts';
import type { Mail } from '../../mail/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Audit, AuditAuthor } from '../audit/index.ts';
import type { BalanceStore } from './balance-store.ts';
import type { PriceList } from './price-list.ts';

export const PLANS = ['free', 'pro', 'business'] as const;
export type Plan = (typeof PLANS)[number];

export interface BillingContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly mail: Mail;
  readonly balances: BalanceStore;
  readonly prices: PriceList;
  /** By project: how many more calls need no look at how low the balance is. */
  readonly leftOutLooks: Map<StoreName, number>;
  /** By project: the last day of which the owners were told that it is nearly spent. */
  readonly toldDays: Map<StoreName, string>;
  /** Whether owners choose the plan; else only who runs the installation does. */
  readonly ownersChangePlans: boolean;
  /** What AI calls of a project may cost in a day. */
  readonly aiPerDay: (project: Project) => number;
  readonly setPlan: (project: Project, author: AuditAuthor, plan: Plan) => Promise<void>;
  readonly ownerEmails: (project: { readonly store: StoreName }) => Promise<readonly string[]>;
  readonly onError: (error: unknown) => void;
}

/** Money is not made by who owns a project, but by who runs the service. */
export function requireInstanceOperator(operator: Operator): void {
  if (isInstanceOperator(operator)) return;
  throw new ServiceError('forbidden', 'Only an operator of this instance may do this.');
}
