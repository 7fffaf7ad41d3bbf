import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, plainStep } from '../../../database/index.ts';

/** When a project changes its store, rows are `moved` with it, `replaced` by the archive, or `kept` by the old one. */
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
  // Entries are never changed; `former_stores` maps their store to the project.
  audit: 'kept',
  former_stores: 'moved',
  // Only deleted projects have rows here.
  deleted_projects: 'kept',
  // Each store has a place of its own, until it is dropped.
  store_places: 'kept',
  store_moves: 'moved',
  blob_holds: 'kept',
  damaged_blobs: 'kept',
  function_job_work: 'kept',
  store_work: 'kept',
  webhook_work: 'kept',
} as const satisfies Readonly<Record<string, 'moved' | 'replaced' | 'kept'>>;

type StoreTables = Record<keyof typeof STORE_TABLES, { store: string }> & {
  former_stores: { store: string; former: string };
};

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
