import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPort } from '../harness/find-port.ts';

const WORKERS = 2;
const START_MS = 30_000;
const TEMPLATE = 'citus_template';
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
  log_min_messages: 'fatal',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
  max_worker_processes: '100',
  max_prepared_transactions: '400',
  max_locks_per_transaction: '256',
  fsync: 'off',
};

interface Node {
  readonly port: number;
  readonly server: ChildProcess;
}

/**
 * Runs a coordinator and two workers of a real Citus on loopback until SIGINT or SIGTERM. Prints the variable that
 * the server's tests and the scale test read: `TEST_POSTGRES_URLS=… npx vitest run server/src/modules/rows`.
 * Databases are created on each node from a template that lists the others.
 */
async function main(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'service-citus-'));
  const nodes: Node[] = [];
  try {
    await chmod(directory, 0o777);
    for (let index = 0; index <= WORKERS; index += 1) nodes.push(await startNode(join(directory, `node-${index}`)));
    await makeTemplate(nodes);
    console.log(`pids ${nodes.map(({ server }) => server.pid).join(' ')}`);
    console.log(`TEST_POSTGRES_URLS=${nodes.map(({ port }) => urlOf(port, 'postgres')).join(',')}`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  } finally {
    await Promise.all(nodes.map(({ server }) => stop(server)));
    await rm(directory, { recursive: true, force: true });
  }
}

async function startNode(data: string): Promise<Node> {
  const [command, ...args] = AS_POSTGRES as [string, ...string[]];
  const initdb = [join(BIN, 'initdb'), '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  await promisify(execFile)(command, [...args, ...initdb, '--locale=C']);
  const port = await findPort();
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(command, [...args, join(BIN, 'postgres'), '-D', data, '-p', String(port), ...settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(urlOf(port, 'postgres'));
  return { port, server };
}

/** Its daemons would count as connections, and a database with connections cannot be a template. */
async function makeTemplate(nodes: readonly Node[]): Promise<void> {
  for (const { port } of nodes) {
    await say(urlOf(port, 'postgres'), [`CREATE DATABASE ${TEMPLATE}`]);
    await say(urlOf(port, TEMPLATE), ['CREATE EXTENSION citus']);
  }
  const [coordinator, ...workers] = nodes.map(({ port }) => port);
  await say(urlOf(coordinator ?? 0, TEMPLATE), [
    `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator})`,
    ...workers.map((port) => `SELECT citus_add_node('127.0.0.1', ${port})`),
  ]);
  for (const { port } of nodes) {
    await say(urlOf(port, 'postgres'), [
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

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      return await say(url, ['SELECT 1']);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGINT');
  await once(server, 'exit');
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

await main();
