import { Type } from 'typebox';
import { type ArchiveSection, createRecordReader, storingRecords, uuidOf } from '../../../archive/sections/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { OBJECT_KINDS, type ObjectFacts, SUBSCRIPTION_STATUSES } from '../facts.ts';
import type { PaymentsContext } from '../payments-context.ts';

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const text = orNull(Type.String());
const integer = orNull(Type.Integer());

const plan = Type.Object({
  customer_id: text,
  status: Type.Enum([...SUBSCRIPTION_STATUSES]),
  interval: text,
  period_start: integer,
  period_end: integer,
  trial_end: integer,
  cancel_at_period_end: Type.Boolean(),
  canceled_at: integer,
  ended_at: integer,
});

const said = Type.Object({
  status: orNull(Type.Enum(['succeeded', 'pending', 'failed'])),
  type: orNull(Type.Enum(['one_time', 'subscription'])),
  amount: integer,
  refunded: integer,
  currency: text,
  user_id: text,
  email: text,
  subscription_id: text,
  product_id: text,
  price_id: text,
  quantity: integer,
  description: text,
  livemode: Type.Boolean(),
  metadata: Type.Record(Type.String(), Type.String()),
  charge_id: text,
  pending_reason: Type.Optional(orNull(Type.Enum(['processing', 'requires_action', 'requires_capture']))),
  plan: Type.Optional(orNull(plan)),
});

const readRecord = createRecordReader(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 300 }),
    payment_id: Type.String(),
    subscription_id: text,
    facts: Type.Object({
      kind: Type.Enum([...OBJECT_KINDS]),
      at: Type.Integer(),
      rank: Type.Number(),
      event: Type.String(),
      said: orNull(said),
      paid_at: integer,
      is_tried: Type.Optional(Type.Boolean()),
      is_untied: Type.Optional(Type.Boolean()),
    }),
  }),
);

const readCustomer = createRecordReader(
  Type.Object({
    user_id: Type.String({ minLength: 1, maxLength: 300 }),
    customer_id: Type.String({ minLength: 1, maxLength: 300 }),
    email: text,
  }),
);

/** Archives objects and customers: the rows are not enough, because a later event would not find its row. */
export function createPaymentSection({
  database,
  clock,
  objects,
  customers,
}: Pick<PaymentsContext, 'database' | 'clock' | 'objects' | 'customers'>): ArchiveSection {
  return {
    folder: 'payments',
    async save({ snapshot, record }) {
      for await (const page of snapshot.rows(objects.allStatement)) {
        for (const { id, paymentId, subscriptionId, facts } of objects.read(page))
          await record({ id, payment_id: paymentId, subscription_id: subscriptionId, facts });
      }
      for await (const page of snapshot.rows(customers.allStatement)) {
        for (const { userId, customerId, email } of customers.read(page))
          await record({ user_id: userId, customer_id: customerId, email });
      }
    },
    openLoad: ({ project }) => ({
      async take(records) {
        const steps = records.map((each) => {
          if (each['customer_id'] !== undefined) {
            const { user_id: userId, customer_id: customerId, email } = readCustomer(each);
            return customers.addStep({ userId, customerId, email }, isoTime(clock.now()));
          }
          const { id, payment_id: paymentId, subscription_id: subscriptionId, facts } = readRecord(each);
          return objects.saveStep({ id, paymentId: uuidOf(paymentId), subscriptionId, facts: facts as ObjectFacts });
        });
        await storingRecords(() => database.load(project.store, steps));
      },
    }),
  };
}
