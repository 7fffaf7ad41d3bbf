import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { askRun } from './test-run.ts';

export interface PostgresDatabase extends AsyncDisposable {
  readonly url: string;
}

/** An empty database on the PostgreSQL that all files of a test run share; dropped when disposed. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const admin = (await askRun('postgres'))?.split(',')[0];
  if (admin === undefined) throw new Error('only a run of tests has a PostgreSQL');
  const name = `e2e_${randomBytes(8).toString('hex')}`;
  await say(admin, `CREATE DATABASE ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => say(admin, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function say(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
