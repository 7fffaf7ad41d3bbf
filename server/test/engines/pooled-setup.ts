import type { TestProject } from 'vitest/node';
import { startPgBouncer } from '../../../e2e/harness/pgbouncer.ts';
import { CLUSTER_VARIABLE } from './cluster-variable.ts';
import { setup as setUpShared } from './global-setup.ts';
import { findFreePort, startPostgresServer } from './postgres-server.ts';

/** As the setup of every run, with a real PgBouncer in transaction mode between the tests and PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using starting = new AsyncDisposableStack();
  const server = starting.use(await startPostgresServer());
  const port = await findFreePort();
  const { version, keepsStatements } = starting.use(await startPgBouncer({ '*': server.adminUrl }, port));
  process.stdout.write(
    `PgBouncer ${version}, which ${keepsStatements ? 'keeps' : 'does not keep'} prepared statements\n`,
  );
  process.env[CLUSTER_VARIABLE] = server.adminUrl;
  project.provide('poolerPort', port);
  starting.defer(await setUpShared(project));
  const started = starting.move();
  return () => started.disposeAsync();
}
