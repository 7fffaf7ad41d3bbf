import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { idOf, newRowOf, rowOf, STATUSES, sampleNumbers } from '../rows.ts';
import {
  BATCH_CONNECTIONS,
  BATCH_ROWS,
  PAGE_ROWS,
  ROWS_PER_COMMIT,
  type SqlNews,
  type SqlOrder,
  type SqlWork,
} from './sql-job.ts';

const JSON_ROW = `json_object('id', id, 'created_at', created_at, 'updated_at', updated_at, 'owner_id', owner_id, 'title', title,
  'status', status, 'rank', rank, 'price', price, 'is_open', json(CASE is_open WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END), 'note', note)`;
const COLUMNS = 'id, created_at, updated_at, owner_id, title, status, rank, price, is_open, note';
const ROWS_PER_FILL = 5_000;
/** Created before the loop; the load on the service uses the same number. */
const NEW_ROWS = 16_384;
/** A log of 128 MB, as in the service. */
const PAGES_BEFORE_COPY = 32_768;

// The SQL floor on SQLite: one thread, `node:sqlite`, durable commits, nothing else.
let open: SqliteFloor | undefined;

process.on('message', (order: SqlOrder) => {
  if (order.kind === 'open') {
    open = new SqliteFloor(order.target, order.rows);
    tell({ kind: 'opened' });
  } else {
    tell({ kind: 'ran', perSecond: open?.run(order.work, order.measureMs) ?? 0 });
  }
});
process.on('disconnect', () => process.exit(0));

function tell(news: SqlNews): void {
  process.send?.(news);
}

class SqliteFloor {
  readonly #db: DatabaseSync;
  readonly #numbers: number[];
  #inserted: number;
  #turn = 0;

  constructor(directory: string, rows: number) {
    this.#db = new DatabaseSync(join(directory, 'floor.db'));
    // Copying the log back every thousand pages, as SQLite does by itself, would make inserts several times as slow.
    this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -64000;
      PRAGMA wal_autocheckpoint = ${PAGES_BEFORE_COPY}; PRAGMA journal_size_limit = -1`);
    const columns = `(id TEXT PRIMARY KEY, created_at TEXT, updated_at TEXT, owner_id TEXT, title TEXT, status TEXT,
      rank INTEGER, price REAL, is_open INTEGER, note TEXT) WITHOUT ROWID`;
    this.#db.exec(`CREATE TABLE items ${columns}; CREATE TABLE items_plain ${columns};
      CREATE TABLE counts (name TEXT PRIMARY KEY, rows INTEGER) WITHOUT ROWID;
      INSERT INTO counts VALUES ('items', ${rows})`);
    this.#fill(rows);
    this.#db.exec('CREATE INDEX items_rank ON items (rank); PRAGMA wal_checkpoint(TRUNCATE)');
    this.#numbers = sampleNumbers(65_536, rows);
    this.#inserted = rows;
  }

  run(work: SqlWork, measureMs: number): number {
    const once = this.#workOf(work);
    for (let index = 0; index < 50; index++) once();
    const startedAt = performance.now();
    let operations = 0;
    let elapsedMs = 0;
    while (elapsedMs < measureMs) {
      operations += once();
      elapsedMs = performance.now() - startedAt;
    }
    return (operations * 1000) / elapsedMs;
  }

  #workOf(work: SqlWork): () => number {
    switch (work) {
      case 'read':
        return this.#read(this.#db.prepare(`SELECT ${JSON_ROW} FROM items WHERE id = ?`));
      case 'list':
        return this.#list();
      case 'insert':
        return this.#inTransaction(this.#insert('items'), ROWS_PER_COMMIT, ROWS_PER_COMMIT);
      case 'batch':
        return this.#inTransaction(this.#insert('items_plain'), BATCH_CONNECTIONS * BATCH_ROWS, BATCH_CONNECTIONS);
      case 'update': {
        const update = this.#db.prepare(
          `UPDATE items SET price = ?, note = ?, updated_at = ? WHERE id = ? RETURNING ${JSON_ROW}`,
        );
        const once = (): void => {
          const row = rowOf(this.#number());
          update.get(row.price + 1, row.note, new Date().toISOString(), row.id);
        };
        return this.#inTransaction(once, ROWS_PER_COMMIT, ROWS_PER_COMMIT);
      }
      case 'aggregate': {
        const statement = this.#db.prepare('SELECT status, count(*), sum(price) FROM items GROUP BY status');
        return () => Math.min(1, statement.all().length);
      }
    }
  }

  #read(statement: StatementSync): () => number {
    statement.setReturnArrays(true);
    return () => {
      statement.get(idOf(this.#number()));
      return 1;
    };
  }

  // Without INDEXED BY, SQLite sorts the whole table for `rank DESC, id`: its planner does not consider the partial sort.
  #list(): () => number {
    const rows = this.#db.prepare(
      `SELECT ${JSON_ROW} AS json FROM items INDEXED BY items_rank WHERE status = ? ORDER BY rank DESC, id LIMIT ${PAGE_ROWS}`,
    );
    const count = this.#db.prepare('SELECT rows FROM counts WHERE name = ?');
    rows.setReturnArrays(true);
    return () => {
      this.#db.exec('BEGIN');
      rows.all(STATUSES[this.#turn++ % STATUSES.length] ?? '');
      count.get('items');
      this.#db.exec('COMMIT');
      return 1;
    };
  }

  #insert(table: 'items' | 'items_plain'): () => void {
    const insert = this.#db.prepare(`INSERT INTO ${table} (${COLUMNS}) VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)`);
    const rows = Array.from({ length: NEW_ROWS }, (_, number) => newRowOf(this.#inserted + number));
    return () => {
      const row = rows[this.#inserted % NEW_ROWS];
      if (row === undefined) return;
      const now = new Date().toISOString();
      const { title, status, rank, price, note } = row;
      insert.run(idOf(this.#inserted++), now, now, title, status, rank, price, 1, note);
    };
  }

  #inTransaction(once: () => void, times: number, operations: number): () => number {
    return () => {
      this.#db.exec('BEGIN IMMEDIATE');
      for (let index = 0; index < times; index++) once();
      this.#db.exec('COMMIT');
      return operations;
    };
  }

  #fill(rows: number): void {
    const insert = this.#db.prepare(`INSERT INTO items (${COLUMNS}) VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)`);
    for (let from = 0; from < rows; from += ROWS_PER_FILL) {
      this.#db.exec('BEGIN');
      for (let number = from; number < Math.min(rows, from + ROWS_PER_FILL); number++) {
        const { id, created_at, title, status, rank, price, note } = rowOf(number);
        insert.run(id, created_at, created_at, title, status, rank, price, 1, note);
      }
      this.#db.exec('COMMIT');
    }
  }

  #number(): number {
    return this.#numbers[this.#turn++ % this.#numbers.length] ?? 0;
  }
}
