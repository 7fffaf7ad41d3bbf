import type { Stripe } from 'stripe';
import type { StoreName } from '../../../database/index.ts';
import { callersMistake, isClosedToKey, isMissing } from './stripe-refusal.ts';

const KNOWN_MAX = 10_000;

export interface Prices {
  /** The product of a price, which never changes; undefined when the provider does not reveal it. */
  findProduct(stripe: Stripe, store: StoreName, priceId: string): Promise<string | undefined>;
}

/** Reads a price from the provider. Throws `validation_failed` when it does not exist. */
export async function getPrice(stripe: Stripe, priceId: string): Promise<Stripe.Price> {
  try {
    return await stripe.prices.retrieve(priceId);
  } catch (error) {
    throw callersMistake(error);
  }
}

export function createPrices(): Prices {
  const known = new Map<string, string>();
  return {
    async findProduct(stripe, store, priceId) {
      const key = `${store} ${priceId}`;
      const found = known.get(key) ?? (await askProduct(stripe, priceId));
      if (found === undefined) return undefined;
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(key, found);
      return found;
    },
  };
}

/** If the key may not read prices, the provider checks the price at the purchase. */
async function askProduct(stripe: Stripe, priceId: string): Promise<string | undefined> {
  try {
    const { product } = await stripe.prices.retrieve(priceId);
    return typeof product === 'string' ? product : product?.id;
  } catch (error) {
    if (isClosedToKey(error) && !isMissing(error)) return undefined;
    throw callersMistake(error);
  }
}
