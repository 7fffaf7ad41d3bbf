import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StripeEvent, saleEvents, stripeEvent, subscriptionEvents } from '../../../../test/providers/index.ts';
import { emptyFacts, joinFacts, type ObjectFacts } from '../facts.ts';
import { storyEvents } from '../simulate/stories.ts';
import { observeEvent } from './observe-event.ts';
import { paymentOf } from './payment-of.ts';
import { readEvent } from './provider-event.ts';

const USER = '0199aaaa-0000-7000-8000-000000000001';
const AT = 1_800_000_000;

/** Joins all events of one payment, even those of different groups. */
function joined(events: readonly StripeEvent[]) {
  const objects = new Map<string, ObjectFacts>();
  const join = (id: string, facts: ObjectFacts): void => {
    const before = objects.get(id);
    objects.set(id, before === undefined ? facts : joinFacts(before, facts));
  };
  for (const each of events) {
    const event = readEvent(each);
    const told = event && observeEvent(event);
    if (told === undefined) continue;
    join(told.id, told.facts);
    for (const { id, kind } of told.links) join(id, emptyFacts(kind));
  }
  return paymentOf(Array.from(objects, ([id, facts]) => ({ id, facts })));
}

describe('the row of a payment', () => {
  const sale = saleEvents({ user: USER, name: 'x', at: AT });

  test('is the same for any order and repetition of its events', () => {
    const expected = joined(sale);
    expect(expected).toMatchObject({ status: 'refunded', amount: 1500, amount_refunded: 1500, user_id: USER });
    fc.assert(
      fc.property(fc.shuffledSubarray([...sale, ...sale], { minLength: sale.length * 2 }), (events) => {
        expect(joined(events)).toEqual(expected);
      }),
    );
  });

  test('has the right state after each step', () => {
    const states = sale.map((_, index) => joined(sale.slice(0, index + 1)));
    expect(states.map((payment) => [payment?.status, payment?.amount_refunded])).toEqual([
      [undefined, undefined],
      ['succeeded', 0],
      ['succeeded', 0],
      ['succeeded', 0],
      ['partially_refunded', 500],
      ['partially_refunded', 500],
      ['refunded', 1500],
      ['refunded', 1500],
    ]);
    expect(states[3]).toEqual({
      provider: 'stripe',
      type: 'one_time',
      status: 'succeeded',
      amount: 1500,
      amount_refunded: 0,
      currency: 'eur',
      user_id: USER,
      customer_email: 'ann@example.com',
      provider_payment_id: 'pi_x',
      provider_session_id: 'cs_x',
      subscription_id: null,
      product_id: null,
      price_id: 'price_1',
      quantity: 1,
      description: 'A gold plan',
      livemode: false,
      metadata: { plan: 'gold', user_id: USER },
      paid_at: new Date(AT * 1000).toISOString(),
    });
  });

  test('is paid again when a refund fails later', () => {
    const failed = stripeEvent('refund.failed', AT + 500, {
      id: 're_x_2',
      object: 'refund',
      amount: 1000,
      currency: 'eur',
      status: 'failed',
      charge: 'ch_x',
      payment_intent: 'pi_x',
    });
    expect(joined([...sale, failed])).toMatchObject({ status: 'partially_refunded', amount_refunded: 500 });
    expect(joined([failed, ...sale])).toMatchObject({ status: 'partially_refunded', amount_refunded: 500 });
  });

  test('is refunded when a dispute is lost, and paid when it is won', () => {
    const dispute = (status: string, at: number) =>
      stripeEvent('charge.dispute.closed', at, {
        id: 'dp_x',
        object: 'dispute',
        amount: 1500,
        currency: 'eur',
        status,
        charge: 'ch_x',
        payment_intent: 'pi_x',
      });
    const paid = sale.slice(0, 4);
    expect(joined([...paid, dispute('needs_response', AT + 5)])).toMatchObject({
      status: 'succeeded',
      metadata: { dispute_status: 'needs_response' },
    });
    expect(joined([dispute('lost', AT + 9), ...paid, dispute('needs_response', AT + 5)])).toMatchObject({
      status: 'refunded',
      amount_refunded: 1500,
    });
    expect(joined([...paid, dispute('won', AT + 9)])).toMatchObject({ status: 'succeeded', amount_refunded: 0 });
  });

  test('takes the dispute state and pending reason from the provider only, never from the buyer’s metadata', () => {
    const forged = { dispute_status: 'won', pending_reason: 'processing' };
    const options = { name: 'forged', userId: USER, projectId: null, at: AT };
    const events = storyEvents('dispute', options).map((event) => {
      const object: object & { metadata?: object } = event.data.object;
      return { ...event, data: { object: { ...object, metadata: { ...object.metadata, ...forged } } } };
    });
    const paid = joined(events.filter(({ type }) => !type.includes('dispute')));
    expect(paid?.metadata).not.toHaveProperty('dispute_status');
    expect(paid?.metadata).not.toHaveProperty('pending_reason');
    expect(joined(events)).toMatchObject({ status: 'refunded', metadata: { dispute_status: 'lost' } });
  });

  test('is failed after a failed attempt, until another attempt succeeds', () => {
    const intent = { id: 'pi_y', object: 'payment_intent', amount: 100, currency: 'eur', metadata: {} };
    const failed = stripeEvent('payment_intent.payment_failed', AT, { ...intent, status: 'requires_payment_method' });
    const paid = stripeEvent('payment_intent.succeeded', AT, { ...intent, status: 'succeeded', amount_received: 100 });
    expect(joined([failed])).toMatchObject({ status: 'failed', paid_at: null });
    expect(joined([failed, paid])).toMatchObject({ status: 'succeeded' });
    expect(joined([paid, failed])).toMatchObject({ status: 'succeeded' });
  });

  test('is not created by a refund or dispute of an unknown payment, but includes it once the payment is known', () => {
    expect(joined(sale.slice(4, 5))).toBeUndefined();
    expect(joined([...sale.slice(4, 5), ...sale.slice(0, 4)])).toMatchObject({
      status: 'partially_refunded',
      amount: 1500,
      amount_refunded: 500,
    });
  });

  test('is created for an intent even when its id looks like that of an invoice', () => {
    for (const description of ['Payment for Invoice', 'Subscription creation', 'Subscription update']) {
      const intent = { id: 'pi_n', object: 'payment_intent', amount: 100, currency: 'eur', description, metadata: {} };
      const paid = stripeEvent('payment_intent.succeeded', AT, { ...intent, status: 'succeeded' });
      expect(joined([paid])).toMatchObject({ status: 'succeeded', amount: 100, description });
    }
  });

  test('is pending, with the reason, while a bank debit after a failed card is being processed', () => {
    const options = { name: 'bank', userId: USER, projectId: null, at: AT };
    const events = storyEvents('card_fails_then_bank_pays', options);
    const states = events.map((_, index) => joined(events.slice(0, index + 1)));
    expect(states.map((payment) => payment?.status)).toEqual([
      undefined,
      'failed',
      'failed',
      'pending',
      'pending',
      'pending',
      'succeeded',
      'succeeded',
      'succeeded',
    ]);
    expect(states[4]?.metadata).toMatchObject({ pending_reason: 'processing' });
    expect(states.at(-1)?.metadata).not.toHaveProperty('pending_reason');
    const waiting = joined(events.slice(0, 6));
    fc.assert(
      fc.property(fc.shuffledSubarray(events.slice(0, 6), { minLength: 6 }), (shuffled) => {
        expect(joined(shuffled)).toEqual(waiting);
      }),
    );
  });

  test('is failed when the bank refuses, also within one second', () => {
    const events = storyEvents('card_fails_then_bank_pays', { name: 'no', userId: USER, projectId: null, at: AT });
    const refused = events
      .slice(3, 5)
      .map(({ data: { object } }) =>
        'amount_captured' in object
          ? stripeEvent('charge.failed', AT + 60, { ...object, status: 'failed' })
          : stripeEvent('payment_intent.payment_failed', AT + 60, { ...object, status: 'requires_payment_method' }),
      );
    expect(joined([...events.slice(0, 5), ...refused])).toMatchObject({ status: 'failed' });
    expect(joined([...refused, ...events.slice(0, 5)])).toMatchObject({ status: 'failed' });
  });

  test('is pending until an authorisation is captured, and failed when it is released', () => {
    const charge = { id: 'ch_m', object: 'charge', amount: 700, status: 'succeeded', payment_intent: 'pi_m' };
    const held = stripeEvent('charge.succeeded', AT, { ...charge, captured: false });
    expect(joined([held])).toMatchObject({ status: 'pending', metadata: { pending_reason: 'requires_capture' } });
    const released = { ...charge, captured: false, refunded: true, amount_refunded: 700 };
    expect(joined([held, stripeEvent('charge.refunded', AT + 9, released)])).toMatchObject({
      status: 'failed',
      amount_refunded: 0,
    });
    const captured = stripeEvent('charge.captured', AT + 9, { ...charge, captured: true, amount_captured: 700 });
    expect(joined([captured, held])).toMatchObject({ status: 'succeeded', amount: 700 });
  });

  test('takes the status from the type of the event when an object has none', () => {
    const paid = stripeEvent('payment_intent.succeeded', AT, { id: 'pi_t', object: 'payment_intent', amount: 700 });
    const session = { id: 'cs_t', object: 'checkout.session', payment_status: 'paid', amount_total: 700 };
    expect(joined([paid])).toMatchObject({ status: 'succeeded', amount: 700 });
    expect(joined([stripeEvent('checkout.session.completed', AT, session)])).toMatchObject({ status: 'succeeded' });
    const charge = { id: 'ch_t', object: 'charge', amount: 700, amount_refunded: 200, payment_intent: 'pi_t' };
    const refunded = joined([paid, stripeEvent('charge.refunded', AT + 9, charge)]);
    expect(refunded).toMatchObject({ status: 'partially_refunded', amount_refunded: 200 });
  });

  test('is failed when an intent is cancelled after an attempt, in any order of events', () => {
    const intent = { id: 'pi_c', object: 'payment_intent', amount: 100, currency: 'eur', metadata: {} };
    const tried = stripeEvent('payment_intent.requires_action', AT, { ...intent, status: 'requires_action' });
    const ended = stripeEvent('payment_intent.canceled', AT + 9, { ...intent, status: 'canceled' });
    expect(joined([tried])).toMatchObject({ status: 'pending' });
    expect(joined([tried, ended])).toMatchObject({ status: 'failed' });
    expect(joined([ended, tried])).toMatchObject({ status: 'failed' });
    expect(joined([ended])).toBeUndefined();
  });

  test('takes its user and metadata from the subscription when it pays an invoice', () => {
    const [subscription, ...events] = subscriptionEvents({ user: USER, name: 's', at: AT });
    if (subscription === undefined) throw new Error('There are events.');
    expect(joined([subscription, ...events.slice(0, 3)])).toMatchObject({
      type: 'subscription',
      status: 'succeeded',
      amount: 900,
      user_id: USER,
      provider_payment_id: 'pi_s_1',
      subscription_id: 'sub_s',
      product_id: 'prod_seat',
      price_id: 'price_seat',
      quantity: 2,
      livemode: true,
    });
  });

  test.each([
    ['an event about something else', stripeEvent('product.created', AT, { id: 'prod_1', object: 'product' })],
    [
      'a session that has expired',
      stripeEvent('checkout.session.expired', AT, {
        id: 'cs_1',
        object: 'checkout.session',
        mode: 'payment',
        status: 'expired',
      }),
    ],
    [
      'a session that keeps a card',
      stripeEvent('checkout.session.completed', AT, {
        id: 'cs_1',
        object: 'checkout.session',
        mode: 'setup',
        status: 'complete',
      }),
    ],
    [
      'an unconfirmed intent',
      stripeEvent('payment_intent.created', AT, {
        id: 'pi_1',
        object: 'payment_intent',
        status: 'requires_payment_method',
        amount: 5,
      }),
    ],
    [
      'an invoice that was voided before anybody tried to pay it',
      stripeEvent('invoice.voided', AT, {
        id: 'in_2',
        object: 'invoice',
        status: 'void',
        attempted: false,
        amount_due: 5,
      }),
    ],
    [
      'an invoice that is a draft',
      stripeEvent('invoice.created', AT, { id: 'in_1', object: 'invoice', status: 'draft', amount_due: 5 }),
    ],
  ])('is not created by %s', (_, event) => {
    expect(joined([event])).toBeUndefined();
  });

  test('is not created from an object whose fields have the wrong types', () => {
    for (const kind of [
      'checkout.session',
      'payment_intent',
      'charge',
      'refund',
      'dispute',
      'invoice',
      'invoice_payment',
      'subscription',
    ]) {
      fc.assert(
        fc.property(
          fc.dictionary(
            fc.constantFrom(
              'status',
              'mode',
              'amount',
              'metadata',
              'lines',
              'payments',
              'parent',
              'items',
              'charge',
              'payment_intent',
              'amount_refunded',
              'currency',
            ),
            fc.anything(),
          ),
          (fields) => {
            expect(() => joined([stripeEvent('x', AT, { ...fields, id: 'o_1', object: kind })])).not.toThrow();
          },
        ),
        { numRuns: 60 },
      );
    }
  });
});
