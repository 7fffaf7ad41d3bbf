import type { ArchiveSection } from '../../archive/sections/index.ts';
import type { MemberCall, Route } from '../../http/index.ts';
import { createInTurn } from '../../platform/in-turn.ts';
import type { Template } from '../functions/index.ts';
import type { Provider } from '../integrations/index.ts';
import { createProcessPayment } from './checkout/process-payment.ts';
import { createCustomersStore } from './customers-store.ts';
import { createPaymentSection } from './events/payment-section.ts';
import { createBillingPortal } from './manage/billing-portal.ts';
import { createCancelSubscription } from './manage/cancel-subscription.ts';
import { createRefundPayment } from './manage/refund-payment.ts';
import { createObjectsStore } from './objects-store.ts';
import type { PaymentsContext } from './payments-context.ts';
import { ensureProviderTables } from './provider-tables.ts';
import { createReconciliation } from './reconcile/reconciliation.ts';
import { paymentRoutes } from './routes.ts';
import { createPrices } from './stripe/prices.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';

export type PaymentsOptions = Omit<PaymentsContext, 'objects' | 'customers' | 'prices' | 'inTurn' | 'countUntied'>;

export interface Payments {
  readonly routes: readonly Route[];
  readonly providers: readonly Provider[];
  readonly templates: readonly Template[];
  readonly section: ArchiveSection;
  /** Creates the tables and starts reconciliation. Call before payments are connected. */
  prepare(call: MemberCall): Promise<void>;
  /** Number of refunds and disputes since the start that matched no payment of their project. */
  untiedCount(): number;
}

export function createPayments(options: PaymentsOptions): Payments {
  let untied = 0;
  const context: PaymentsContext = {
    ...options,
    objects: createObjectsStore(options.database),
    customers: createCustomersStore(options.database),
    prices: createPrices(),
    inTurn: createInTurn(),
    countUntied: () => {
      untied += 1;
    },
  };
  const reconciliation = createReconciliation(context);
  return {
    routes: paymentRoutes(context),
    providers: [createStripeProvider(context)],
    templates: [
      createProcessPayment(context),
      createBillingPortal(context),
      createCancelSubscription(context),
      createRefundPayment(context),
    ],
    section: createPaymentSection(context),
    async prepare(call) {
      await ensureProviderTables(context, call.project, call);
      await reconciliation.ensure(call.project);
    },
    untiedCount: () => untied,
  };
}
