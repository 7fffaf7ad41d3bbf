import type { Template } from '../../functions/index.ts';
import { readPayload } from '../../integrations/index.ts';
import { withCustomer } from '../checkout/customer.ts';
import { requireBuyer } from '../checkout/process-payment.ts';
import { readUrl } from '../checkout/read-url.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { withStripe } from '../stripe/stripe-client.ts';
import { callersMistake } from '../stripe/stripe-refusal.ts';

/** `billing_portal {return_url}` → `{url}`: the provider's page on which a user changes cards and ends subscriptions. */
export function createBillingPortal(context: PaymentsContext): Template {
  return {
    name: 'billing_portal',
    description:
      "Opens the payment provider's page where the signed-in user manages cards, invoices and subscriptions.",
    isConnected: ({ store }) => context.integrations().isConnected(store, 'payments'),
    async prepare(call) {
      const buyer = requireBuyer(call);
      const { project, repeatKey, payload } = call;
      const returnUrl = readPayload(payload, ['return_url'], (fields, problems) =>
        readUrl('return_url', fields['return_url'], { isRequired: true, problems }),
      );
      return await context.integrations().prepare(call, {
        kind: 'payments',
        ask: ({ connection }, provider) =>
          withStripe(connection, provider, (stripe) =>
            withCustomer(context, { stripe, project, buyer }, async (customer = '') => {
              const session = await stripe.billingPortal.sessions
                .create(
                  { customer, ...(returnUrl !== undefined && { return_url: returnUrl }) },
                  { idempotencyKey: repeatKey },
                )
                .catch((error: unknown) => Promise.reject(callersMistake(error)));
              return { url: session.url };
            }),
          ),
      });
    },
  };
}
