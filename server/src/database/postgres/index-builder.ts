import type { IndexBuild, IndexBuilder, Row, StoreName } from '../database.ts';
import { indexText } from '../ddl/table-steps.ts';
import type { Dialect } from '../dialect.ts';
import { quoted } from '../sql/names.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPools } from './connection-pools.ts';
import { isWorthAnotherTry, toFailure } from './map-failure.ts';
import { schemaOf } from './store-text.ts';
import type { SpellText } from './transaction.ts';

const TRIES = 5;

const FIND = 'SELECT i.indisvalid AS valid FROM pg_catalog.pg_index i WHERE i.indexrelid = to_regclass($1)';
const CANCEL_BUILD = `SELECT pg_cancel_backend(p.pid) FROM pg_catalog.pg_stat_progress_create_index p
  WHERE p.index_relid = to_regclass($1) AND p.pid <> pg_backend_pid()`;
const CANCEL = 'SELECT pg_cancel_backend($1::integer)';
const PROGRESS = `SELECT i.indisvalid AS valid, p.phase, p.blocks_done, p.blocks_total, p.tuples_done, p.tuples_total
  FROM json_array_elements_text($1::json) WITH ORDINALITY AS n(name, place)
    LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = to_regclass(n.name)
    LEFT JOIN pg_catalog.pg_stat_progress_create_index p ON p.index_relid = i.indexrelid ORDER BY n.place`;

interface Phase {
  /** How the server's name of the phase begins. */
  readonly name: string;
  /** The share of the build that is complete when the phase begins, and how much the phase adds. */
  readonly from: number;
  readonly adds: number;
  readonly counts?: 'blocks' | 'tuples';
}

const PHASES: readonly Phase[] = [
  { name: 'building index: scanning', from: 0.05, adds: 0.35, counts: 'blocks' },
  { name: 'building index: sorting', from: 0.4, adds: 0.1 },
  { name: 'building index: loading', from: 0.5, adds: 0.15, counts: 'tuples' },
  { name: 'building index', from: 0.05, adds: 0.6, counts: 'blocks' },
  { name: 'waiting for writers before validation', from: 0.65, adds: 0 },
  { name: 'index validation: scanning index', from: 0.65, adds: 0.1, counts: 'blocks' },
  { name: 'index validation: sorting', from: 0.75, adds: 0.05 },
  { name: 'index validation: scanning table', from: 0.8, adds: 0.15, counts: 'blocks' },
  { name: 'waiting for old snapshots', from: 0.95, adds: 0 },
];

interface Cancellable {
  readonly cancel: { readonly text: string; readonly value: string | number } | undefined;
  readonly signal: AbortSignal;
}

/** `CREATE INDEX CONCURRENTLY` cannot run in a transaction, so each build has a connection for itself. */
export function createIndexBuilder(
  { builds, reads }: Pick<ConnectionPools, 'builds' | 'reads'>,
  { spell, dialect }: { readonly spell: SpellText; readonly dialect: Dialect },
): IndexBuilder {
  const nameIn = (store: StoreName, name: string): string => `${schemaOf(store)}.${quoted(name)}`;

  /** These statements run outside transactions, where our sessions are read-only and a pooler's are writable. */
  const withWrites = <Result>(store: StoreName, work: (connection: Connection) => Promise<Result>): Promise<Result> =>
    builds.use(store, async (connection) => {
      if (connection.isPooled) return await work(connection);
      await connection.say('SET default_transaction_read_only = off');
      try {
        return await work(connection);
      } finally {
        if (connection.isOpen) await connection.say('SET default_transaction_read_only = on');
      }
    });

  const drop = async (connection: Connection, name: string): Promise<void> => {
    await connection.runOnce(CANCEL_BUILD, [name]);
    await repeat(() => connection.sayAlone(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`));
  };

  /** A whole index is not the build's: an older release may have built one with the same name. */
  const dropUnlessWhole = async (connection: Connection, name: string): Promise<void> => {
    const isWhole = (await connection.runOnce(FIND, [name])).rows[0]?.['valid'] === 1;
    if (!isWhole) await drop(connection, name);
  };

  const cancelOf = async (connection: Connection): Promise<Cancellable['cancel']> => {
    const { rows } = await connection.runOnce('SELECT pg_backend_pid() AS pid', []);
    return { text: CANCEL, value: Number(rows[0]?.['pid']) };
  };

  const run = async (connection: Connection, text: string, { cancel, signal }: Cancellable): Promise<void> => {
    // If the server does not answer, the statement continues, and its caller undoes what it has made.
    const cancelIt = async (): Promise<void> => {
      if (cancel !== undefined) await (await reads.pick('control')).runOnce(cancel.text, [cancel.value]);
    };
    const onAbort = (): void => void cancelIt().catch(() => undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      signal.throwIfAborted();
      await connection.sayAlone(text);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };

  return {
    async build(store: StoreName, index: IndexBuild, signal: AbortSignal) {
      const name = nameIn(store, index.name);
      const { text } = spell(store, indexText(dialect, index, ' CONCURRENTLY'));
      await withWrites(store, (connection) =>
        repeat(async () => {
          const found = (await connection.runOnce(FIND, [name])).rows[0];
          if (found?.['valid'] === 1) return;
          if (found !== undefined) await drop(connection, name);
          signal.throwIfAborted();
          try {
            // Behind a pooler the build runs in any session, and is found by its index.
            const cancel = connection.isPooled ? { text: CANCEL_BUILD, value: name } : await cancelOf(connection);
            await run(connection, text, { cancel, signal });
          } catch (error) {
            if (connection.isOpen) await dropUnlessWhole(connection, name);
            throw error;
          }
        }),
      );
    },
    async validate(store, statement, signal) {
      const { text } = spell(store, statement);
      await withWrites(store, (connection) =>
        repeat(async () => {
          signal.throwIfAborted();
          // Behind a pooler nothing tells the session, so the statement ends by itself.
          const cancel = connection.isPooled ? undefined : await cancelOf(connection);
          await run(connection, text, { cancel, signal });
        }),
      );
    },
    drop: (store, name) => withWrites(store, (connection) => drop(connection, nameIn(store, name))),
    abandon: (store, name) => withWrites(store, (connection) => dropUnlessWhole(connection, nameIn(store, name))),
    clean: () => Promise.resolve(),
    async progress(store, names) {
      const connection = await reads.pick(store);
      const { rows } = await connection.runOnce(PROGRESS, [JSON.stringify(names.map((name) => nameIn(store, name)))]);
      return rows.map(shareOf);
    },
  };
}

function shareOf(row: Row): number {
  if (row['valid'] === 1) return 1;
  const phase = PHASES.find(({ name }) => String(row['phase'] ?? '').startsWith(name));
  if (phase === undefined) return 0;
  const total = Number(row[`${phase.counts}_total`] ?? 0);
  const done = total > 0 ? Math.min(1, Number(row[`${phase.counts}_done`]) / total) : 0;
  return phase.from + phase.adds * done;
}

/** A build may deadlock with a writer that holds one lock and waits for another. */
async function repeat<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isWorthAnotherTry(error)) throw toFailure(error);
    }
  }
}
