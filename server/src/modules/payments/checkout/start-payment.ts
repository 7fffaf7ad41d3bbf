import type { Stripe } from 'stripe';
import { ServiceError } from '../../../platform/errors.ts';
import type { PaymentRequest } from './read-payment-request.ts';

export interface Buyer {
  readonly userId: string;
  readonly email: string | null;
}

export interface StartedPayment {
  /** Of the checkout session or the payment intent. */
  readonly id: string;
  /** Where the buyer pays. */
  readonly url?: string;
  /** The secret that the provider's elements in a page need. */
  readonly client_secret?: string;
}

interface Start {
  readonly projectId: string;
  readonly buyer: Buyer;
  readonly repeatKey: string;
}

/** Begins a payment at the provider, whose metadata says who pays: events bring it back. */
export async function startPayment(stripe: Stripe, request: PaymentRequest, start: Start): Promise<StartedPayment> {
  const metadata = metadataOf(request, start);
  return request.mode === 'intent'
    ? await createIntent(stripe, request, { ...start, metadata })
    : await createSession(stripe, request, { ...start, metadata });
}

interface Starting extends Start {
  readonly metadata: Record<string, string>;
}

async function createSession(stripe: Stripe, request: PaymentRequest, { buyer, repeatKey, metadata }: Starting) {
  const { mode, bought, quantity, successUrl = '', cancelUrl = '' } = request;
  const isSubscription = mode === 'subscription';
  const item =
    'priceId' in bought
      ? { price: bought.priceId, quantity }
      : {
          price_data: {
            currency: bought.currency,
            unit_amount: bought.amount,
            product_data: { name: bought.name },
          },
          quantity,
        };
  const session = await stripe.checkout.sessions.create(
    {
      mode: isSubscription ? 'subscription' : 'payment',
      line_items: [item],
      success_url: successUrl,
      cancel_url: cancelUrl,
      client_reference_id: buyer.userId,
      ...(buyer.email !== null && { customer_email: buyer.email }),
      metadata,
      // The session's subscription or intent carries the same, whichever event is the first.
      ...(isSubscription ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    },
    { idempotencyKey: repeatKey },
  );
  if (typeof session.id !== 'string' || typeof session.url !== 'string') throw new Error('The answer has no address.');
  return { url: session.url, id: session.id };
}

async function createIntent(stripe: Stripe, request: PaymentRequest, { repeatKey, metadata }: Starting) {
  const { amount, currency, name } = await priceOf(stripe, request);
  const intent = await stripe.paymentIntents.create(
    {
      amount,
      currency,
      ...(name !== '' && { description: name }),
      automatic_payment_methods: { enabled: true },
      metadata,
    },
    { idempotencyKey: repeatKey },
  );
  if (typeof intent.id !== 'string' || typeof intent.client_secret !== 'string')
    throw new Error('The answer has no client secret.');
  return { client_secret: intent.client_secret, id: intent.id };
}

/** The cost of a price is asked of the provider, never of the caller. */
async function priceOf(stripe: Stripe, { bought, quantity }: PaymentRequest) {
  if (!('priceId' in bought)) return { ...bought, amount: bought.amount * quantity };
  const price = await stripe.prices.retrieve(bought.priceId);
  if (typeof price.unit_amount !== 'number' || price.recurring != null || price.active === false)
    throw new ServiceError('upstream_error', 'Stripe has no single amount for this price.');
  return { amount: price.unit_amount * quantity, currency: price.currency, name: '' };
}

/** The user is who is signed in, whatever the caller says. */
function metadataOf({ metadata, bought, quantity }: PaymentRequest, { projectId, buyer }: Start) {
  return {
    ...metadata,
    user_id: buyer.userId,
    service_project_id: projectId,
    service_quantity: String(quantity),
    ...('priceId' in bought
      ? { service_price_id: bought.priceId }
      : bought.name !== '' && { service_name: bought.name }),
  };
}
