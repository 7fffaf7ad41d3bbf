import type { Database } from './database.ts';
import { createSqlBuilder, fetchRows, plainStep } from './kysely.ts';

interface Tables {
  master_key_canary: { id: number; sealed: string };
}

export function createCanaryStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return {
    async find(): Promise<string | undefined> {
      return (await fetchRows(database, db.selectFrom('master_key_canary').select('sealed')))[0]?.sealed;
    },
    async addIfNone(sealed: string): Promise<void> {
      const insert = db
        .insertInto('master_key_canary')
        .values({ id: 1, sealed })
        .onConflict((conflict) => conflict.doNothing());
      await database.write('control', [plainStep(insert)]);
    },
  };
}
