import type { Database, PlainStep, Row, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep, statementOf } from '../../database/index.ts';

export interface Customer {
  readonly userId: string;
  readonly customerId: string;
  readonly email: string | null;
}

interface CustomerRow {
  user_id: string;
  customer_id: string;
  email: string | null;
  created_at: string;
}

export type CustomersStore = ReturnType<typeof createCustomersStore>;

export function createCustomersStore(database: Database) {
  const db = createSqlBuilder<{ _payment_customers: CustomerRow }>(database);
  const customers = db.selectFrom('_payment_customers').select(['user_id', 'customer_id', 'email']);
  const find = async (query: typeof customers, store: StoreName): Promise<Customer | undefined> => {
    const [row] = await fetchRows(database, query, store);
    return row && fromRow(row);
  };
  const valuesOf = ({ userId, customerId, email }: Customer, now: string): CustomerRow => ({
    user_id: userId,
    customer_id: customerId,
    email,
    created_at: now,
  });

  return {
    allStatement: statementOf(customers.orderBy('user_id')),
    read: (rows: readonly Row[]): readonly Customer[] => {
      const typed: readonly unknown[] = rows;
      return (typed as readonly CustomerRow[]).map(fromRow);
    },

    byUser: (store: StoreName, userId: string) => find(customers.where('user_id', '=', userId), store),
    byCustomer: (store: StoreName, customerId: string) => find(customers.where('customer_id', '=', customerId), store),

    addStep: (customer: Customer, now: string): PlainStep =>
      plainStep(
        db
          .insertInto('_payment_customers')
          .values(valuesOf(customer, now))
          .onConflict((conflict) => conflict.column('user_id').doNothing()),
      ),

    setEmailStep: ({ userId, customerId }: Customer, email: string): PlainStep =>
      plainStep(
        db
          .updateTable('_payment_customers')
          .set({ email })
          .where('user_id', '=', userId)
          .where('customer_id', '=', customerId),
      ),

    /** Removes a customer that the provider no longer has, unless the user has another one by now. */
    removeStep: ({ userId, customerId }: Customer): PlainStep =>
      plainStep(
        db.deleteFrom('_payment_customers').where('user_id', '=', userId).where('customer_id', '=', customerId),
      ),
  };
}

function fromRow({ user_id: userId, customer_id: customerId, email }: Omit<CustomerRow, 'created_at'>): Customer {
  return { userId, customerId, email };
}
