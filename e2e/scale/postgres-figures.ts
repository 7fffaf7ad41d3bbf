import { readFile } from 'node:fs/promises';
import type pg from 'pg';

const TICK_MS = 10;

/** The number of relations of all projects, with TOAST tables and indexes, and their bytes on disk. */
export async function relationsOf(client: pg.Client): Promise<{ relations: number; bytes: number }> {
  const { rows } = await client.query<{ relations: number; bytes: string }>(`
    WITH own AS (
      SELECT c.oid, c.reltoastrelid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname ~ '^p_[0-9a-f]{32}$'
    ), everything AS (
      SELECT oid FROM own
      UNION SELECT reltoastrelid FROM own WHERE reltoastrelid <> 0
      UNION SELECT i.indexrelid FROM pg_index i JOIN own ON own.reltoastrelid = i.indrelid
    )
    SELECT count(*)::int AS relations, coalesce(sum(pg_relation_size(oid)), 0)::text AS bytes FROM everything`);
  const [row] = rows;
  return { relations: row?.relations ?? 0, bytes: Number(row?.bytes ?? 0) };
}

/**
 * The largest private memory among the server processes of the service's connections, in KB; reads `/proc`, so Linux
 * only.
 */
export async function backendMemory(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port IS NOT NULL',
  );
  const sizes = await Promise.all(rows.map(({ pid }) => privateMemory(pid)));
  return Math.max(0, ...sizes);
}

async function privateMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
}

/**
 * Milliseconds of the processor that the server processes of all connections but this one have used; Linux only. Needs a
 * server without autovacuum, whose workers would count once they have ended.
 */
export async function backendCpuMs(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number; own: number }>(
    "SELECT pid, pg_backend_pid() AS own FROM pg_stat_activity WHERE backend_type = 'client backend'",
  );
  const server = await ticksOf(String((await ticksOf(String(rows[0]?.own))).parent));
  const others = rows.filter(({ pid, own }) => pid !== own);
  const running = await Promise.all(others.map(async ({ pid }) => (await ticksOf(String(pid))).own));
  return running.reduce((sum, one) => sum + one, server.children) * TICK_MS;
}

/** Object ids of the catalogue's tables and indexes, which reads all of `pg_class`. */
export async function catalogueIds(client: pg.Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT oid::int AS id FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'i')`,
  );
  return rows.map(({ id }) => id);
}

/** Pages of these relations that were read by this connection, and by others as far as they have reported it. */
export async function pagesRead(client: pg.Client, ids: readonly number[]): Promise<number> {
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<{ pages: string }>(
    'SELECT sum(pg_stat_get_blocks_fetched(id))::text AS pages FROM unnest($1::oid[]) id',
    [ids],
  );
  return Number(rows[0]?.pages ?? 0);
}

/** The parent of a process, its own ticks, and those of its children that have ended. */
async function ticksOf(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const sum = (from: number): number => Number(fields[from] ?? 0) + Number(fields[from + 1] ?? 0);
  return { parent: fields[1], own: sum(11), children: sum(13) };
}

export async function transactionsOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'SELECT (xact_commit + xact_rollback)::text AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.count ?? 0);
}

/** The size of the catalogue tables about relations, columns and the like. */
export async function catalogueBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class
      WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r'`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Counts the connections of all clients but this one. */
export async function connectionsOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port IS NOT NULL',
  );
  return rows[0]?.count ?? 0;
}
