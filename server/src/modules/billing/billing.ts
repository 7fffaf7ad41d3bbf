import type { Project } from '../../callers/index.ts';
import type { StoreName } from '../../database/database.ts';
import type { Route } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { carryOver } from './balance/carry-over.ts';
import { type Charge, type ChargedCall, chargeFor } from './balance/charge.ts';
import { createBalanceStore } from './balance-store.ts';
import type { BillingContext } from './billing-context.ts';
import { createPriceList, type PricedKind } from './price-list.ts';
import { billingRoutes } from './routes.ts';

export type BillingOptions = Omit<BillingContext, 'balances' | 'prices' | 'leftOutLooks' | 'toldDays'>;

export interface Billing {
  readonly routes: readonly Route[];
  /** Throws `plan_required` where the project's plan has no such integrations. */
  requirePlan(project: Project, kind: PricedKind): void;
  /** Takes the balance to the store that is to be the project's. */
  carryOver(from: StoreName, to: StoreName): Promise<void>;
  /** The price of a call that is about to be made. */
  charge(project: Project, call: ChargedCall): Promise<Charge>;
}

/** Plans of projects, and the balance that calls of integrations are paid from. */
export function createBilling(options: BillingOptions): Billing {
  const { database, feed } = options;
  const context: BillingContext = {
    ...options,
    balances: createBalanceStore(database),
    prices: createPriceList(database, feed),
    leftOutLooks: new Map(),
    toldDays: new Map(),
  };
  return {
    routes: billingRoutes(context),
    requirePlan,
    carryOver: (from, to) => carryOver(context, from, to),
    charge: (project, call) => chargeFor(context, project, call),
  };
}

/** Calls that somebody else's key pays for come with the larger plans; taking payments is for everybody. */
function requirePlan({ plan }: Project, kind: PricedKind): void {
  if (kind === 'payments' || plan !== 'free') return;
  throw new ServiceError('plan_required', 'This needs the plan pro or business.');
}
