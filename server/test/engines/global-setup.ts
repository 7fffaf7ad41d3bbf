import { createServer, type Socket } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { requirePortableStatements } from './refused-forms.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A port of 127.0.0.1 that answers a connection with the URL of the shared PostgreSQL. */
    postgresBrokerPort: number;
  }
}

/** One PostgreSQL for a whole run, started when the first test asks for it: runs that need none pay nothing. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined;
  const answer = async (socket: Socket): Promise<void> => {
    starting ??= startPostgresServer();
    try {
      socket.end((await starting).adminUrl);
    } catch (error) {
      socket.end(`failed: ${String(error)}`);
    }
  };
  const broker = createServer((socket) => {
    socket.on('error', () => undefined);
    void answer(socket);
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('the broker has no port');
  project.provide('postgresBrokerPort', address.port);
  return async () => {
    broker.close();
    const postgres = await starting;
    if (postgres === undefined) return;
    try {
      await requirePortableStatements(postgres.adminUrl);
    } finally {
      await postgres.close();
    }
  };
}
