import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPort } from '../harness/find-port.ts';

const WORKERS = 2;
/** A killed server replays its log first, which takes minutes on a busy machine. */
const START_MS = 600_000;
export const TEMPLATE = 'citus_template';
/** Folder with the programs of a PostgreSQL with Citus. */
const BIN = process.env['CITUS_BIN'] ?? '/usr/lib/postgresql/15/bin';
/** PostgreSQL refuses to run as root. */
const AS_POSTGRES =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : ['env'];
const SETTINGS = {
  shared_preload_libraries: 'citus',
  'citus.enable_schema_based_sharding': 'on',
  'citus.enable_unsafe_triggers': 'on',
  'citus.node_conninfo': 'sslmode=disable',
  log_min_messages: 'panic',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Moves of schemas use logical replication.
  wal_level: 'logical',
  max_connections: '400',
  max_worker_processes: '100',
  max_prepared_transactions: '400',
  max_locks_per_transaction: '256',
};

export interface CitusNode {
  readonly port: number;
  /** The process of the server. */
  pid(): number | undefined;
  urlOf(database: string): string;
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
}

export interface CitusCluster {
  /** The coordinator first. */
  readonly nodes: readonly [CitusNode, ...CitusNode[]];
  /** Creates a database on every node, and resolves with its address on the coordinator. */
  createDatabase(name: string): Promise<string>;
}

/**
 * A coordinator and two workers of a real Citus on loopback. Databases are created on each node from a template that
 * lists the others. `isDurable` keeps what a killed server has acknowledged.
 */
export async function startCitusCluster(isDurable: boolean, place: AsyncDisposableStack): Promise<CitusCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'service-citus-'));
  place.defer(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o777);
  const nodes: CitusNode[] = [];
  for (let index = 0; index <= WORKERS; index += 1) {
    const node = await createNode(join(directory, `node-${index}`), isDurable);
    place.defer(() => node.stop('SIGINT'));
    await node.start();
    nodes.push(node);
  }
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) throw new Error('no node was started');
  await makeTemplate([coordinator, ...workers]);
  return {
    nodes: [coordinator, ...workers],
    createDatabase: async (name) => {
      for (const node of [...workers, coordinator])
        await say(node.urlOf('postgres'), [`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`]);
      return coordinator.urlOf(name);
    },
  };
}

async function createNode(data: string, isDurable: boolean): Promise<CitusNode> {
  const [command, ...args] = AS_POSTGRES as [string, ...string[]];
  const initdb = [join(BIN, 'initdb'), '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  await promisify(execFile)(command, [...args, ...initdb, '--locale=C']);
  const port = await findPort();
  const all = { ...SETTINGS, ...(!isDurable && { fsync: 'off' }) };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | undefined;
  return {
    port,
    pid: () => server?.pid,
    urlOf,
    stop: async (signal) => {
      const ending = server;
      server = undefined;
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
      ending.kill(signal);
      await once(ending, 'exit');
    },
    start: async () => {
      const deadline = performance.now() + START_MS;
      for (;;) {
        server = spawn(command, [...args, join(BIN, 'postgres'), '-D', data, '-p', String(port), ...settings], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        if (await isReady(server, urlOf('postgres'))) return;
        if (performance.now() > deadline) throw new Error('the node does not start');
        // The memory of a killed server goes with a delay.
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
  };
}

/** Resolves with false when the server ends, as it does while what a killed one has left is in use. */
async function isReady(server: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) return false;
    try {
      await say(url, ['SELECT 1']);
      return true;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Its daemons would count as connections, and a database with connections cannot be a template. */
async function makeTemplate(nodes: readonly [CitusNode, ...CitusNode[]]): Promise<void> {
  for (const node of nodes) {
    await say(node.urlOf('postgres'), [`CREATE DATABASE ${TEMPLATE}`]);
    await say(node.urlOf(TEMPLATE), ['CREATE EXTENSION citus']);
  }
  const [coordinator, ...workers] = nodes;
  await say(coordinator.urlOf(TEMPLATE), [
    `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    ...workers.map(({ port }) => `SELECT citus_add_node('127.0.0.1', ${port})`),
  ]);
  for (const node of nodes) {
    await say(node.urlOf('postgres'), [
      `ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${TEMPLATE}'`,
    ]);
  }
}

async function say(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}
