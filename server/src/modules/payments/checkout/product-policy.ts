import { validationFailed } from '../../../platform/errors.ts';
import type { Settings } from '../../projects/index.ts';
import type { Bought } from './read-payment-request.ts';

/**
 * Whether a caller may buy this. Where the owner has listed products, a browser names one of them and no amount; a
 * function of the project says what it wants, as its owner does.
 */
export function requireBuyable(
  bought: Bought,
  { products, allow_custom_amounts }: Settings['payments'],
  isOwner: boolean,
): void {
  if (isOwner || products.length === 0) return;
  if (!('priceId' in bought)) {
    if (!allow_custom_amounts) throw validationFailed({ amount: 'is not for callers to name: send a price_id' });
    return;
  }
  if (!products.includes(bought.priceId))
    throw validationFailed({ price_id: 'is none of the products of this project' });
}
