import type { Database, PlainStep, StoreName } from '../../../database/database.ts';
import { createSqlBuilder, plainStep } from '../../../database/kysely.ts';

/**
 * Every table of the control store that says to which store its rows belong, and what becomes of them when a project
 * gets another one. `moved`: they are the project's whatever is restored. `replaced`: the archive brings its own.
 * `kept`: they are the old store's, and go or stay with it.
 */
export const STORE_TABLES = {
  projects: 'replaced',
  project_keys: 'replaced',
  app_domain_claims: 'replaced',
  app_domains: 'replaced',
  mail_templates: 'replaced',
  members: 'moved',
  invites: 'moved',
  project_metrics: 'moved',
  backups: 'moved',
  restores: 'moved',
  mailbox: 'moved',
  // Entries are never changed: `former_stores` says whose they are.
  audit: 'kept',
  former_stores: 'moved',
  // Only projects that are gone have rows here.
  deleted_projects: 'kept',
  blob_holds: 'kept',
  damaged_blobs: 'kept',
  store_work: 'kept',
  webhook_work: 'kept',
} as const satisfies Readonly<Record<string, 'moved' | 'replaced' | 'kept'>>;

type StoreTables = Record<keyof typeof STORE_TABLES, { store: string }> & {
  former_stores: { store: string; former: string };
};

/** Rows that belong to a project, whatever store it has, go on to the new one. */
export function moveSteps(database: Database, from: StoreName, to: StoreName): readonly PlainStep[] {
  const db = createSqlBuilder<StoreTables>(database);
  const moved = Object.entries(STORE_TABLES).flatMap(([table, what]) =>
    what === 'moved' ? [table as keyof typeof STORE_TABLES] : [],
  );
  return [
    ...moved.map((table) => plainStep(db.updateTable(table).set({ store: to }).where('store', '=', from))),
    plainStep(db.insertInto('former_stores').values({ former: from, store: to })),
  ];
}
