import { isInstanceOperator, type Operator, type Project } from '../../callers/index.ts';
import type { ChangeFeed, Database, StoreName } from '../../database/index.ts';
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
  /** Per project: how many more calls may skip the check for a low balance. */
  readonly skippedChecks: Map<StoreName, number>;
  readonly notifiedDays: Map<StoreName, string>;
  /** Currency of prices and balances, in lower case. */
  readonly currency: string;
  readonly ownersChangePlans: boolean;
  readonly aiPerDay: (project: Project) => number;
  readonly setPlan: (project: Project, author: AuditAuthor, plan: Plan) => Promise<void>;
  readonly ownerEmails: (project: { readonly store: StoreName }) => Promise<readonly string[]>;
  readonly onError: (error: unknown) => void;
}

/** Only operators of the installation create money; owners of a project may not. */
export function requireInstanceOperator(operator: Operator): void {
  if (isInstanceOperator(operator)) return;
  throw new ServiceError('forbidden', 'Only an operator of this instance may do this.');
}
