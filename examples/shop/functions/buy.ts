import type { Config, Context } from '@service/functions/server';

export const config: Config = { access: 'authenticated' };

interface Product {
  readonly mode: 'payment' | 'subscription';
  readonly price_id: string;
}

/** Begins the checkout of a product of the shop: the buyer chooses what, never how much. */
export default async function (ctx: Context) {
  const { product_id: id, return_url: page } = Object(ctx.payload) as { product_id?: string; return_url?: string };
  const product = await ctx.data.table<Product>('products').get(String(id));
  if (product === null) throw ctx.error('There is no such product.', { status: 404 });
  const started = await ctx.functions.invoke('process_payment', {
    mode: product.mode,
    price_id: product.price_id,
    success_url: page,
    cancel_url: page,
  });
  if (!started.success) throw ctx.error(started.error, { status: 400, code: started.code });
  return started.data;
}
