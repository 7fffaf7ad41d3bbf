export type { BillingRecord } from './balance/carry-over.ts';

export { type Billing, createBilling } from './billing.ts';
