import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, Step } from '../src/database/database.ts';
import { DatabaseFailure } from '../src/database/errors.ts';
import { createDatabase } from '../src/database/index.ts';
import { withWrite } from '../src/database/with-write.ts';
import { systemClock } from '../src/platform/clock.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts';

type Write = Database['write'];

/** A server whose database can lose the answer to a commit, as a broken connection does. */
export interface LossyServer extends AsyncDisposable {
  readonly server: TestServer;
  /** The next transaction that names this table commits, calls `onCommitted`, and then fails as `unavailable`. */
  loseCommitOf(table: string, onCommitted?: () => void): void;
}

export async function startLossyServer(options: Omit<TestServerOptions, 'engine'> = {}): Promise<LossyServer> {
  let lost: string | undefined;
  let committed: (() => void) | undefined;
  const losing =
    (write: Write): Write =>
    async (store, steps, writeOptions) => {
      const results = await write(store, steps, writeOptions);
      if (lost === undefined || !steps.some((step) => names(step, lost))) return results;
      lost = undefined;
      committed?.();
      throw new DatabaseFailure({ kind: 'unavailable', message: 'the connection to the database broke' });
    };
  const { server, [Symbol.asyncDispose]: dispose } = await startServerWithWrite(losing, options);
  return {
    server,
    loseCommitOf(table, onCommitted) {
      lost = table;
      committed = onCommitted;
    },
    [Symbol.asyncDispose]: dispose,
  };
}

function names(step: Step, table: string | undefined): boolean {
  return step.kind === 'plain' && step.statement.text.includes(`"${table}"`);
}

/** A server on SQLite whose writes pass through `wrap`. */
export function startServerWithWrite(
  wrap: (write: Write) => Write,
  options: Omit<TestServerOptions, 'engine'> = {},
): Promise<AsyncDisposable & { readonly server: TestServer }> {
  return startServerWithDatabase((database) => {
    const write = wrap((...asked) => database.write(...asked));
    return withWrite(database, write);
  }, options);
}

/** A server on SQLite that uses what `wrap` makes of its database. */
export async function startServerWithDatabase(
  wrap: (database: Database) => Database,
  options: Omit<TestServerOptions, 'engine'> = {},
): Promise<AsyncDisposable & { readonly server: TestServer }> {
  const directory = await mkdtemp(join(tmpdir(), 'server-with-database-'));
  const database = await createDatabase({ url: undefined, directory, clock: systemClock });
  const server = await startTestServer({ ...options, database: wrap(database) });
  return {
    server,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
