import type { Config, WebhookContext } from '@service/functions/server';

/** Private: the function has no address, so only changes of its own project reach it. */
export const config: Config = { trigger: 'webhook', access: 'private' };

interface Payment {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly user_id: string | null;
  readonly customer_email: string | null;
  readonly price_id: string | null;
}

/**
 * Runs for every change of `payments`. Subscriptions need nothing here: the rule of `articles` follows their status.
 * A change may arrive twice, or together with the next one, so an order has the id of its payment, which is unique: of two
 * runs that insert it, one fails and is repeated.
 */
export default async function (ctx: WebhookContext) {
  const { data } = (await ctx.request.json()) as { data: { record: Payment | null } };
  const payment = data.record;
  if (payment === null || payment.type !== 'one_time' || payment.user_id === null) return;
  const { id: payment_id, user_id, customer_email: to } = payment;
  const [product] = await ctx.data
    .table<{ title: string }>('products')
    .list({ filter: { price_id: String(payment.price_id) } });
  if (product === undefined) return ctx.log.warn(`Nothing is sold at the price ${payment.price_id}.`);
  const orders = ctx.data.table<{ state: string }>('orders');
  const order = { payment_id, user_id, title: product.title, state: 'delivered' };
  if (payment.status === 'refunded')
    await orders.batch([{ op: 'upsert', on: 'payment_id', data: { ...order, state: 'taken_back' } }]);
  if (payment.status !== 'succeeded') return;
  const [known] = await orders.list({ filter: `payment_id:eq:${payment_id}` });
  if (known === undefined) await orders.insert(order);
  if (known?.state === 'taken_back' || to === null) return;
  const mail = { to, subject: 'Your order', text: `Thank you. ${product.title} is on its way.` };
  await ctx.functions.later('send_email', mail, { key: `order-${payment_id}` });
}
