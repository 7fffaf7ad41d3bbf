import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerProcesses } from './answer-processes.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { requirePortableStatements } from './refused-forms.ts';
import { buildHelpers, buildService, HELPERS_VARIABLE } from './service-bundle.ts';
import { RECORD_VARIABLE, recordedStatements } from './statement-record.ts';

declare module 'vitest' {
  interface ProvidedContext {
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
 * One PostgreSQL and one bundle of the service for a whole run, made when the first test needs them. At the end all statements
 * that the service sent to any PostgreSQL are checked.
 */
export async function setup(): Promise<() => Promise<void>> {
  const record = await mkdtemp(join(tmpdir(), 'statements-'));
  process.env[RECORD_VARIABLE] = record;
  process.env[HELPERS_VARIABLE] = await buildHelpers();
  let starting: Promise<PostgresServer> | undefined;
  let building: Promise<string> | undefined;
  const stopAnswers = await answerProcesses({
    postgres: async () => {
      const cluster = process.env[CLUSTER_VARIABLE];
      if (cluster !== undefined) return cluster;
      starting ??= startPostgresServer();
      return (await starting).adminUrl;
    },
    service: () => {
      // Asked again after each answer, because sources change while tests are watched.
      building ??= buildService().finally(() => {
        building = undefined;
      });
      return building;
    },
  });
  return async () => {
    stopAnswers();
    await (await starting)?.close();
    try {
      requirePortableStatements(await recordedStatements(record));
    } finally {
      await rm(record, { recursive: true, force: true });
    }
  };
}
