import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { answerProcesses } from './answer-processes.ts';
import { CLUSTER_VARIABLE } from './cluster-variable.ts';
import { type PostgresServer, runAsAdmin, startPostgresServer } from './postgres-server.ts';
import { requirePortableStatements } from './refused-forms.ts';
import { buildHelpers, buildModules, buildService, HELPERS_VARIABLE, MODULES_VARIABLE } from './service-bundle.ts';
import { RECORD_VARIABLE, recordedStatements, recordStatements } from './statement-record.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of a pooler in front of the shared PostgreSQL; undefined when tests connect to it directly. */
    poolerPort: number | undefined;
  }
}

/**
 * One PostgreSQL and one bundle of the service for a whole run, made when the first test needs them. At the end all statements
 * that the service sent to any PostgreSQL are checked.
 */
export async function setup({ config }: Pick<TestProject, 'config'>): Promise<() => Promise<void>> {
  const record = await mkdtemp(join(tmpdir(), 'statements-'));
  process.env[RECORD_VARIABLE] = record;
  process.env[HELPERS_VARIABLE] = await buildHelpers();
  // A bundle would not follow changes of sources.
  if (!config.watch) process.env[MODULES_VARIABLE] = await buildModules();
  let starting: Promise<PostgresServer> | undefined;
  let building: Promise<string> | undefined;
  let migrating: Promise<string> | undefined;
  recordStatements(record);
  const stopAnswers = await answerProcesses({
    postgres: async () => {
      const cluster = process.env[CLUSTER_VARIABLE];
      if (cluster !== undefined) return cluster;
      starting ??= startPostgresServer();
      return (await starting).adminUrl;
    },
    template: async () => {
      if (process.env[CLUSTER_VARIABLE] !== undefined) return 'template1';
      starting ??= startPostgresServer();
      migrating ??= createTemplate(await starting);
      return await migrating;
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

/** A database with the service's tables, which are a copy's price instead of that of their migrations. Resolves with its name. */
async function createTemplate(server: PostgresServer): Promise<string> {
  // Imported now, when the bundle of modules is there.
  const { createDatabase } = await import('../../src/database/index.ts');
  const { systemClock } = await import('../../src/platform/clock.ts');
  const url = await server.createDatabase();
  const database = await createDatabase({ url, directory: '', clock: systemClock });
  await database.ping();
  await database.close();
  const name = new URL(url).pathname.slice(1);
  await runAsAdmin(server.adminUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  return name;
}
