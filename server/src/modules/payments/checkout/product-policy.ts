import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { Settings } from '../../projects/index.ts';
import type { PaymentRequest } from './read-payment-request.ts';

type PaymentSettings = Settings['payments'];

/** A buyer controls the payload, so custom amounts need the owner's consent. Authorisation precedes validation. */
export function requireAmountAllowed(payload: unknown, { allow_custom_amounts: isAllowed }: PaymentSettings): void {
  const { amount, price_id: priceId } = Object(payload) as Readonly<Record<string, unknown>>;
  if (isAllowed || amount == null || priceId != null) return;
  const message = 'A custom amount requires the setting payments.allow_custom_amounts. Send a price_id.';
  throw new ServiceError('forbidden', message);
}

/** If the owner has listed prices, a buyer must choose one of them. */
export function requireListed({ items }: PaymentRequest, { products }: PaymentSettings): void {
  if (products.length === 0) return;
  for (const item of items) {
    if ('priceId' in item && !products.includes(item.priceId))
      throw validationFailed({ price_id: 'is not one of this project’s products' });
  }
}

/** Metadata keys that say what was bought and by whom. Only the service and the project's functions may write them. */
const KEPT_KEYS: ReadonlySet<string> = new Set(['user_id', 'product_id', 'price_id', 'quantity', 'subscription_id']);

/** Removes the metadata with which a buyer could claim to have bought something else. */
export function withoutKeptKeys(metadata: PaymentRequest['metadata']): PaymentRequest['metadata'] {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !KEPT_KEYS.has(key)));
}
