import { DatabaseSync } from 'node:sqlite';
import { hasTable } from './read-stores.ts';

/** Tables of the control store that name the stores with jobs or deliveries (`jobs/due-stores.ts`). */
export const WORK_TABLES = ['store_work', 'webhook_work', 'function_job_work'];

/**
 * Makes the next start look for work in each of the stores. A store may be recovered to a later moment than the control
 * store, and then has work that no note announces.
 */
export function noteWork(control: string, stores: readonly string[]): void {
  const db = new DatabaseSync(control);
  try {
    db.exec('BEGIN IMMEDIATE');
    for (const table of WORK_TABLES.filter((name) => hasTable(db, name))) {
      const note = db.prepare(
        `INSERT INTO ${table} (store, noted_at, due_at, note_id) VALUES (?, ?, 0, 'recovery')
          ON CONFLICT (store) DO UPDATE SET noted_at = excluded.noted_at, due_at = 0, note_id = excluded.note_id`,
      );
      for (const store of stores) note.run(store, Date.now());
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}
