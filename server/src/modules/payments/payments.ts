import type { ArchiveSection } from '../../archiving/index.ts';
import type { MemberCall, Route } from '../../http/index.ts';
import { createInTurn } from '../../platform/in-turn.ts';
import type { Template } from '../functions/index.ts';
import type { Provider } from '../integrations/index.ts';
import { createProcessPayment } from './checkout/process-payment.ts';
import { createPaymentSection } from './events/payment-section.ts';
import { createObjectsStore } from './objects-store.ts';
import type { PaymentsContext } from './payments-context.ts';
import { ensurePaymentsTable } from './payments-table.ts';
import { createReconciliation } from './reconcile/reconcile.ts';
import { paymentRoutes } from './routes.ts';
import { stripeProvider } from './stripe/stripe-provider.ts';

export type PaymentsOptions = Omit<PaymentsContext, 'objects' | 'inTurn'>;

export interface Payments {
  readonly routes: readonly Route[];
  readonly providers: readonly Provider[];
  /** `process_payment`. */
  readonly templates: readonly Template[];
  /** Payments in archives. */
  readonly section: ArchiveSection;
  /** Payments table and reconciliation, needed before payments are connected. */
  prepare(call: MemberCall): Promise<void>;
}

/** Payments that users of a project make with its payment provider, and what became of them. */
export function createPayments(options: PaymentsOptions): Payments {
  const context: PaymentsContext = {
    ...options,
    objects: createObjectsStore(options.database),
    inTurn: createInTurn(),
  };
  const reconciliation = createReconciliation(context);
  return {
    routes: paymentRoutes(context),
    providers: [stripeProvider],
    templates: [createProcessPayment(context)],
    section: createPaymentSection(context),
    async prepare(call) {
      await ensurePaymentsTable(context, call.project, call);
      await reconciliation.ensure(call.project);
    },
  };
}
