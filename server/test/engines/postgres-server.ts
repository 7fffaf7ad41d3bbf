import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { loadEmbeddedPostgres } from './embedded-postgres.ts';
import './statement-record.ts';

const USER = 'postgres';
const START_TRIES = 20;
const WAIT_MS = 150;

/**
 * A file system in memory. On ext4, each new file looks through the inodes that were freed in the last seconds, which were 7 % of
 * the processor time of a whole run: tests create and drop thousands of tables.
 */
const MEMORY = '/dev/shm';
const MEMORY_BYTES_MIN = 4 * 2 ** 30;
const PREFIX = 'postgres-';
const LEFT_OVER_MS = 60 * 60 * 1000;

/** Linguistic collation by default, so that a missing COLLATE "C" in the service's SQL shows. */
const INITDB_FLAGS = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'];
const SERVER_FLAGS = [
  '-c',
  'listen_addresses=127.0.0.1',
  '-c',
  'unix_socket_directories=',
  '-c',
  'max_connections=400',
];
/** Data does not survive a power cut, which ordinary tests do not simulate. */
const FAST_FLAGS = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'shared_buffers=64MB'];

export interface PostgresServer extends AsyncDisposable {
  readonly adminUrl: string;
  readonly pid: () => Promise<number>;
  /** Creates an empty database; it is removed with the server, or earlier by `dropDatabase`. */
  createDatabase(): Promise<string>;
  dropDatabase(url: string): Promise<void>;
  /** Closes every connection and refuses new ones until `start`. */
  stop(): Promise<void>;
  /** Sends SIGKILL to the postmaster: like `stop`, but without notifying clients or flushing data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A real PostgreSQL on a free port of 127.0.0.1 with its own data. `durable` keeps fsync on. */
export async function startPostgresServer(options: { durable?: boolean } = {}): Promise<PostgresServer> {
  const databaseDir = await mkdtemp(join(await findPlace(options), PREFIX));
  const port = await findFreePort();
  const password = randomBytes(12).toString('hex');
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    user: USER,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    authMethod: 'password',
    initdbFlags: INITDB_FLAGS,
    postgresFlags: [...SERVER_FLAGS, ...(options.durable === true ? [] : FAST_FLAGS)],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();

  const urlOf = (database: string): string => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  const adminUrl = urlOf('postgres');
  const pid = async (): Promise<number> =>
    Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  let isStarted = true;
  const start = async (): Promise<void> => {
    await retry(() => postgres.start());
    isStarted = true;
  };
  /** The package would wait forever for a process that has already ended. */
  const stop = async (): Promise<void> => {
    if (isStarted) await postgres.stop();
    isStarted = false;
  };
  const close = async (): Promise<void> => {
    await stop();
    await rm(databaseDir, { recursive: true, force: true });
  };

  return {
    adminUrl,
    pid,
    createDatabase: async () => {
      const name = `t_${randomBytes(8).toString('hex')}`;
      await runAsAdmin(adminUrl, `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    dropDatabase: (url) => dropDatabase(adminUrl, url),
    stop,
    kill: async () => {
      const postmaster = await pid();
      process.kill(postmaster, 'SIGKILL');
      await waitUntilGone(postmaster);
      isStarted = false;
    },
    start,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function findPlace({ durable = false }): Promise<string> {
  if (durable) return tmpdir();
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (room < MEMORY_BYTES_MIN) return tmpdir();
  await removeLeftOvers();
  return MEMORY;
}

/** Removes the data of runs that were killed, which would keep its memory. Folders of other users stay. */
async function removeLeftOvers(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(MEMORY, name);
    const { mtimeMs = Date.now() } = (await stat(folder).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > LEFT_OVER_MS && !(await hasServer(folder)))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function hasServer(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  return text !== '' && isRunning(Number(text.split('\n')[0]));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function dropDatabase(adminUrl: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

export async function runAsAdmin(adminUrl: string, text: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** A killed server's shared memory is freed with a delay, and a start before that fails. */
async function retry(start: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === START_TRIES) throw error ?? new Error('PostgreSQL did not start');
      await pause(WAIT_MS);
    }
  }
}

async function waitUntilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await pause(10);
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject()));
    });
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
