import type { Database, PlainStep } from '../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, plainStep } from '../../database/index.ts';

interface Tables {
  projects: { id: string; name: string; store: string };
  _users: { id: string; email: string };
  personal_tokens: { id: string; account_id: string };
  setup_links: { hash: string };
  audit: { id: string; action: string; target: string };
}

export function createTargetStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return {
    projects: () => fetchRows(database, db.selectFrom('projects').select(['id', 'name', 'store']).orderBy('id')),

    otherAccounts: (own: string | undefined): Promise<number> =>
      fetchCount(
        database,
        own === undefined ? db.selectFrom('_users') : db.selectFrom('_users').where('id', '!=', own),
      ),

    async isNoted(action: string, backupId: string): Promise<boolean> {
      const entries = db.selectFrom('audit').where('action', '=', action).where('target', '=', backupId);
      return (await fetchCount(database, entries)) > 0;
    },

    /** The set-up link must not make its holder an owner of the restored data. */
    forgetSetupLinks: (): PlainStep => plainStep(db.deleteFrom('setup_links')),

    /** Replaces an account by another one with its address; its personal tokens then belong to the new one. */
    replaceAccountSteps: (from: string, insertStep: PlainStep, to: string): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_users').where('id', '=', from)),
      insertStep,
      plainStep(db.updateTable('personal_tokens').set({ account_id: to }).where('account_id', '=', from)),
    ],
  };
}
