import type { Database, Listing, StoreName } from '../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../database/index.ts';

/** Older mails beyond this number are deleted. */
const KEPT = 500;

export interface MailboxRow {
  id: string;
  store: string;
  recipient: string;
  sender: string;
  reply_to: string | null;
  subject: string;
  /** Text and HTML with their links, sealed as in the queue. */
  sealed: string;
  created_at: string;
}

interface Tables {
  mailbox: MailboxRow;
}

export type Stores = readonly StoreName[] | 'all';

export interface MailsFrom {
  readonly stores: Stores;
  readonly to: string | undefined;
}

export type MailboxStore = ReturnType<typeof createMailboxStore>;

export function createMailboxStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  const kept = db.selectFrom('mailbox').select('id').orderBy('id', 'desc').limit(KEPT);

  const within = ({ stores, to }: MailsFrom) => {
    let query = db.selectFrom('mailbox');
    if (stores !== 'all') query = query.where('store', 'in', listed(stores));
    return to === undefined ? query : query.where('recipient', '=', to);
  };

  return {
    /** Inserting the same mail again has no effect, because jobs may be repeated. */
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

    list: (from: MailsFrom, listing: Listing<'created_at' | 'id'>) =>
      fetchRows(database, pageOf(within(from).selectAll(), listing)),

    async count(from: MailsFrom): Promise<number> {
      return await fetchCount(database, within(from));
    },

    clear(stores: Stores) {
      const all = db.deleteFrom('mailbox');
      return database.write('control', [plainStep(stores === 'all' ? all : all.where('store', 'in', listed(stores)))]);
    },
  };
}

/** Not every engine accepts an empty list in SQL; no mail has an empty store name. */
function listed(stores: readonly StoreName[]): readonly string[] {
  return ['', ...stores];
}
