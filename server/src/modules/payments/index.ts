export { createPaymentObjectSection } from './archive/object-section.ts';
export { createPayments, type Payments, type PaymentsOptions } from './payments.ts';
