import type { Database } from '../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../database/kysely.ts';

/** The oldest leave when there are more. */
const KEPT = 500;

export interface MailboxRow {
  id: string;
  recipient: string;
  sender: string;
  reply_to: string | null;
  subject: string;
  body_text: string;
  body_html: string | null;
  created_at: string;
}

interface Tables {
  mailbox: MailboxRow;
}

export type MailboxStore = ReturnType<typeof createMailboxStore>;

/** Mails as the development mailbox shows them, newest first. */
export function createMailboxStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  const kept = db.selectFrom('mailbox').select('id').orderBy('id', 'desc').limit(KEPT);

  return {
    /** The same mail twice is one: a job may run again. */
    insert: (row: MailboxRow) =>
      database.write('control', [
        plainStep(
          db
            .insertInto('mailbox')
            .values(row)
            .onConflict((conflict) => conflict.column('id').doNothing()),
        ),
        plainStep(db.deleteFrom('mailbox').where('id', 'not in', kept)),
      ]),

    list: ({ to, limit, offset }: { to: string | undefined; limit: number; offset: number }) => {
      let query = db.selectFrom('mailbox').selectAll().orderBy('id', 'desc').limit(limit).offset(offset);
      if (to !== undefined) query = query.where('recipient', '=', to);
      return fetchRows(database, query);
    },

    async count(to: string | undefined): Promise<number> {
      let query = db.selectFrom('mailbox').select((eb) => eb.fn.countAll<number>().as('count'));
      if (to !== undefined) query = query.where('recipient', '=', to);
      return Number((await fetchRows(database, query))[0]?.count ?? 0);
    },

    clear: () => database.write('control', [plainStep(db.deleteFrom('mailbox'))]),
  };
}
