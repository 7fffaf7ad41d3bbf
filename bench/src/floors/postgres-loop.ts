import { idOf, newRowOf, rowOf, STATUSES, sampleNumbers } from '../rows.ts';
import { clientOf } from '../service/embedded-postgres.ts';
import { BATCH_ROWS, PAGE_ROWS, ROWS_PER_COMMIT, type SqlNews, type SqlOrder, type SqlWork } from './sql-job.ts';

type Client = ReturnType<typeof clientOf>;

const CONNECTIONS = 8;
const COLUMNS = 'id, created_at, updated_at, owner_id, title, status, rank, price, is_open, note';
const PLACES = '$1::uuid, $2, $2, NULL, $3, $4, $5, $6, true, $7';

// The SQL floor on PostgreSQL: 8 connections with prepared statements, one running statement each, nothing else.
let open: PostgresFloor | undefined;

process.on('message', (order: SqlOrder) => {
  answer(order).then(
    (news) => process.send?.(news),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));

async function answer(order: SqlOrder): Promise<SqlNews> {
  if (order.kind === 'run') return { kind: 'ran', perSecond: (await open?.run(order.work, order.measureMs)) ?? 0 };
  open = await PostgresFloor.open(order.target, order.rows);
  return { kind: 'opened' };
}

class PostgresFloor {
  readonly #clients: readonly Client[];
  readonly #numbers: number[];
  #inserted: number;
  #turn = 0;

  private constructor(clients: readonly Client[], rows: number) {
    this.#clients = clients;
    this.#numbers = sampleNumbers(65_536, rows);
    this.#inserted = rows;
  }

  static async open(target: string, rows: number): Promise<PostgresFloor> {
    const clients = Array.from({ length: CONNECTIONS }, () => clientOf(target));
    for (const client of clients) await client.connect();
    const floor = new PostgresFloor(clients, rows);
    await floor.#fill(rows);
    return floor;
  }

  /** Operations per second; a batch counts once. */
  async run(work: SqlWork, measureMs: number): Promise<number> {
    const startedAt = performance.now();
    let operations = 0;
    const loop = async (client: Client): Promise<void> => {
      while (performance.now() - startedAt < measureMs) {
        // Not `operations += await …`: that would read the sum before the wait and lose what other loops add meanwhile.
        const done = await this.#once(client, work);
        operations += done;
      }
    };
    await Promise.all(this.#clients.map(loop));
    return (operations * 1000) / (performance.now() - startedAt);
  }

  async #once(client: Client, work: SqlWork): Promise<number> {
    switch (work) {
      case 'read':
        await client.query({
          name: 'read',
          text: 'SELECT row_to_json(t)::text FROM items t WHERE id = $1',
          values: [idOf(this.#number())],
        });
        return 1;
      case 'list':
        await client.query({
          name: 'list',
          text: `SELECT row_to_json(t)::text, (SELECT rows FROM counts WHERE name = 'items') FROM items t
            WHERE status = $1 ORDER BY rank DESC NULLS LAST, id LIMIT ${PAGE_ROWS}`,
          values: [STATUSES[this.#turn++ % STATUSES.length]],
        });
        return 1;
      case 'insert':
        return this.#inTransaction(client, ROWS_PER_COMMIT / CONNECTIONS, () => this.#insert(client, 'items'));
      case 'batch':
        await this.#inTransaction(client, BATCH_ROWS, () => this.#insert(client, 'items_plain'));
        return 1;
      case 'update':
        return this.#inTransaction(client, ROWS_PER_COMMIT / CONNECTIONS, () => this.#update(client));
      case 'aggregate':
        await client.query('SELECT status, count(*), sum(price) FROM items GROUP BY status');
        return 1;
    }
  }

  async #inTransaction(client: Client, times: number, once: () => Promise<unknown>): Promise<number> {
    await client.query('BEGIN');
    for (let index = 0; index < times; index++) await once();
    await client.query('COMMIT');
    return times;
  }

  #insert(client: Client, table: 'items' | 'items_plain'): Promise<unknown> {
    const { title, status, rank, price, note } = newRowOf(this.#inserted);
    return client.query({
      name: `insert ${table}`,
      text: `WITH w AS (INSERT INTO ${table} (${COLUMNS}) VALUES (${PLACES}) RETURNING *) SELECT row_to_json(w)::text FROM w`,
      values: [idOf(this.#inserted++), new Date().toISOString(), title, status, rank, price, note],
    });
  }

  #update(client: Client): Promise<unknown> {
    const { id, price, note } = rowOf(this.#number());
    return client.query({
      name: 'update',
      text: 'WITH w AS (UPDATE items SET price = $1, note = $2, updated_at = now() WHERE id = $3 RETURNING *) SELECT row_to_json(w)::text FROM w',
      values: [price + 1, note, id],
    });
  }

  async #fill(rows: number): Promise<void> {
    const [client] = this.#clients;
    await client?.query(`CREATE TABLE items (id uuid PRIMARY KEY, created_at timestamptz(3), updated_at timestamptz(3), owner_id uuid,
      title text, status text, rank bigint, price double precision, is_open boolean, note text);
      CREATE TABLE items_plain (LIKE items INCLUDING INDEXES);
      CREATE TABLE counts (name text PRIMARY KEY, rows bigint); INSERT INTO counts VALUES ('items', ${rows})`);
    const portion = 2_000;
    for (let from = 0; from < rows; from += portion) {
      const part = Array.from({ length: Math.min(portion, rows - from) }, (_, index) => rowOf(from + index));
      await client?.query(
        `INSERT INTO items (${COLUMNS}) SELECT id, created_at, created_at, NULL, title, status, rank, price, is_open, note
         FROM json_to_recordset($1) AS r(id uuid, created_at timestamptz, title text, status text, rank bigint, price float8, is_open boolean, note text)`,
        [JSON.stringify(part)],
      );
    }
    await client?.query('CREATE INDEX ON items (rank DESC NULLS LAST, id)');
    await client?.query('VACUUM ANALYZE items');
  }

  #number(): number {
    return this.#numbers[this.#turn++ % this.#numbers.length] ?? 0;
  }
}
