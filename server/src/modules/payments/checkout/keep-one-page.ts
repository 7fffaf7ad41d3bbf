import type { Stripe } from 'stripe';
import { at, textAt } from '../events/json-path.ts';
import { PROJECT_KEY } from '../events/project-mark.ts';
import { isClosedToKey, refusalIn } from '../stripe/stripe-refusal.ts';
import { isLive, secondSubscription } from './refuse-second-subscription.ts';

const LISTED_MAX = 100;

export interface OpenedPage {
  readonly sessionId: string;
  readonly projectId: string;
  readonly customerId: string;
  readonly priceId: string;
  /** Undefined when the provider does not reveal it: then only pages for the same price count. */
  readonly productId: string | undefined;
}

/**
 * Closes other pages for the product, so that they never become two subscriptions. Throws `duplicate` when one was
 * completed and its event has not come. Once the pages are closed, the provider's list of subscriptions is final.
 */
export async function keepOnePage(stripe: Stripe, page: OpenedPage): Promise<void> {
  const { customerId: customer, sessionId } = page;
  const open = await listed(() => stripe.checkout.sessions.list({ customer, status: 'open', limit: LISTED_MAX }));
  for (const session of open) if (isOther(session, page)) await close(stripe, session.id);
  const subscriptions = await listed(() => stripe.subscriptions.list({ customer, limit: LISTED_MAX }));
  if (!subscriptions.some((subscription) => isToProduct(subscription, page))) return;
  await close(stripe, sessionId);
  throw secondSubscription();
}

/** Empty when the key may not read the list. */
async function listed<Value>(list: () => Promise<{ readonly data: readonly Value[] }>): Promise<readonly Value[]> {
  try {
    return (await list()).data;
  } catch (error) {
    if (isClosedToKey(error)) return [];
    throw error;
  }
}

function isOther(session: Stripe.Checkout.Session, { sessionId, projectId, priceId, productId }: OpenedPage): boolean {
  if (session.id === sessionId || session.mode !== 'subscription') return false;
  if (textAt(session, 'metadata', PROJECT_KEY) !== projectId) return false;
  const isSamePrice = textAt(session, 'metadata', 'service_price_id') === priceId;
  return isSamePrice || (productId !== undefined && textAt(session, 'metadata', 'service_product_id') === productId);
}

/** The provider refuses to close a page that was completed or has expired. */
async function close(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (refusalIn(error)?.status !== 400) throw error;
  }
}

function isToProduct(subscription: Stripe.Subscription, { priceId, productId }: OpenedPage): boolean {
  if (!isLive(subscription.status)) return false;
  return subscription.items.data.some((item) => {
    const product = textAt(item, 'price', 'product');
    return at(item, 'price', 'id') === priceId || (productId !== undefined && product === productId);
  });
}
