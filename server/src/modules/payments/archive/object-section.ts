import { type Static, Type } from 'typebox';
import { createRecordReader, type RowsSection, storingRecords, uuidOf } from '../../../archiving/index.ts';
import type { Database } from '../../../database/database.ts';
import { createSqlBuilder, plainStep, statementOf } from '../../../database/kysely.ts';
import { inPieces } from '../../../platform/in-pieces.ts';

const ROWS_AT_ONCE = 200;
const TEXT_MAX = 500;

const objectRecord = Type.Object({
  id: Type.String({ maxLength: TEXT_MAX }),
  payment_id: Type.String(),
  subscription_id: Type.Union([Type.String({ maxLength: TEXT_MAX }), Type.Null()]),
  /** As the service keeps them: of its own making, whatever the provider said. */
  facts: Type.Object({}, { additionalProperties: true }),
});

/** What is known of a provider's objects: without it a later event about an old payment would tell of a new one. */
export function createPaymentObjectSection(database: Database): RowsSection {
  const db = createSqlBuilder<{
    _payment_objects: { id: string; payment_id: string; subscription_id: string | null; facts: string };
  }>(database);
  const read = createRecordReader(objectRecord);
  const rowOf = ({ id, payment_id: paymentId, subscription_id, facts }: Static<typeof objectRecord>) => {
    return { id, payment_id: uuidOf(paymentId), subscription_id, facts: JSON.stringify(facts) };
  };
  return {
    table: '_payment_objects',
    rows: statementOf(db.selectFrom('_payment_objects').selectAll().orderBy('id')),
    recordOf: (row) => ({ ...row, facts: JSON.parse(String(row['facts'])) as object }),
    async load({ project }, records) {
      for (const piece of inPieces(records.map(read).map(rowOf), ROWS_AT_ONCE)) {
        const insert = plainStep(db.insertInto('_payment_objects').values(piece));
        await storingRecords(() => database.load(project.store, [insert]));
      }
    },
  };
}
