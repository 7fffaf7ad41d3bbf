import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { isoTime } from '../platform/clock.ts';
import type { Database, PlainStep } from './database.ts';
import { createSqlBuilder, fetchRows, plainStep } from './kysely.ts';

/** Other processes see a change at most this much later, plus one query: below the promised second. */
const POLL_MS = 500;
/** A process that was away for longer has restarted since, so it has cached nothing. */
const KEPT_MS = 24 * 60 * 60 * 1000;

interface FeedTables {
  change_counter: { id: number; version: number };
  change_feed: { subject: string; version: number; changed_at: string };
}

/** Tells every process of the service that something it may have cached has changed. */
export interface ChangeFeed {
  /**
   * Put these steps at the END of the transaction that makes the change: the counter's row stays locked until the
   * commit, so versions become visible in order and no reader skips one; locking it last avoids deadlocks.
   */
  steps(subject: string): readonly PlainStep[];
  /** Notifies this process alone, for a change whose transaction is in a different store than the feed. */
  announce(subject: string): void;
  subscribe(listener: (subject: string) => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ChangeFeedOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly isShared: boolean;
  readonly onError?: (error: unknown) => void;
}

/** Announces a change in another store than the feed's, and also a failed one: it may have been committed. */
export async function announced<Value>(feed: ChangeFeed, subject: string, change: Promise<Value>): Promise<Value> {
  try {
    return await change;
  } finally {
    feed.announce(subject);
  }
}

export function createChangeFeed({ database, clock, isShared, onError }: ChangeFeedOptions): ChangeFeed {
  const db = createSqlBuilder<FeedTables>(database);
  const listeners: ((subject: string) => void)[] = [];
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;

  const announce = (subject: string): void => {
    for (const listener of listeners) listener(subject);
  };

  const poll = async (): Promise<void> => {
    try {
      const changes = await fetchRows(
        database,
        db.selectFrom('change_feed').select(['subject', 'version']).where('version', '>', seen).orderBy('version'),
      );
      for (const { subject, version } of changes) {
        seen = Number(version);
        announce(subject);
      }
    } catch (error) {
      onError?.(error);
    }
  };

  const pollLater = (): void => {
    timer = setTimeout(() => {
      polling = poll().then(pollLater);
    }, POLL_MS).unref();
  };

  return {
    steps: (subject) => [
      plainStep(db.updateTable('change_counter').set({ version: sql`version + 1` }).where('id', '=', 1)),
      { ...plainStep(rememberChange(db, subject, isoTime(clock.now()))), afterWrite: () => announce(subject) },
    ],
    announce,
    subscribe: (listener) => {
      listeners.push(listener);
    },
    start: async () => {
      await database.write('control', [
        plainStep(db.deleteFrom('change_feed').where('changed_at', '<', isoTime(clock.now() - KEPT_MS))),
      ]);
      if (!isShared) return;
      const [counter] = await fetchRows(database, db.selectFrom('change_counter').select('version'));
      seen = Number(counter?.version ?? 0);
      pollLater();
    },
    stop: async () => {
      clearTimeout(timer);
      await polling;
      clearTimeout(timer);
    },
  };
}

function rememberChange(db: ReturnType<typeof createSqlBuilder<FeedTables>>, subject: string, now: string) {
  return (
    db
      .insertInto('change_feed')
      .columns(['subject', 'version', 'changed_at'])
      // Citus refuses a subselect among the values.
      .expression((eb) =>
        eb
          .selectFrom('change_counter')
          .select([eb.val(subject).as('subject'), 'version', eb.val(now).as('changed_at')])
          .where('id', '=', 1),
      )
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          changed_at: eb.ref('excluded.changed_at'),
        })),
      )
  );
}
