import { ServiceError } from '../../../platform/errors.ts';
import type { Template, TemplateCall } from '../../functions/index.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { withStripe } from '../stripe/stripe-client.ts';
import { requireBuyable } from './product-policy.ts';
import { readPaymentRequest } from './read-payment-request.ts';
import { type Buyer, startPayment } from './start-payment.ts';

/**
 * `process_payment {mode, price_id | amount+currency+name, quantity?, success_url, cancel_url, metadata?}` → `{url, id}`,
 * for an intent `{client_secret, id}`
 */
export function createProcessPayment(context: PaymentsContext): Template {
  return {
    name: 'process_payment',
    description: 'Begins a payment of the signed-in user with the payment provider of this project.',
    isConnected: ({ store }) => context.integrations().isConnected(store, 'payments'),
    async prepare(call) {
      const buyer = requireBuyer(call);
      const { project, isNested, repeatKey, payload } = call;
      const request = readPaymentRequest(payload);
      requireBuyable(request.bought, context.settings(project).payments, isNested);
      const start = { projectId: project.id, buyer, repeatKey };
      return await context.integrations().prepare(call, {
        kind: 'payments',
        ask: ({ connection }, provider) =>
          withStripe(connection, provider, (stripe) => startPayment(stripe, request, start)),
      });
    },
  };
}

/** Somebody must have bought it: a key alone is nobody. */
function requireBuyer({ caller }: TemplateCall): Buyer {
  if (caller.kind !== 'user') throw new ServiceError('not_authenticated', 'Sign in to pay.');
  return { userId: caller.user.id, email: caller.user.email || null };
}
