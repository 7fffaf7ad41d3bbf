import { type Fields, type Problems, readPayload } from '../../integrations/index.ts';
import { type Item, PAYMENT_MODES, type PaymentMode } from './item.ts';
import { type CheckoutOptions, readOptions } from './read-options.ts';
import { isPriceId, readQuantity } from './read-price.ts';
import { readUrl } from './read-url.ts';

export interface PaymentRequest {
  readonly mode: PaymentMode;
  /** The first item gives the payment its name. */
  readonly items: readonly [Item, ...Item[]];
  /** Undefined for an intent, which has no page at the provider. */
  readonly successUrl: string | undefined;
  readonly cancelUrl: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly options: CheckoutOptions;
}

const FIELDS = [
  'mode',
  'price_id',
  'amount',
  'currency',
  'name',
  'quantity',
  'success_url',
  'cancel_url',
  'metadata',
  'options',
];
/** Twelve digits, which the provider accepts in some currencies; the provider checks the limit of each currency. */
const AMOUNT_MAX = 999_999_999_999;
const NAME_MAX = 250;
/** Stripe accepts 50, and the service needs some of them. */
const METADATA_MAX = 40;
const METADATA_KEY_MAX = 40;
const METADATA_VALUE_MAX = 500;
/** Keys that the service writes itself. */
export const OWN_KEY = /^service_/;

/** The payload of `process_payment`. Throws `validation_failed` with all problems. */
export function readPaymentRequest(payload: unknown, isTrusted: boolean): PaymentRequest {
  return readPayload(payload, FIELDS, (fields, problems) => readFields(fields, isTrusted, problems));
}

function readFields(fields: Fields, isTrusted: boolean, problems: Problems): PaymentRequest {
  const mode = PAYMENT_MODES.find((known) => known === fields['mode']);
  if (mode === undefined) problems['mode'] = `must be one of ${PAYMENT_MODES.join(', ')}`;
  const isRequired = mode !== 'intent';
  const options = readOptions(fields['options'], { mode, isTrusted, problems });
  return {
    mode: mode ?? 'payment',
    items: readItems(fields, { mode, options }, problems),
    successUrl: readUrl('success_url', fields['success_url'], { isRequired, problems }),
    cancelUrl: readUrl('cancel_url', fields['cancel_url'], { isRequired, problems }),
    metadata: readMetadata(fields['metadata'], problems),
    options,
  };
}

/** The listed items; if the payload names an item that is not among them, it comes first. */
function readItems(
  fields: Fields,
  { mode, options }: { readonly mode: PaymentMode | undefined; readonly options: CheckoutOptions },
  problems: Problems,
): PaymentRequest['items'] {
  const [first, ...rest] = options.items;
  const isListed = first !== undefined && fields['amount'] == null;
  if (isListed && fields['price_id'] == null) return [first, ...rest];
  const named = readItem(fields, mode, problems);
  const isInList = options.items.some((item) => 'priceId' in item && item.priceId === fields['price_id']);
  return first !== undefined && isInList ? [first, ...rest] : [named, ...options.items];
}

function readItem(fields: Fields, mode: PaymentMode | undefined, problems: Problems): Item {
  const { price_id: priceId, amount, currency, name } = fields;
  const quantity = readQuantity('quantity', fields['quantity'], problems);
  if (priceId !== undefined && priceId !== null) {
    if (!isPriceId(priceId)) problems['price_id'] = 'must be the id of a price';
    for (const other of ['amount', 'currency', 'name'])
      if (fields[other] != null) problems[other] = 'cannot be combined with price_id';
    return { priceId: String(priceId), quantity };
  }
  if (mode === 'subscription') problems['price_id'] = 'is required for a subscription';
  else if (amount === undefined) problems['price_id'] = 'or amount, currency and name is required';
  const isWhole = Number.isInteger(amount) && Number(amount) > 0;
  if (amount !== undefined && !(isWhole && Number(amount) * quantity <= AMOUNT_MAX))
    problems['amount'] = `must be a whole number of minor units from 1, and with its quantity at most ${AMOUNT_MAX}`;
  if (amount !== undefined && (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)))
    problems['currency'] = 'must be a currency of three letters';
  const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= NAME_MAX && !/\p{Cc}/u.test(name);
  // An intent shows no name, so it may be absent.
  if (amount !== undefined && !isNamed && (mode !== 'intent' || name !== undefined))
    problems['name'] = `must say what is bought, in at most ${NAME_MAX} characters`;
  return {
    amount: Number(amount),
    currency: String(currency).toLowerCase(),
    name: isNamed ? name.trim() : '',
    quantity,
  };
}

function readMetadata(value: unknown, problems: Problems): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    problems['metadata'] = 'must be an object';
    return {};
  }
  const entries = Object.entries(value);
  if (entries.length > METADATA_MAX) problems['metadata'] = `must have at most ${METADATA_MAX} entries`;
  const read: [string, string][] = [];
  for (const [key, entry] of entries.slice(0, METADATA_MAX)) {
    const text = ['string', 'number', 'boolean'].includes(typeof entry) ? String(entry) : undefined;
    const isFit = key !== '' && key.length <= METADATA_KEY_MAX && !/[[\]\p{Cc}]/u.test(key) && !OWN_KEY.test(key);
    if (!isFit) problems[`metadata.${key.slice(0, 64)}`] = `is not a key of at most ${METADATA_KEY_MAX} characters`;
    else if (text === undefined || text.length > METADATA_VALUE_MAX || text.includes('\0') || !text.isWellFormed())
      problems[`metadata.${key}`] = `must be text of at most ${METADATA_VALUE_MAX} characters`;
    else read.push([key, text]);
  }
  return Object.fromEntries(read);
}
