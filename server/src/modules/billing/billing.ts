import type { Project } from '../../callers/index.ts';
import type { StoreName } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type BillingRecord, carryOver, loadBilling, saveBilling } from './balance/carry-over.ts';
import { type Charge, type ChargedCall, chargeFor } from './balance/charge.ts';
import { createBalanceStore } from './balance-store.ts';
import type { BillingContext } from './billing-context.ts';
import { createPriceList, type PricedKind } from './price-list.ts';
import { billingRoutes } from './routes.ts';

export type BillingOptions = Omit<BillingContext, 'balances' | 'prices' | 'skippedChecks' | 'notifiedDays'>;

export interface Billing {
  readonly routes: readonly Route[];
  /** Throws `plan_required` when the project's plan does not include such integrations. */
  requirePlan(project: Project, kind: PricedKind): void;
  carryOver(from: StoreName, to: StoreName): Promise<void>;
  save(store: StoreName): AsyncIterable<BillingRecord>;
  load(store: StoreName, record: BillingRecord): Promise<void>;
  charge(project: Project, call: ChargedCall): Promise<Charge>;
}

export function createBilling(options: BillingOptions): Billing {
  const { database, feed } = options;
  const context: BillingContext = {
    ...options,
    balances: createBalanceStore(database),
    prices: createPriceList(database, feed),
    skippedChecks: new Map(),
    notifiedDays: new Map(),
  };
  return {
    routes: billingRoutes(context),
    requirePlan,
    carryOver: (from, to) => carryOver(context, from, to),
    save: (store) => saveBilling(context, store),
    load: (store, record) => loadBilling(context, store, record),
    charge: (project, call) => chargeFor(context, project, call),
  };
}

/** The free plan includes only payments; email and AI calls need a larger plan. */
function requirePlan({ plan }: Project, kind: PricedKind): void {
  if (kind === 'payments' || plan !== 'free') return;
  throw new ServiceError('plan_required', 'This requires the plan pro or business.');
}
