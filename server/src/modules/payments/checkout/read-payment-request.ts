import { type Fields, type Problems, readPayload } from '../../integrations/index.ts';

export const PAYMENT_MODES = ['payment', 'subscription', 'intent'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** The purchase: a price of the provider, or an amount that the caller names. */
export type Bought =
  | { readonly priceId: string }
  | { readonly amount: number; readonly currency: string; readonly name: string };

export interface PaymentRequest {
  readonly mode: PaymentMode;
  readonly bought: Bought;
  readonly quantity: number;
  /** Undefined for an intent: there is no page of the provider. */
  readonly successUrl: string | undefined;
  readonly cancelUrl: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

const FIELDS = ['mode', 'price_id', 'amount', 'currency', 'name', 'quantity', 'success_url', 'cancel_url', 'metadata'];
const AMOUNT_MAX = 99_999_999;
const QUANTITY_MAX = 999_999;
const URL_MAX = 2048;
const NAME_MAX = 250;
/** Stripe takes 50; some are ours. */
const METADATA_MAX = 40;
const METADATA_KEY_MAX = 40;
const METADATA_VALUE_MAX = 500;
/** Keys that the service itself writes. */
export const OWN_KEY = /^service_/;

/** The payload of `process_payment`. Throws `validation_failed` with everything that is wrong. */
export function readPaymentRequest(payload: unknown): PaymentRequest {
  return readPayload(payload, FIELDS, readFields);
}

function readFields(fields: Fields, problems: Problems): PaymentRequest {
  const mode = PAYMENT_MODES.find((known) => known === fields['mode']);
  if (mode === undefined) problems['mode'] = `must be one of ${PAYMENT_MODES.join(', ')}`;
  return {
    mode: mode ?? 'payment',
    bought: readBought(fields, mode, problems),
    quantity: readQuantity(fields['quantity'], problems),
    successUrl: readUrl('success_url', fields['success_url'], { isRequired: mode !== 'intent', problems }),
    cancelUrl: readUrl('cancel_url', fields['cancel_url'], { isRequired: mode !== 'intent', problems }),
    metadata: readMetadata(fields['metadata'], problems),
  };
}

function readBought(fields: Fields, mode: PaymentMode | undefined, problems: Problems): Bought {
  const { price_id: priceId, amount, currency, name } = fields;
  if (priceId !== undefined && priceId !== null) {
    if (typeof priceId !== 'string' || !/^[A-Za-z0-9_]{1,255}$/.test(priceId))
      problems['price_id'] = 'must be the id of a price';
    for (const other of ['amount', 'currency', 'name'])
      if (fields[other] != null) problems[other] = 'cannot stand beside price_id';
    return { priceId: String(priceId) };
  }
  if (mode === 'subscription') problems['price_id'] = 'is required for a subscription';
  else if (amount === undefined) problems['price_id'] = 'or amount, currency and name is required';
  if (amount !== undefined && !(Number.isInteger(amount) && Number(amount) > 0 && Number(amount) <= AMOUNT_MAX))
    problems['amount'] = `must be a whole number of minor units from 1 to ${AMOUNT_MAX}`;
  if (amount !== undefined && (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)))
    problems['currency'] = 'must be a currency of three letters';
  const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= NAME_MAX && !/\p{Cc}/u.test(name);
  // An intent shows no name to anybody.
  if (amount !== undefined && !isNamed && (mode !== 'intent' || name !== undefined))
    problems['name'] = `must say what is bought, in at most ${NAME_MAX} characters`;
  return { amount: Number(amount), currency: String(currency).toLowerCase(), name: isNamed ? name.trim() : '' };
}

function readQuantity(value: unknown, problems: Problems): number {
  if (value === undefined || value === null) return 1;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= QUANTITY_MAX) return Number(value);
  problems['quantity'] = `must be a whole number from 1 to ${QUANTITY_MAX}`;
  return 1;
}

function readUrl(
  name: string,
  value: unknown,
  { isRequired, problems }: { isRequired: boolean; problems: Problems },
): string | undefined {
  if (value === undefined || value === null) {
    if (isRequired) problems[name] = 'is required';
    return undefined;
  }
  const url = typeof value === 'string' && value.length <= URL_MAX ? URL.parse(value) : null;
  const isFit = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isFit) problems[name] = 'must be an http(s) address';
  return String(value);
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
    if (!isFit) problems[`metadata.${key.slice(0, 64)}`] = `is no key of at most ${METADATA_KEY_MAX} characters`;
    else if (text === undefined || text.length > METADATA_VALUE_MAX || text.includes('\0') || !text.isWellFormed())
      problems[`metadata.${key}`] = `must be text of at most ${METADATA_VALUE_MAX} characters`;
    else read.push([key, text]);
  }
  return Object.fromEntries(read);
}
