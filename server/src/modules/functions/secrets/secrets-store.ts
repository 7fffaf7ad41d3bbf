import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';

interface SecretRow {
  name: string;
  sealed: string;
  updated_at: string;
}

export function createSecretsStore(database: Database) {
  const db = createSqlBuilder<{ _function_secrets: SecretRow }>(database);
  return {
    all: (store: StoreName): Promise<readonly SecretRow[]> =>
      fetchRows(database, db.selectFrom('_function_secrets').selectAll().orderBy('name'), store),

    setStep: (row: SecretRow): PlainStep =>
      plainStep(
        db
          .insertInto('_function_secrets')
          .values(row)
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({ sealed: row.sealed, updated_at: row.updated_at }),
          ),
      ),

    deleteStep: (name: string): PlainStep =>
      plainStep(db.deleteFrom('_function_secrets').where('name', '=', name), { atLeast: 1, name: 'secret' }),
  };
}
