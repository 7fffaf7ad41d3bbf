import { createPurchase, createSubscription, DAY_S, type StoryOptions, type StripeEvent } from './objects.ts';

export const STORY_NAMES = [
  'checkout',
  'card_fails_then_bank_pays',
  'partial_refunds',
  'dispute',
  'abandoned',
  'trial',
  'subscription',
  'test_event',
] as const;
export type StoryName = (typeof STORY_NAMES)[number];

/** The events at the start of `subscribed` that begin the trial. */
const TRIAL_EVENTS = 3;

/** Time in seconds, event type, and the object's state at that time. */
type SimulatedEvent = readonly [atS: number, type: string, object: object];

type Story = (options: StoryOptions) => readonly SimulatedEvent[];

export function storyEvents(story: StoryName, options: StoryOptions): readonly StripeEvent[] {
  return STORIES[story](options).map(([created, type, object], index) => ({
    id: `evt_${options.name}_${index}`,
    object: 'event',
    type,
    created,
    livemode: false,
    data: { object },
  }));
}

const STORIES: Readonly<Record<StoryName, Story>> = {
  checkout: (options) => paid(options),

  card_fails_then_bank_pays(options) {
    const { at } = options;
    const { intent, charge, session } = createPurchase(options);
    const waiting = { status: 'processing', latest_charge: charge(2, {}).id };
    const paidIntent = { status: 'succeeded', amount_received: 1500, latest_charge: charge(2, {}).id };
    return [
      [at, 'payment_intent.created', intent({ status: 'requires_payment_method' })],
      [at + 1, 'charge.failed', charge(1, { status: 'failed', created: at + 1 })],
      [
        at + 1,
        'payment_intent.payment_failed',
        intent({
          status: 'requires_payment_method',
          latest_charge: charge(1, {}).id,
          last_payment_error: { type: 'card_error' },
        }),
      ],
      [at + 60, 'charge.pending', charge(2, { status: 'pending', created: at + 60 })],
      [at + 60, 'payment_intent.processing', intent(waiting)],
      [at + 61, 'checkout.session.completed', session({ payment_status: 'unpaid', amount_total: 1500 })],
      [at + 3 * DAY_S, 'charge.succeeded', charge(2, { status: 'succeeded', amount_captured: 1500, created: at + 60 })],
      [at + 3 * DAY_S, 'payment_intent.succeeded', intent(paidIntent)],
      [
        at + 3 * DAY_S,
        'checkout.session.async_payment_succeeded',
        session({ payment_status: 'paid', amount_total: 1500 }),
      ],
    ];
  },

  partial_refunds(options) {
    const { at } = options;
    const { charge, refund } = createPurchase(options);
    const given = (amount: number) =>
      charge(1, {
        status: 'succeeded',
        amount_captured: 1500,
        amount_refunded: amount,
        refunded: amount === 1500,
        created: at + 1,
      });
    return [
      ...paid(options),
      [at + 60, 'refund.created', refund(1, { amount: 500 })],
      [at + 60, 'charge.refunded', given(500)],
      [at + 120, 'refund.created', refund(2, { amount: 1000 })],
      [at + 120, 'charge.refunded', given(1500)],
    ];
  },

  dispute(options) {
    const { at } = options;
    const { dispute } = createPurchase(options);
    return [
      ...paid(options),
      [at + DAY_S, 'charge.dispute.created', dispute({ status: 'needs_response' })],
      [at + 9 * DAY_S, 'charge.dispute.closed', dispute({ status: 'lost' })],
    ];
  },

  abandoned(options) {
    const { at } = options;
    const { intent } = createPurchase(options);
    return [
      [at, 'payment_intent.created', intent({ status: 'requires_payment_method' })],
      [at + DAY_S, 'payment_intent.canceled', intent({ status: 'canceled' })],
    ];
  },

  trial: (options) => subscribed(options).slice(0, TRIAL_EVENTS),

  subscription: (options) => subscribed(options),

  /** An event of an unknown kind shows that the endpoint accepts signed events; it creates no row. */
  test_event: ({ at, name }) => [[at, 'test_event', { id: `test_${name}`, object: 'test_event' }]],
};

function paid(options: StoryOptions): readonly SimulatedEvent[] {
  const { at } = options;
  const { intent, charge, session } = createPurchase(options);
  const latest = { latest_charge: charge(1, {}).id };
  return [
    [at, 'payment_intent.created', intent({ status: 'requires_payment_method' })],
    [at + 1, 'charge.succeeded', charge(1, { status: 'succeeded', amount_captured: 1500, created: at + 1 })],
    [at + 1, 'payment_intent.succeeded', intent({ status: 'succeeded', amount_received: 1500, ...latest })],
    [at + 2, 'checkout.session.completed', session({ payment_status: 'paid', amount_total: 1500 })],
  ];
}

/** A trial, a first payment, and a renewal that fails until the subscription ends. */
function subscribed(options: StoryOptions): readonly SimulatedEvent[] {
  const { at } = options;
  const { session } = createPurchase(options);
  const { subscription, invoice, invoicePayment, invoiceIntent } = createSubscription(options);
  const trialEnd = at + 14 * DAY_S;
  const renewal = trialEnd + 30 * DAY_S;
  const end = renewal + 14 * DAY_S;
  const period = (from: number, to: number) => ({ current_period_start: from, current_period_end: to });
  const trial = { trial_end: trialEnd, ...period(at, trialEnd) };
  const current = { trial_end: trialEnd, ...period(trialEnd, renewal) };
  const late = { trial_end: trialEnd, ...period(renewal, renewal + 30 * DAY_S) };
  const paidInvoice = (n: number, amount: number, paidAt: number) =>
    invoice(n, {
      status: 'paid',
      amount_due: amount,
      amount_paid: amount,
      attempted: true,
      status_transitions: { paid_at: paidAt },
    });
  const failed = { status: 'requires_payment_method', last_payment_error: { type: 'card_error' } };
  return [
    [at, 'customer.subscription.created', subscription({ status: 'trialing', ...trial })],
    [at, 'invoice.paid', paidInvoice(0, 0, at)],
    [
      at + 1,
      'checkout.session.completed',
      session({
        mode: 'subscription',
        payment_intent: null,
        payment_status: 'no_payment_required',
        amount_total: 0,
        invoice: invoice(0, {}).id,
        subscription: subscription({}).id,
      }),
    ],
    [trialEnd, 'payment_intent.succeeded', invoiceIntent(1, { status: 'succeeded', amount_received: 900 })],
    [trialEnd, 'invoice.paid', paidInvoice(1, 900, trialEnd)],
    [trialEnd, 'invoice_payment.paid', invoicePayment(1)],
    [trialEnd + 1, 'customer.subscription.updated', subscription({ status: 'active', ...current })],
    [renewal, 'payment_intent.payment_failed', invoiceIntent(2, { ...failed, invoice: invoice(2, {}).id })],
    [renewal, 'invoice.payment_failed', invoice(2, { status: 'open', attempted: true, attempt_count: 1 })],
    [renewal + 1, 'customer.subscription.updated', subscription({ status: 'past_due', ...late })],
    [
      end,
      'customer.subscription.deleted',
      subscription({ status: 'canceled', canceled_at: end, ended_at: end, ...late }),
    ],
    [end + 1, 'invoice.voided', invoice(2, { status: 'void', attempted: true, attempt_count: 4 })],
  ];
}
