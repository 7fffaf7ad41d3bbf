export type { BillingRecord } from './balance/carry-over.ts';
export type { Charge } from './balance/charge.ts';
export { type Billing, type BillingOptions, createBilling } from './billing.ts';
export type { Plan } from './billing-context.ts';
export type { PricedKind } from './price-list.ts';
