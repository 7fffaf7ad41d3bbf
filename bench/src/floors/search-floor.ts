import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { idOf } from '../rows.ts';
import { textOf } from '../search-rows.ts';
import { clientOf } from '../service/embedded-postgres.ts';

const ROWS_PER_COMMIT = 2_000;

export interface BareSearch {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
  readonly order: 'newest' | 'ranked';
  readonly isCounted: boolean;
}

export interface SearchFloor extends AsyncDisposable {
  /** Runs the search once; resolves with its milliseconds. */
  run(search: BareSearch): Promise<number>;
}

export async function openSearchFloor(
  file: string,
  rows: number,
  databaseUrl: string | undefined,
): Promise<SearchFloor> {
  return databaseUrl === undefined ? sqliteFloor(file, rows) : await postgresFloor(databaseUrl, rows);
}

function sqliteFloor(file: string, rows: number): SearchFloor {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA cache_size = -16384; CREATE TABLE notes (number INTEGER PRIMARY KEY, body TEXT);
    CREATE VIRTUAL TABLE words USING fts5 (body, content='', contentless_delete=1, tokenize='ascii')`);
  const insertRow = db.prepare('INSERT INTO notes VALUES (?, ?)');
  const insertWords = db.prepare('INSERT INTO words (rowid, body) VALUES (?, ?)');
  for (let from = 0; from < rows; from += ROWS_PER_COMMIT) {
    db.exec('BEGIN');
    for (let number = from; number < Math.min(rows, from + ROWS_PER_COMMIT); number++) {
      insertRow.run(number, textOf(number));
      insertWords.run(number, textOf(number));
    }
    db.exec('COMMIT');
  }
  const find = (order: string): string =>
    `SELECT number, body FROM (SELECT rowid FROM words WHERE words MATCH ? ORDER BY ${order} LIMIT 20) AS found JOIN notes ON number = found.rowid`;
  const statements = { newest: db.prepare(find('rowid DESC')), ranked: db.prepare(find('bm25(words)')) };
  const count = db.prepare('SELECT count(*) FROM words WHERE words MATCH ?');
  return {
    async run({ words, isPrefix, order, isCounted }) {
      const query = words.map((word) => `"${word}"${isPrefix ? ' *' : ''}`).join(' AND ');
      const startedAt = performance.now();
      statements[order].all(query);
      if (isCounted) count.get(query);
      return performance.now() - startedAt;
    },
    async [Symbol.asyncDispose]() {
      db.close();
    },
  };
}

async function postgresFloor(databaseUrl: string, rows: number): Promise<SearchFloor> {
  const client = clientOf(databaseUrl);
  await client.connect();
  await client.query('CREATE TABLE notes (id uuid PRIMARY KEY, body text, words tsvector)');
  await client.query('CREATE INDEX ON notes USING gin (words)');
  for (let from = 0; from < rows; from += ROWS_PER_COMMIT) {
    const numbers = Array.from({ length: Math.min(rows - from, ROWS_PER_COMMIT) }, (_, index) => from + index);
    await client.query(
      `INSERT INTO notes SELECT id, body, to_tsvector('simple', body) FROM unnest($1::uuid[], $2::text[]) AS _ (id, body)`,
      [numbers.map(idOf), numbers.map(textOf)],
    );
  }
  await client.query('VACUUM ANALYZE notes');
  const orders = { newest: 'id DESC', ranked: 'ts_rank(words, $1::tsquery) DESC, id' };
  return {
    async run({ words, isPrefix, order, isCounted }) {
      const query = words.map((word) => `'${word}'${isPrefix ? ':*' : ''}`).join(' & ');
      const startedAt = performance.now();
      await client.query(`SELECT id, body FROM notes WHERE words @@ $1::tsquery ORDER BY ${orders[order]} LIMIT 20`, [
        query,
      ]);
      if (isCounted) await client.query('SELECT count(*) FROM notes WHERE words @@ $1::tsquery', [query]);
      await pause(0);
      return performance.now() - startedAt;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
