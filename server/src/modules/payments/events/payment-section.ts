import { Type } from 'typebox';
import { type ArchiveSection, createRecordReader, storingRecords, uuidOf } from '../../../archiving/index.ts';
import { type Facts, OBJECT_KINDS } from '../facts.ts';
import type { PaymentsContext } from '../payments-context.ts';

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const text = orNull(Type.String());
const integer = orNull(Type.Integer());

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
    }),
  }),
);

/** Known objects of payments, besides their rows: without them a later event would not find its row. */
export function createPaymentSection({
  database,
  objects,
}: Pick<PaymentsContext, 'database' | 'objects'>): ArchiveSection {
  return {
    folder: 'payments',
    async save({ snapshot, record }) {
      for await (const page of snapshot.rows(objects.allStatement)) {
        for (const { id, paymentId, subscriptionId, facts } of objects.read(page))
          await record({ id, payment_id: paymentId, subscription_id: subscriptionId, facts });
      }
    },
    openLoad: ({ project }) => ({
      async take(records) {
        const steps = records.map((each) => {
          const { id, payment_id: paymentId, subscription_id: subscriptionId, facts } = readRecord(each);
          return objects.saveStep({ id, paymentId: uuidOf(paymentId), subscriptionId, facts: facts as Facts });
        });
        await storingRecords(() => database.load(project.store, steps));
      },
    }),
  };
}
