import type { Stripe } from 'stripe';
import { Type } from 'typebox';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { withStripe } from '../stripe/stripe-client.ts';

const PAGE = 100;
/** Limits the time and memory of one call. */
const PRICES_MAX = 1000;

const nullableText = Type.Union([Type.String(), Type.Null()]);

const priceRecord = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  product_name: Type.String(),
  nickname: nullableText,
  amount: Type.Union([Type.Integer(), Type.Null()], {
    description: 'In the smallest unit of the currency; null when it depends on the usage.',
  }),
  currency: Type.String(),
  interval: Type.Union([Type.String(), Type.Null()], {
    description: 'day, week, month or year; null for one payment.',
  }),
  interval_count: Type.Integer(),
  livemode: Type.Boolean(),
});

export const pricesAnswer = Type.Object({
  data: Type.Array(priceRecord, { maxItems: PRICES_MAX }),
  count: Type.Integer({ description: `At most ${PRICES_MAX} prices are listed.` }),
});

export async function listPrices(context: PaymentsContext, { project }: MemberCall): Promise<Answer> {
  const connection = await context.integrations().findConnection(project.store, 'payments');
  if (connection === undefined)
    throw new ServiceError('integration_not_connected', 'This project does not accept payments.');
  const prices = await context
    .integrations()
    .ask(project, connection, (call) => withStripe(connection, call, (stripe) => readPrices(stripe)));
  const data = prices.flatMap(presentPrice);
  return { status: 200, body: { data, count: data.length } };
}

async function readPrices(stripe: Stripe): Promise<readonly Stripe.Price[]> {
  const prices: Stripe.Price[] = [];
  for (let after: string | undefined; prices.length < PRICES_MAX; after = prices.at(-1)?.id) {
    const page = await stripe.prices.list({
      active: true,
      limit: PAGE,
      expand: ['data.product'],
      ...(after !== undefined && { starting_after: after }),
    });
    prices.push(...page.data);
    if (!page.has_more || page.data.length === 0) break;
  }
  return prices;
}

function presentPrice({ id, product, nickname, unit_amount, currency, recurring, livemode }: Stripe.Price) {
  if (typeof product === 'string' || product.deleted || !product.active) return [];
  return [
    {
      id,
      product_id: product.id,
      product_name: product.name,
      nickname,
      amount: unit_amount,
      currency,
      interval: recurring?.interval ?? null,
      interval_count: recurring?.interval_count ?? 1,
      livemode,
    },
  ];
}
