import type { Database, PlainStep } from '../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/kysely.ts';

export interface AccountRow {
  id: string;
  email: string;
  name: string | null;
  password_hash: string;
  created_at: string;
}

interface Tables {
  accounts: AccountRow;
  setup: { id: number; completed_at: string | null; sample_at: string | null };
  setup_links: { hash: string; created_at: string };
}

export type AccountsStore = ReturnType<typeof createAccountsStore>;

export function createAccountsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    insertAccountStep: (row: AccountRow): PlainStep => plainStep(db.insertInto('accounts').values(row)),

    async findByEmail(email: string): Promise<AccountRow | undefined> {
      return (await fetchRows(database, db.selectFrom('accounts').selectAll().where('email', '=', email)))[0];
    },

    async isSetupComplete(): Promise<boolean> {
      const [row] = await fetchRows(database, db.selectFrom('setup').select('completed_at'));
      return row?.completed_at != null;
    },

    async addSetupLink(hash: string, now: string): Promise<void> {
      await database.write('control', [plainStep(db.insertInto('setup_links').values({ hash, created_at: now }))]);
    },

    async hasSetupLink(hash: string): Promise<boolean> {
      const rows = await fetchRows(database, db.selectFrom('setup_links').select('hash').where('hash', '=', hash));
      return rows.length > 0;
    },

    /** Closes the set-up. The one row makes those who come at once wait for each other, and all but one fail. */
    completeSetupSteps: (hash: string, now: string): readonly PlainStep[] => [
      plainStep(db.updateTable('setup').set({ completed_at: now }).where('completed_at', 'is', null), {
        atLeast: 1,
        name: 'setup',
      }),
      plainStep(db.deleteFrom('setup_links').where('hash', '=', hash), { atLeast: 1, name: 'token' }),
      plainStep(db.deleteFrom('setup_links')),
    ],
  };
}
