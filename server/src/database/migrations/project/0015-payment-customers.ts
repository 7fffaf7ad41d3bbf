import type { Migration } from '../migration.ts';

export const paymentCustomers: Migration = {
  version: 15,
  name: 'payment customers',
  readableFrom: 12,
  statements: ({ text, keyed }) => [
    // The customer of a user at the payment provider. `email`: the verified address that was sent to the provider.
    `CREATE TABLE _payment_customers (user_id ${text} PRIMARY KEY, customer_id ${text} NOT NULL, email ${text},
      created_at ${text} NOT NULL)${keyed}`,
    'CREATE INDEX _payment_customers_customer ON _payment_customers (customer_id)',
  ],
};
