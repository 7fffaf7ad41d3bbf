import type { Database, PlainStep, StoreName } from '../../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../../database/index.ts';

const FORGOTTEN_AT_ONCE = 20;

interface AnswerRow {
  request_key: string;
  fingerprint: string;
  owner: string;
  lease_until_ms: number;
  answer: string | null;
  expires_at_ms: number;
}

export function createAnswersStore(database: Database) {
  const db = createSqlBuilder<{ _function_answers: AnswerRow }>(database);

  return {
    /** Changes a row only when the key is free: unused, expired, held too long, or held by one of the `gone` processes. */
    claimStep(row: AnswerRow, nowMs: number, gone: readonly string[]): PlainStep {
      const { request_key: _, ...values } = row;
      return plainStep(
        db
          .insertInto('_function_answers')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .column('request_key')
              .doUpdateSet(values)
              .where((eb) => {
                const isLate = eb('_function_answers.lease_until_ms', '<', nowMs);
                const isLeft = gone.length === 0 ? isLate : eb.or([isLate, eb('_function_answers.owner', 'in', gone)]);
                const isFree = eb.and([eb('_function_answers.answer', 'is', null), isLeft]);
                return eb.or([eb('_function_answers.expires_at_ms', '<', nowMs), isFree]);
              }),
          ),
      );
    },

    forgetStep(nowMs: number): PlainStep {
      const expired = db
        .selectFrom('_function_answers')
        .select('request_key')
        .where('expires_at_ms', '<', nowMs)
        .limit(FORGOTTEN_AT_ONCE);
      return plainStep(db.deleteFrom('_function_answers').where('request_key', 'in', expired));
    },

    async find(
      store: StoreName,
      key: string,
    ): Promise<Pick<AnswerRow, 'fingerprint' | 'owner' | 'answer'> | undefined> {
      const query = db
        .selectFrom('_function_answers')
        .select(['fingerprint', 'owner', 'answer'])
        .where('request_key', '=', key);
      return (await fetchRows(database, query, store))[0];
    },

    keepStep: (key: string, owner: string, answer: string): PlainStep =>
      plainStep(
        db.updateTable('_function_answers').set({ answer }).where('request_key', '=', key).where('owner', '=', owner),
      ),

    releaseStep: (key: string, owner: string): PlainStep =>
      plainStep(
        db
          .deleteFrom('_function_answers')
          .where('request_key', '=', key)
          .where('owner', '=', owner)
          .where('answer', 'is', null),
      ),
  };
}
