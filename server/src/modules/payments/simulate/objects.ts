export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly livemode: boolean;
  readonly data: { readonly object: object };
}

export interface StoryOptions {
  /** Part of the ids of all objects, so that stories with different names share no object. */
  readonly name: string;
  readonly userId: string | null;
  readonly projectId: string | null;
  readonly at: number;
}

export const DAY_S = 86_400;
export const CUSTOMER_EMAIL = 'buyer@example.com';

export function createPurchase({ name, userId, projectId }: StoryOptions) {
  const mark = markOf({ userId, projectId });
  const product = { service_price_id: 'price_test', service_product_id: 'prod_test', service_quantity: '1' };
  const money = { currency: 'eur', livemode: false, customer: `cus_${name}` };
  return {
    session: (more: object) => ({
      id: `cs_${name}`,
      object: 'checkout.session',
      mode: 'payment',
      status: 'complete',
      client_reference_id: userId,
      customer_details: { email: CUSTOMER_EMAIL },
      payment_intent: `pi_${name}`,
      metadata: { ...mark, ...product },
      ...money,
      ...more,
    }),
    intent: (more: object) => ({
      id: `pi_${name}`,
      object: 'payment_intent',
      amount: 1500,
      amount_received: 0,
      description: 'A test product',
      metadata: { ...mark, ...product },
      ...money,
      ...more,
    }),
    charge: (n: number, more: object) => ({
      id: `ch_${name}_${n}`,
      object: 'charge',
      amount: 1500,
      amount_captured: 0,
      amount_refunded: 0,
      captured: true,
      payment_intent: `pi_${name}`,
      billing_details: { email: CUSTOMER_EMAIL },
      metadata: { ...mark, ...product },
      ...money,
      ...more,
    }),
    refund: (n: number, more: object) => ({
      id: `re_${name}_${n}`,
      object: 'refund',
      currency: 'eur',
      status: 'succeeded',
      charge: `ch_${name}_1`,
      payment_intent: `pi_${name}`,
      ...more,
    }),
    dispute: (more: object) => ({
      id: `dp_${name}`,
      object: 'dispute',
      amount: 1500,
      currency: 'eur',
      livemode: false,
      charge: `ch_${name}_1`,
      payment_intent: `pi_${name}`,
      ...more,
    }),
  };
}

export function createSubscription({ name, userId, projectId }: StoryOptions) {
  const mark = markOf({ userId, projectId });
  const money = { currency: 'eur', livemode: false, customer: `cus_${name}` };
  return {
    subscription: (more: object) => ({
      id: `sub_${name}`,
      object: 'subscription',
      cancel_at_period_end: false,
      items: {
        data: [
          {
            quantity: 2,
            price: {
              id: 'price_monthly',
              product: 'prod_monthly',
              unit_amount: 450,
              currency: 'eur',
              recurring: { interval: 'month', interval_count: 1 },
            },
          },
        ],
      },
      metadata: mark,
      ...money,
      ...more,
    }),
    /** The subscription's metadata is in `parent`, as in the API since 2025-03-31. */
    invoice: (n: number, more: object) => ({
      id: `in_${name}_${n}`,
      object: 'invoice',
      amount_due: 900,
      amount_paid: 0,
      customer_email: CUSTOMER_EMAIL,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: `sub_${name}`, metadata: mark },
      },
      lines: {
        data: [
          {
            amount: 900,
            quantity: 2,
            description: '2 × Monthly',
            pricing: { price_details: { price: 'price_monthly', product: 'prod_monthly' } },
          },
        ],
      },
      metadata: {},
      ...money,
      ...more,
    }),
    invoicePayment: (n: number) => ({
      id: `inpay_${name}_${n}`,
      object: 'invoice_payment',
      invoice: `in_${name}_${n}`,
      status: 'paid',
      payment: { type: 'payment_intent', payment_intent: `pi_${name}_${n}` },
    }),
    /** Intents of invoices have none of our metadata. */
    invoiceIntent: (n: number, more: object) => ({
      id: `pi_${name}_${n}`,
      object: 'payment_intent',
      amount: 900,
      amount_received: 0,
      description: n === 1 ? 'Subscription creation' : 'Subscription update',
      latest_charge: `ch_${name}_${n}`,
      metadata: {},
      ...money,
      ...more,
    }),
  };
}

function markOf({ userId, projectId }: Pick<StoryOptions, 'userId' | 'projectId'>) {
  return {
    ...(userId !== null && { user_id: userId }),
    ...(projectId !== null && { service_project_id: projectId }),
  };
}
