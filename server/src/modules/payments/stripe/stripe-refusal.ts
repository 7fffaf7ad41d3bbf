import type { Stripe } from 'stripe';
import { validationFailed } from '../../../platform/errors.ts';
import { ProviderRefusal } from '../../integrations/index.ts';

export class StripeRefusal extends ProviderRefusal {
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(status: number, { message, code, param, headers }: Stripe.errors.StripeError) {
    super(status, message, headers?.['retry-after']);
    this.name = 'StripeRefusal';
    this.code = code;
    this.param = param;
  }
}

/** The refusal in an error of the client package; undefined when there was no answer. */
export function refusalIn(error: unknown): StripeRefusal | undefined {
  if (error instanceof StripeRefusal) return error;
  // The package is loaded at the first call, so its error class is not available here.
  if (!(error instanceof Error && 'rawType' in error && 'statusCode' in error)) return undefined;
  const { statusCode } = error;
  return typeof statusCode === 'number' ? new StripeRefusal(statusCode, error as Stripe.errors.StripeError) : undefined;
}

/** Maps Stripe's parameters to the fields of our payloads that they come from. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/\[price\]|^price$/, 'price_id'],
  [/unit_amount|amount/, 'amount'],
  [/currency/, 'currency'],
  [/quantity/, 'quantity'],
  [/success_url/, 'success_url'],
  [/cancel_url/, 'cancel_url'],
  [/return_url/, 'return_url'],
  [/trial_period_days|trial_end/, 'options.trial_period_days'],
  [/automatic_tax/, 'options.automatic_tax'],
  [/name/, 'name'],
];

/** Converts a refusal that the caller caused to `validation_failed`; returns any other error unchanged. */
export function callersMistake(error: unknown): unknown {
  const refusal = refusalIn(error);
  if (refusal === undefined || (refusal.status !== 400 && refusal.status !== 404)) return error;
  const { param, message } = refusal;
  const field = param === undefined ? undefined : FIELDS.find(([pattern]) => pattern.test(param))?.[1];
  if (field !== undefined) return validationFailed({ [field]: message });
  // Apart from the customer, only the price of a checkout can be missing.
  const isUnknownPrice = (refusal.status === 404 || isMissing(refusal)) && !isUnknownCustomer(refusal);
  return isUnknownPrice ? validationFailed({ price_id: message }) : error;
}

export function isUnknownCustomer(error: unknown): boolean {
  return isMissing(error) && refusalIn(error)?.param === 'customer';
}

export function isMissing(error: unknown): boolean {
  return refusalIn(error)?.code === 'resource_missing';
}

/** The key lacks permission for the call, or the provider does not have it. */
export function isClosedToKey(error: unknown): boolean {
  const status = refusalIn(error)?.status;
  return status === 403 || status === 404;
}
