import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { requirePortableStatements } from './refused-forms.ts';
import { RECORD_VARIABLE, recordedStatements } from './statement-record.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A port on 127.0.0.1 that answers each connection with the URLs of the shared PostgreSQL's nodes. */
    postgresBrokerPort: number;
    /** The port of a pooler in front of the shared PostgreSQL; undefined when tests connect to it directly. */
    poolerPort: number | undefined;
  }
}

/**
 * Environment variable with the URLs of a cluster's nodes to test on, coordinator first, instead of a PostgreSQL that the run
 * starts itself.
 */
export const CLUSTER_VARIABLE = 'TEST_POSTGRES_URLS';

/**
 * One PostgreSQL for a whole run, started when the first test needs it. At the end all statements that the service sent to any
 * PostgreSQL are checked.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const record = await mkdtemp(join(tmpdir(), 'statements-'));
  process.env[RECORD_VARIABLE] = record;
  let starting: Promise<PostgresServer> | undefined;
  const urls = async (): Promise<string> => {
    const cluster = process.env[CLUSTER_VARIABLE];
    if (cluster !== undefined) return cluster;
    starting ??= startPostgresServer();
    return (await starting).adminUrl;
  };
  const answer = async (socket: Socket): Promise<void> => {
    try {
      socket.end(await urls());
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
    await (await starting)?.close();
    try {
      requirePortableStatements(await recordedStatements(record));
    } finally {
      await rm(record, { recursive: true, force: true });
    }
  };
}
