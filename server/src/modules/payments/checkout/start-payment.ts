import type { Stripe } from 'stripe';
import { validationFailed } from '../../../platform/errors.ts';
import { PROJECT_KEY } from '../events/project-mark.ts';
import { getPrice } from '../stripe/prices.ts';
import { callersMistake } from '../stripe/stripe-refusal.ts';
import type { Buyer } from './customer.ts';
import type { Item } from './item.ts';
import type { PaymentRequest } from './read-payment-request.ts';

export interface StartedPayment {
  readonly id: string;
  readonly url?: string;
  /** The secret for the provider's elements in the app's own page. */
  readonly client_secret?: string;
}

export interface Start {
  readonly projectId: string;
  readonly buyer: Buyer;
  readonly customerId: string | undefined;
  readonly productId: string | undefined;
  readonly repeatKey: string;
}

/** Starts a payment at the provider. Its metadata names the buyer, and events return it. */
export async function startPayment(stripe: Stripe, request: PaymentRequest, start: Start): Promise<StartedPayment> {
  const starting = { ...start, metadata: metadataOf(request, start) };
  try {
    return request.mode === 'intent'
      ? await createIntent(stripe, request, starting)
      : await createSession(stripe, request, starting);
  } catch (error) {
    throw callersMistake(error);
  }
}

interface Starting extends Start {
  readonly metadata: Record<string, string>;
}

async function createSession(stripe: Stripe, request: PaymentRequest, starting: Starting): Promise<StartedPayment> {
  const { items, successUrl = '', cancelUrl = '', options } = request;
  const { buyer, customerId, repeatKey, metadata } = starting;
  const isSubscription = request.mode === 'subscription';
  const trial = options.trialDays === undefined ? {} : { trial_period_days: options.trialDays };
  const hasTax = options.hasAutomaticTax || options.collectsTaxIds;
  const session = await stripe.checkout.sessions.create(
    {
      mode: isSubscription ? 'subscription' : 'payment',
      line_items: items.map(lineItem),
      success_url: successUrl,
      cancel_url: cancelUrl,
      client_reference_id: buyer.userId,
      ...(customerId === undefined
        ? buyer.email !== null && { customer_email: buyer.email }
        : { customer: customerId, ...(hasTax && { customer_update: { address: 'auto', name: 'auto' } }) }),
      ...(options.hasAutomaticTax && { automatic_tax: { enabled: true } }),
      ...(options.collectsTaxIds && { tax_id_collection: { enabled: true } }),
      ...(options.allowsPromotionCodes && { allow_promotion_codes: true }),
      ...(options.billingAddress !== undefined && { billing_address_collection: options.billingAddress }),
      metadata,
      // The subscription or intent of the session carries the same metadata, because any of their events may come first.
      ...(isSubscription ? { subscription_data: { ...trial, metadata } } : { payment_intent_data: { metadata } }),
    },
    { idempotencyKey: repeatKey },
  );
  if (typeof session.id !== 'string' || typeof session.url !== 'string') throw new Error('The answer has no address.');
  return { url: session.url, id: session.id };
}

function lineItem(item: Item): Stripe.Checkout.SessionCreateParams.LineItem {
  const { quantity } = item;
  if ('priceId' in item) return { price: item.priceId, quantity };
  const { currency, amount, name } = item;
  return { price_data: { currency, unit_amount: amount, product_data: { name } }, quantity };
}

async function createIntent(stripe: Stripe, { items }: PaymentRequest, starting: Starting): Promise<StartedPayment> {
  const { customerId, repeatKey, metadata } = starting;
  const { amount, currency, name } = await priceOf(stripe, items[0]);
  const intent = await stripe.paymentIntents.create(
    {
      amount,
      currency,
      ...(customerId !== undefined && { customer: customerId }),
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

/** Reads the amount of a price from the provider and never from the caller. */
async function priceOf(stripe: Stripe, item: Item) {
  if (!('priceId' in item)) return { ...item, amount: item.amount * item.quantity };
  const price = await getPrice(stripe, item.priceId);
  if (typeof price.unit_amount !== 'number' || price.recurring != null || price.active === false)
    throw validationFailed({ price_id: 'has no fixed amount that can be paid once' });
  return { amount: price.unit_amount * item.quantity, currency: price.currency, name: '' };
}

/** The user is always the signed-in one, whatever metadata the caller sends. */
function metadataOf({ metadata, items: [item] }: PaymentRequest, { projectId, buyer, productId }: Start) {
  return {
    ...metadata,
    user_id: buyer.userId,
    [PROJECT_KEY]: projectId,
    service_quantity: String(item.quantity),
    ...(productId !== undefined && { service_product_id: productId }),
    ...('priceId' in item ? { service_price_id: item.priceId } : item.name !== '' && { service_name: item.name }),
  };
}
