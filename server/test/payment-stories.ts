import { expect } from 'vitest';
import type { StoryName } from '../src/modules/payments/simulate/stories.ts';
import { BUYER } from './payment-shop.ts';
import type { ScriptedStripe } from './providers/index.ts';

type Row = Readonly<Record<string, unknown>>;

export interface StoryEnding {
  /** Minor units that were paid and not given back. */
  readonly money: number;
  readonly payments: readonly object[];
  readonly subscriptions: readonly object[];
}

/** The rows in which each story ends, whatever the order and number of its events. */
export const STORY_ENDINGS: Readonly<Record<StoryName, StoryEnding>> = {
  checkout: { money: 1500, payments: [{ status: 'succeeded', amount: 1500 }], subscriptions: [] },
  card_fails_then_bank_pays: { money: 1500, payments: [{ status: 'succeeded', amount: 1500 }], subscriptions: [] },
  partial_refunds: { money: 0, payments: [{ status: 'refunded', amount_refunded: 1500 }], subscriptions: [] },
  dispute: {
    money: 0,
    payments: [
      { status: 'refunded', amount_refunded: 1500, metadata: expect.objectContaining({ dispute_status: 'lost' }) },
    ],
    subscriptions: [],
  },
  abandoned: { money: 0, payments: [], subscriptions: [] },
  trial: {
    money: 0,
    payments: [{ type: 'subscription', status: 'succeeded', amount: 0 }],
    subscriptions: [{ status: 'trialing', user_id: BUYER.id, price_id: 'price_monthly' }],
  },
  test_event: { money: 0, payments: [], subscriptions: [] },
  subscription: {
    money: 900,
    payments: [
      { type: 'subscription', status: 'succeeded', amount: 0 },
      { type: 'subscription', status: 'succeeded', amount: 900, product_id: 'prod_monthly', user_id: BUYER.id },
      { type: 'subscription', status: 'failed', amount: 900 },
    ],
    subscriptions: [
      {
        status: 'canceled',
        user_id: BUYER.id,
        customer_email: 'buyer@example.com',
        product_id: 'prod_monthly',
        price_id: 'price_monthly',
        quantity: 2,
        amount: 900,
        currency: 'eur',
        interval: 'month',
        cancel_at_period_end: false,
        livemode: false,
      },
    ],
  },
};

/** Minor units that the rows record as paid and not given back. */
export function moneyIn(payments: readonly Row[]): number {
  const counted = payments.filter(({ status }) => status !== 'failed' && status !== 'pending');
  return counted.reduce((all, row) => all + Number(row['amount']) - Number(row['amount_refunded']), 0);
}

/** Tells the provider which invoice an intent is for, because the intent does not say. */
export function rememberInvoice(stripe: ScriptedStripe, object: object): void {
  const { id, object: kind } = object as { id: string; object: string };
  if (kind !== 'invoice') return;
  stripe.objects.set(id, { ...(object as Row) });
  stripe.invoices.set(id.replace(/^in_/, 'pi_'), id);
}

/** Rows without the values that differ in every project. */
export function plainRows(rows: readonly object[]): readonly object[] {
  return rows.map((row) => ({ ...row, id: 0, created_at: 0, updated_at: 0 }));
}
