import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

const PAGE = 500;

export interface ExpectedFile {
  readonly id: string;
  readonly bytes: number;
  /** The name in the archive derives from this: the hash of the content, if that is all of its bytes. */
  readonly content: string;
  /** The hash of its first `hashedBytes` bytes. */
  readonly sha256: string;
  readonly hashedBytes: number;
}

const SOURCES = [
  {
    table: '_files',
    text: `SELECT id, size AS bytes, checksum_sha256 AS sha256, size AS hashed, 'file ' || checksum_sha256 AS content FROM _files`,
    id: 'id',
  },
  {
    // A content and its compressed forms are one blob.
    table: '_app_contents',
    text: `SELECT blob_id AS id, size + COALESCE(br_size, 0) + COALESCE(gzip_size, 0) AS bytes, hash AS sha256, size AS hashed,
      'app ' || blob_id AS content FROM _app_contents`,
    id: 'blob_id',
  },
] as const;

export function* expectedFiles(path: string): Generator<readonly ExpectedFile[]> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    for (const { table, text, id } of SOURCES) {
      if (!hasTable(db, table)) continue;
      for (let after = ''; ; ) {
        const page = read(db, `${text} WHERE ${id} > ? ORDER BY ${id} LIMIT ${PAGE}`, [after]);
        if (page.length === 0) break;
        yield page;
        after = page.at(-1)?.id ?? '';
      }
    }
  } finally {
    db.close();
  }
}

export function findExpectedFiles(path: string, ids: readonly string[]): readonly ExpectedFile[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const among = JSON.stringify(ids);
    return SOURCES.flatMap(({ table, text, id }) =>
      hasTable(db, table) ? read(db, `${text} WHERE ${id} IN (SELECT value FROM json_each(?))`, [among]) : [],
    );
  } finally {
    db.close();
  }
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

function read(db: DatabaseSync, text: string, values: readonly SQLInputValue[]): readonly ExpectedFile[] {
  return db
    .prepare(text)
    .all(...values)
    .map((row) => ({
      id: String(row['id']),
      bytes: Number(row['bytes']),
      content: String(row['content']),
      sha256: String(row['sha256']),
      hashedBytes: Number(row['hashed']),
    }));
}
