import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/index.ts';

export interface MailHour {
  readonly startedAtMs: number;
  readonly mails: number;
  /** When the remaining messages go out as one mail; null when none wait for that. */
  readonly digestAtMs: number | null;
}

export interface WaitingNotice {
  readonly messageId: string;
  readonly sinceMs: number;
}

interface Tables {
  _message_notices: { message_id: string; created_at: number };
  _message_hour: { id: number; started_at: number; mails: number; digest_at: number | null; version: number };
}

/** The steps that fail when another job has handled the same messages. */
export const TAKEN = 'notices';
const HOUR_ID = 1;

export type NoticesStore = ReturnType<typeof createNoticesStore>;

export function createNoticesStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return {
    addStep: (messageId: string, nowMs: number): PlainStep =>
      plainStep(db.insertInto('_message_notices').values({ message_id: messageId, created_at: nowMs })),

    async waiting(store: StoreName, limit: number): Promise<readonly WaitingNotice[]> {
      const query = db.selectFrom('_message_notices').selectAll().orderBy('message_id').limit(limit);
      const rows = await fetchRows(database, query, store);
      return rows.map(({ message_id, created_at }) => ({ messageId: message_id, sinceMs: Number(created_at) }));
    },

    async hour(store: StoreName): Promise<{ readonly hour: MailHour; readonly version: number }> {
      const query = db.selectFrom('_message_hour').selectAll().where('id', '=', HOUR_ID);
      const [row] = await fetchRows(database, query, store);
      if (row === undefined) throw new Error('the store does not count its mails');
      const digestAtMs = row.digest_at === null ? null : Number(row.digest_at);
      const hour = { startedAtMs: Number(row.started_at), mails: Number(row.mails), digestAtMs };
      return { hour, version: Number(row.version) };
    },

    /** The steps fail unless the hour is the one that the plan was made from and all messages still wait. */
    takeSteps(ids: readonly string[], { hour, version }: { hour: MailHour; version: number }): readonly PlainStep[] {
      const { startedAtMs, mails, digestAtMs } = hour;
      const next = { started_at: startedAtMs, mails, digest_at: digestAtMs, version: version + 1 };
      return [
        plainStep(db.updateTable('_message_hour').set(next).where('id', '=', HOUR_ID).where('version', '=', version), {
          atLeast: 1,
          name: TAKEN,
        }),
        ...(ids.length === 0
          ? []
          : [
              plainStep(db.deleteFrom('_message_notices').where('message_id', 'in', ids), {
                atLeast: ids.length,
                name: TAKEN,
              }),
            ]),
      ];
    },
  };
}
