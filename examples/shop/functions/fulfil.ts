import type { Config, Context } from '@service/functions/server';

/** Private: the function has no address, so only changes of its own project reach it. */
export const config: Config = { trigger: 'webhook', access: 'private' };

interface Payment {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly user_id: string | null;
  readonly price_id: string | null;
}

/**
 * Hears of every change of `payments`. Subscriptions need nothing here: the rule of `articles` follows their status.
 * A change may come twice, so an order has the id of its payment, which is unique.
 */
export default async function (ctx: Context) {
  const { data } = (await ctx.request.json()) as { data: { record: Payment | null } };
  const payment = data.record;
  if (payment === null || payment.type !== 'one_time' || payment.user_id === null) return;
  const orders = ctx.data.table<{ id: string; state: string }>('orders');
  const [order] = await orders.list({ filter: `payment_id:eq:${payment.id}` });
  if (payment.status === 'succeeded' && order === undefined) {
    const [product] = await ctx.data
      .table<{ title: string }>('products')
      .list({ filter: { price_id: String(payment.price_id) } });
    if (product === undefined) return ctx.log.warn(`Nothing is sold at the price ${payment.price_id}.`);
    const { id: payment_id, user_id } = payment;
    await orders.insert({ payment_id, user_id, title: product.title, state: 'delivered' });
  }
  if (payment.status === 'refunded' && order !== undefined) await orders.update(order.id, { state: 'taken_back' });
}
