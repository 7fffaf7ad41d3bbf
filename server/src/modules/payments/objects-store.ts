import { sql } from 'kysely';
import type { Database, PlainStep, Row, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep, statementOf } from '../../database/index.ts';
import type { ObjectFacts } from './facts.ts';

export const STATE_STEP = 'payments';

export interface StoredObject {
  readonly id: string;
  readonly paymentId: string;
  readonly subscriptionId: string | null;
  readonly facts: ObjectFacts;
}

interface Tables {
  _payment_events: { id: string; type: string; created_s: number; received_at: string };
  _payment_objects: { id: string; payment_id: string; subscription_id: string | null; facts: string };
  _payment_state: { id: number; revision: number };
}

export type ObjectsStore = ReturnType<typeof createObjectsStore>;

export function createObjectsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  const objects = db.selectFrom('_payment_objects').selectAll().orderBy('id');
  const read = async (query: typeof objects, store: StoreName) =>
    (await fetchRows(database, query, store)).map(fromRow);

  return {
    allStatement: statementOf(objects),
    read(rows: readonly Row[]): readonly StoredObject[] {
      const typed: readonly unknown[] = rows;
      return (typed as readonly Tables['_payment_objects'][]).map(fromRow);
    },

    async revision(store: StoreName): Promise<number> {
      const [row] = await fetchRows(database, db.selectFrom('_payment_state').select('revision'), store);
      return Number(row?.revision ?? 0);
    },

    async applied(store: StoreName, ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const query = db.selectFrom('_payment_events').select('id').where('id', 'in', ids);
      return new Set((await fetchRows(database, query, store)).map(({ id }) => id));
    },

    byIds: (store: StoreName, ids: readonly string[]) => read(objects.where('id', 'in', ids), store),

    ofPayments: async (store: StoreName, paymentIds: readonly string[]) =>
      paymentIds.length === 0 ? [] : await read(objects.where('payment_id', 'in', paymentIds), store),

    ofSubscription: (store: StoreName, id: string) => read(objects.where('subscription_id', '=', id), store),

    stateStep: (revision: number): PlainStep =>
      plainStep(
        db.updateTable('_payment_state').set({ revision: sql`revision + 1` }).where('revision', '=', revision),
        { atLeast: 1, name: STATE_STEP },
      ),

    eventStep: (event: { id: string; type: string; created: number }, now: string): PlainStep =>
      plainStep(
        db
          .insertInto('_payment_events')
          .values({ id: event.id, type: event.type, created_s: event.created, received_at: now })
          .onConflict((conflict) => conflict.column('id').doNothing()),
      ),

    forgetEventsStep: (before: string): PlainStep =>
      plainStep(db.deleteFrom('_payment_events').where('received_at', '<', before)),

    forgetStep: (paymentIds: readonly string[]): PlainStep =>
      plainStep(db.deleteFrom('_payment_objects').where('payment_id', 'in', paymentIds)),

    saveStep({ id, paymentId, subscriptionId, facts }: StoredObject): PlainStep {
      const row = { payment_id: paymentId, subscription_id: subscriptionId, facts: JSON.stringify(facts) };
      return plainStep(
        db
          .insertInto('_payment_objects')
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
      );
    },
  };
}

function fromRow(row: Tables['_payment_objects']): StoredObject {
  return {
    id: row.id,
    paymentId: row.payment_id,
    subscriptionId: row.subscription_id,
    facts: JSON.parse(row.facts) as ObjectFacts,
  };
}
