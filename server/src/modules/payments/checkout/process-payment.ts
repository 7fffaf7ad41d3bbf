import type { Stripe } from 'stripe';
import { ServiceError } from '../../../platform/errors.ts';
import type { Template, TemplateCall } from '../../functions/index.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { withStripe } from '../stripe/stripe-client.ts';
import { type Buyer, withCustomer } from './customer.ts';
import { keepOnePage } from './keep-one-page.ts';
import { requireAmountAllowed, requireListed, withoutKeptKeys } from './product-policy.ts';
import { type PaymentRequest, readPaymentRequest } from './read-payment-request.ts';
import { refuseSecondSubscription } from './refuse-second-subscription.ts';
import { type StartedPayment, startPayment } from './start-payment.ts';

/** `process_payment {mode, price_id | amount+currency+name, success_url, …}` → `{url | client_secret, id}` */
export function createProcessPayment(context: PaymentsContext): Template {
  return {
    name: 'process_payment',
    description: 'Starts a payment of the signed-in user with the project’s payment provider.',
    isConnected: ({ store }) => context.integrations().isConnected(store, 'payments'),
    async prepare(call) {
      const buyer = requireBuyer(call);
      const request = readRequest(context, call);
      return await context.integrations().prepare(call, {
        kind: 'payments',
        ask: ({ connection }, provider) =>
          withStripe(connection, provider, (stripe) => begin(context, call, { stripe, buyer, request })),
      });
    },
  };
}

/** A payment needs a signed-in user; a key alone identifies no buyer. */
export function requireBuyer({ caller }: Pick<TemplateCall, 'caller'>): Buyer {
  if (caller.kind !== 'user') throw new ServiceError('not_authenticated', 'Sign in to pay.');
  return { userId: caller.user.id, email: caller.user.verifiedEmail };
}

/** Functions of the project act for its owner and may request any payment; a buyer may only choose what is for sale. */
function readRequest(context: PaymentsContext, { project, isNested, payload }: TemplateCall): PaymentRequest {
  if (isNested) return readPaymentRequest(payload, true);
  const settings = context.settings(project).payments;
  requireAmountAllowed(payload, settings);
  const request = readPaymentRequest(payload, false);
  requireListed(request, settings);
  return { ...request, metadata: withoutKeptKeys(request.metadata) };
}

interface CheckoutStart {
  readonly stripe: Stripe;
  readonly buyer: Buyer;
  readonly request: PaymentRequest;
}

async function begin(context: PaymentsContext, call: TemplateCall, beginning: CheckoutStart): Promise<StartedPayment> {
  const { project } = call;
  const { stripe, buyer, request } = beginning;
  const [item] = request.items;
  const isSingle = request.mode === 'subscription' && !context.settings(project).payments.several_subscriptions;
  if (!isSingle || !('priceId' in item)) return (await open(context, call, beginning)).started;
  const { priceId } = item;
  const findProduct = () => context.prices.findProduct(stripe, project.store, priceId);
  // One at a time, so that of several pages the one that was opened last stays open.
  return await context.inTurn(`subscribe ${project.store} ${buyer.userId}`, async () => {
    await refuseSecondSubscription(context, project, { userId: buyer.userId, priceId, findProduct });
    const { started, customerId } = await open(context, call, beginning);
    if (customerId !== undefined) {
      const page = { sessionId: started.id, projectId: project.id, customerId };
      await keepOnePage(stripe, { ...page, priceId, productId: await findProduct() });
    }
    return started;
  });
}

async function open(
  context: PaymentsContext,
  { project, repeatKey }: TemplateCall,
  { stripe, buyer, request }: CheckoutStart,
): Promise<{ readonly started: StartedPayment; readonly customerId: string | undefined }> {
  const [item] = request.items;
  const productId =
    'priceId' in item ? await context.prices.findProduct(stripe, project.store, item.priceId) : undefined;
  return await withCustomer(context, { stripe, project, buyer }, async (customerId) => ({
    started: await startPayment(stripe, request, { projectId: project.id, buyer, customerId, productId, repeatKey }),
    customerId,
  }));
}
