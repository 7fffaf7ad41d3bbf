import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { askRun } from '../../../e2e/harness/test-run.ts';
import { dropDatabase, runAsAdmin } from './postgres-server.ts';

export interface PostgresDatabase extends AsyncDisposable {
  readonly url: string;
}

let nodes: Promise<readonly string[]> | undefined;

/**
 * A new empty database on the run's shared PostgreSQL (on every node of a cluster), through a pooler if the run has one;
 * dropped when disposed. `isMigrated` only saves time: it has the control tables already, where the run made its PostgreSQL itself.
 */
export async function createPostgresDatabase({ isMigrated = false } = {}): Promise<PostgresDatabase> {
  nodes ??= findNodes();
  const [first = '', ...others] = await nodes;
  const name = `t_${randomBytes(8).toString('hex')}`;
  const template = await findTemplate(others.length > 0, isMigrated);
  // The coordinator comes last, so that it finds the database on the other nodes.
  for (const node of [...others, first]) await runAsAdmin(node, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(first);
  url.pathname = `/${name}`;
  const direct = url.href;
  const drop = async (): Promise<void> => {
    for (const node of [first, ...others]) await dropDatabase(node, direct);
  };
  const pooler = inject('poolerPort');
  if (pooler !== undefined) url.port = String(pooler);
  return { url: url.href, [Symbol.asyncDispose]: drop };
}

async function findTemplate(isCluster: boolean, isMigrated: boolean): Promise<string> {
  if (isCluster) return 'citus_template';
  return (isMigrated ? await askRun('template') : undefined) ?? 'template1';
}

async function findNodes(): Promise<readonly string[]> {
  const urls = await askRun('postgres');
  if (urls === undefined) throw new Error('only test runs have a PostgreSQL');
  return urls.split(',');
}
