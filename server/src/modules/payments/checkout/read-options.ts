import type { Fields, Problems } from '../../integrations/index.ts';
import type { Item, PaymentMode } from './item.ts';
import { isPriceId, readQuantity } from './read-price.ts';

export interface CheckoutOptions {
  readonly hasAutomaticTax: boolean;
  readonly collectsTaxIds: boolean;
  readonly allowsPromotionCodes: boolean;
  readonly trialDays: number | undefined;
  readonly billingAddress: 'auto' | 'required' | undefined;
  readonly items: readonly Item[];
}

export const NO_OPTIONS: CheckoutOptions = {
  hasAutomaticTax: false,
  collectsTaxIds: false,
  allowsPromotionCodes: false,
  trialDays: undefined,
  billingAddress: undefined,
  items: [],
};

const NAMES = [
  'automatic_tax',
  'tax_id_collection',
  'allow_promotion_codes',
  'trial_period_days',
  'billing_address_collection',
  'line_items',
];
const TRIAL_DAYS_MAX = 730;
const ITEMS_MAX = 20;

interface Reading {
  readonly mode: PaymentMode | undefined;
  /** False with the public key: the buyer controls the payload and may set no options. */
  readonly isTrusted: boolean;
  readonly problems: Problems;
}

export function readOptions(value: unknown, { mode, isTrusted, problems }: Reading): CheckoutOptions {
  if (value === undefined || value === null) return NO_OPTIONS;
  if (!isTrusted || mode === 'intent') {
    problems['options'] = isTrusted
      ? 'are supported on checkout pages, not for intents'
      : 'may be sent by functions only';
    return NO_OPTIONS;
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    problems['options'] = `must be an object with ${NAMES.join(', ')}`;
    return NO_OPTIONS;
  }
  const options = value as Fields;
  for (const name of Object.keys(options))
    if (!NAMES.includes(name)) problems[`options.${name.slice(0, 64)}`] = `is not one of ${NAMES.join(', ')}`;
  return {
    hasAutomaticTax: readSwitch(options, 'automatic_tax', problems),
    collectsTaxIds: readSwitch(options, 'tax_id_collection', problems),
    allowsPromotionCodes: readSwitch(options, 'allow_promotion_codes', problems),
    trialDays: readTrial(options['trial_period_days'], mode, problems),
    billingAddress: readAddress(options['billing_address_collection'], problems),
    items: readItems(options['line_items'], problems),
  };
}

/** Accepts `true`, or `{enabled: true}` as the provider writes it. */
function readSwitch(options: Fields, name: string, problems: Problems): boolean {
  const value = options[name] ?? false;
  const isOn: unknown = typeof value === 'object' ? Object(value).enabled : value;
  if (typeof isOn === 'boolean') return isOn;
  problems[`options.${name}`] = 'must be true or false';
  return false;
}

function readTrial(value: unknown, mode: PaymentMode | undefined, problems: Problems): number | undefined {
  if (value === undefined || value === null) return undefined;
  const name = 'options.trial_period_days';
  if (mode !== 'subscription') problems[name] = 'is supported for subscriptions only';
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= TRIAL_DAYS_MAX) return Number(value);
  problems[name] = `must be a whole number from 1 to ${TRIAL_DAYS_MAX}`;
  return undefined;
}

function readAddress(value: unknown, problems: Problems): CheckoutOptions['billingAddress'] {
  if (value === undefined || value === null) return undefined;
  if (value === 'auto' || value === 'required') return value;
  problems['options.billing_address_collection'] = 'must be auto or required';
  return undefined;
}

function readItems(value: unknown, problems: Problems): readonly Item[] {
  if (value === undefined || value === null) return [];
  const name = 'options.line_items';
  if (!Array.isArray(value) || value.length === 0 || value.length > ITEMS_MAX) {
    problems[name] = `must be a list of 1 to ${ITEMS_MAX} items {price_id, quantity?}`;
    return [];
  }
  return value.map((item: unknown, index) => {
    const { price_id: named, price = named, quantity } = Object(item) as Fields;
    if (!isPriceId(price)) problems[`${name}[${index}].price_id`] = 'must be the id of a price';
    return { priceId: String(price), quantity: readQuantity(`${name}[${index}].quantity`, quantity, problems) };
  });
}
