export { createPayments, type Payments, type PaymentsOptions } from './payments.ts';
