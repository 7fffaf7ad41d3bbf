import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';

export interface SessionRow {
  id: string;
  user_id: string;
  seed: string;
  counter: number;
  /** Expiry of the session token. */
  access_until_ms: number;
  /** Expiry of the refresh token. */
  expires_at_ms: number;
  /** Expiry of the session token from before the last rotation. */
  previous_until_ms: number;
  ip: string | null;
  user_agent: string | null;
  created_at: string;
  last_seen_at: string;
}

interface Tables {
  _sessions: SessionRow;
  _users: { id: string; email: string; email_verified: number; role: string | null; disabled: number };
}

const KEPT_MS = 24 * 60 * 60 * 1000;

export type SessionsStore = ReturnType<typeof createSessionsStore>;

export function createSessionsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    async find(store: StoreName, id: string): Promise<SessionRow | undefined> {
      return (await fetchRows(database, db.selectFrom('_sessions').selectAll().where('id', '=', id), store))[0];
    },

    /** A session with the user fields that rules need; undefined when the user is disabled. */
    async findWithUser(store: StoreName, id: string) {
      const query = db
        .selectFrom('_sessions as session')
        .innerJoin('_users as user', 'user.id', 'session.user_id')
        .selectAll('session')
        .select(['user.email as email', 'user.email_verified as email_verified', 'user.role as role'])
        .where('session.id', '=', id)
        .where('user.disabled', '=', 0);
      return (await fetchRows(database, query, store))[0];
    },

    list: (store: StoreName, userId: string, nowMs: number) =>
      fetchRows(
        database,
        db
          .selectFrom('_sessions')
          .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
          .where('user_id', '=', userId)
          .where('expires_at_ms', '>', nowMs)
          .orderBy('id', 'desc'),
        store,
      ),

    /** Inserts a session, and deletes sessions that expired so long ago that no clock adjustment revives them. */
    insertSteps: (row: SessionRow, nowMs: number): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_sessions').where('expires_at_ms', '<=', nowMs - KEPT_MS)),
      plainStep(db.insertInto('_sessions').values(row)),
    ],

    /** When several requests refresh at the same counter, one succeeds; the others touch no row. */
    refreshStep: (
      row: Pick<SessionRow, 'id' | 'counter'>,
      set: Partial<SessionRow> & Pick<SessionRow, 'counter'>,
    ): PlainStep =>
      plainStep(db.updateTable('_sessions').set(set).where('id', '=', row.id).where('counter', '=', row.counter)),

    seenStep: (id: string, at: string): PlainStep =>
      plainStep(db.updateTable('_sessions').set({ last_seen_at: at }).where('id', '=', id)),

    deleteStep: (id: string, userId: string): PlainStep =>
      plainStep(db.deleteFrom('_sessions').where('id', '=', id).where('user_id', '=', userId)),

    deleteAllStep(userId: string, exceptId?: string): PlainStep {
      const query = db.deleteFrom('_sessions').where('user_id', '=', userId);
      return plainStep(exceptId === undefined ? query : query.where('id', '!=', exceptId));
    },
  };
}
