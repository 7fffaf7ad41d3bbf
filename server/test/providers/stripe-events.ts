import type { StripeEvent } from './stripe.ts';

let made = 0;

/** An event with the object's state at that time. */
export function stripeEvent(type: string, created: number, object: object): StripeEvent {
  made += 1;
  return { id: `evt_${process.pid}_${made}`, object: 'event', type, created, livemode: false, data: { object } };
}

export interface Sale {
  readonly user: string;
  /** Part of the ids of the provider's objects. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly amount?: number;
}

/** All Stripe events of a checkout that was paid and then refunded in two parts. */
export function saleEvents({ user, name, at, amount = 1500 }: Sale): readonly StripeEvent[] {
  const metadata = { user_id: user, service_price_id: 'price_1', service_quantity: '1', plan: 'gold' };
  const session = {
    id: `cs_${name}`,
    object: 'checkout.session',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    amount_total: amount,
    currency: 'eur',
    client_reference_id: user,
    customer_details: { email: 'ann@example.com' },
    payment_intent: `pi_${name}`,
    livemode: false,
    metadata,
  };
  const intent = {
    id: `pi_${name}`,
    object: 'payment_intent',
    amount,
    amount_received: amount,
    currency: 'eur',
    status: 'succeeded',
    latest_charge: `ch_${name}`,
    description: 'A gold plan',
    livemode: false,
    metadata,
  };
  const charge = {
    id: `ch_${name}`,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    currency: 'eur',
    status: 'succeeded',
    paid: true,
    refunded: false,
    payment_intent: `pi_${name}`,
    billing_details: { email: 'ann@example.com' },
    created: at,
    livemode: false,
    metadata,
  };
  const refund = (n: number, part: number) => ({
    id: `re_${name}_${n}`,
    object: 'refund',
    amount: part,
    currency: 'eur',
    status: 'succeeded',
    charge: `ch_${name}`,
    payment_intent: `pi_${name}`,
  });
  return [
    stripeEvent('payment_intent.created', at, {
      ...intent,
      status: 'requires_payment_method',
      amount_received: 0,
      latest_charge: null,
    }),
    stripeEvent('charge.succeeded', at, charge),
    stripeEvent('payment_intent.succeeded', at, intent),
    stripeEvent('checkout.session.completed', at + 1, session),
    stripeEvent('refund.created', at + 60, refund(1, 500)),
    stripeEvent('charge.refunded', at + 60, { ...charge, amount_refunded: 500 }),
    stripeEvent('refund.created', at + 120, refund(2, 1000)),
    stripeEvent('charge.refunded', at + 120, { ...charge, amount_refunded: 1500, refunded: true }),
  ];
}

/** Events of a subscription's first invoice and one renewal, in the API form since 2025-03-31. */
export function subscriptionEvents({ user, name, at }: Sale): readonly StripeEvent[] {
  const subscription = `sub_${name}`;
  const invoice = (n: number) => ({
    id: `in_${name}_${n}`,
    object: 'invoice',
    status: 'paid',
    amount_due: 900,
    amount_paid: 900,
    currency: 'eur',
    customer_email: 'ann@example.com',
    parent: { type: 'subscription_details', subscription_details: { subscription, metadata: {} } },
    lines: {
      data: [
        {
          amount: 900,
          quantity: 2,
          description: '2 × Seat',
          pricing: { price_details: { price: 'price_seat', product: 'prod_seat' } },
        },
      ],
    },
    status_transitions: { paid_at: at + n },
    livemode: true,
    metadata: {},
  });
  const paid = (n: number) => ({
    id: `inpay_${name}_${n}`,
    object: 'invoice_payment',
    invoice: `in_${name}_${n}`,
    status: 'paid',
    payment: { type: 'payment_intent', payment_intent: `pi_${name}_${n}` },
  });
  const intent = (n: number) => ({
    id: `pi_${name}_${n}`,
    object: 'payment_intent',
    amount: 900,
    amount_received: 900,
    currency: 'eur',
    status: 'succeeded',
    latest_charge: `ch_${name}_${n}`,
    description: n === 1 ? 'Subscription creation' : 'Subscription update',
    livemode: true,
    metadata: {},
  });
  return [
    stripeEvent('customer.subscription.created', at, {
      id: subscription,
      object: 'subscription',
      status: 'active',
      items: { data: [{ quantity: 2, price: { id: 'price_seat', product: 'prod_seat' } }] },
      metadata: { user_id: user },
    }),
    stripeEvent('payment_intent.succeeded', at, intent(1)),
    stripeEvent('invoice.paid', at, invoice(1)),
    stripeEvent('invoice_payment.paid', at, paid(1)),
    stripeEvent('invoice.paid', at + 2_592_000, invoice(2)),
    stripeEvent('invoice_payment.paid', at + 2_592_000, paid(2)),
    stripeEvent('payment_intent.succeeded', at + 2_592_000, intent(2)),
  ];
}
