import { DatabaseSync } from 'node:sqlite';

export interface Project {
  readonly id: string;
  readonly store: string;
}

/** Undefined before the service has created its tables. */
export function readProjects(control: string): readonly Project[] | undefined {
  const db = new DatabaseSync(control, { readOnly: true });
  try {
    if (!hasTable(db, 'projects')) return undefined;
    const rows = db.prepare('SELECT id, store FROM projects ORDER BY id').all();
    return rows.map((row) => ({ id: String(row['id']), store: String(row['store']) }));
  } finally {
    db.close();
  }
}

/** Stores that projects had before a restore, or before they were deleted. */
export function formerStores(control: string): readonly string[] {
  const db = new DatabaseSync(control, { readOnly: true });
  try {
    const rows = db.prepare('SELECT former AS store FROM former_stores UNION SELECT store FROM deleted_projects').all();
    return rows.map((row) => String(row['store']));
  } finally {
    db.close();
  }
}

export function countRows(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    // A store at its first moments has no tables yet; the service creates them when it opens it.
    if (!hasTable(db, '_table_stats')) return 0;
    const row = db.prepare('SELECT COALESCE(SUM(table_rows), 0) AS rows FROM _table_stats').get();
    return Number(row?.['rows'] ?? 0);
  } finally {
    db.close();
  }
}

export function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}
