import { DatabaseSync } from 'node:sqlite';

/** An SQLite database as a script in SQL that creates it again. */
export function dumpSqlite(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const objects = db
      .prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'",
      )
      .all()
      .map(({ type, name, sql }) => ({ type, name: String(name), sql: `${String(sql)};\n` }));
    const tables = objects.filter(({ type }) => type === 'table');
    return [
      ...tables.map(({ sql }) => sql),
      ...tables.map(({ name }) => dumpRows(db, name)),
      ...objects.filter(({ type }) => type !== 'table').map(({ sql }) => sql),
    ].join('');
  } finally {
    db.close();
  }
}

function dumpRows(db: DatabaseSync, table: string): string {
  const columns = db
    .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .all(table)
    .map(({ name }) => `"${String(name)}"`);
  const values = columns.map((column) => `quote(${column})`).join(` || ', ' || `);
  const rows = db.prepare(`SELECT ${values} AS row FROM "${table}" ORDER BY 1`).all();
  return rows.map(({ row }) => `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${String(row)});\n`).join('');
}
