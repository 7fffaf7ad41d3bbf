import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';

export interface RowChange {
  id: string;
  at: string;
  table_name: string;
  action: 'update' | 'delete';
  actor_kind: string;
  actor_id: string | null;
  actor_email: string | null;
  row_count: number;
  content: string | null;
  bytes: number;
  undone_at: string | null;
}

export type ListedChange = Omit<RowChange, 'content' | 'bytes'> & { readonly is_kept: boolean };

export type RowChangesStore = ReturnType<typeof createRowChangesStore>;

export const CHANGES_MAX = 2000;
export const BYTES_MAX = 16 * 1024 * 1024;

export function createRowChangesStore(database: Database) {
  const db = createSqlBuilder<{ _row_changes: RowChange }>(database);
  const facts = [
    'id',
    'at',
    'table_name',
    'action',
    'actor_kind',
    'actor_id',
    'actor_email',
    'row_count',
    'undone_at',
  ] as const;

  return {
    insertStep: (row: RowChange): PlainStep => plainStep(db.insertInto('_row_changes').values(row)),

    async list(store: StoreName, { before, limit }: { before?: string | undefined; limit: number }) {
      let query = db
        .selectFrom('_row_changes')
        .select([...facts, (eb) => eb('content', 'is not', null).as('is_kept')])
        .orderBy('id', 'desc')
        .limit(limit);
      if (before !== undefined) query = query.where('id', '<', before);
      const rows = await fetchRows(database, query, store);
      return rows.map((row): ListedChange => ({ ...row, is_kept: Boolean(row.is_kept) }));
    },

    async find(store: StoreName, id: string): Promise<RowChange | undefined> {
      const query = db.selectFrom('_row_changes').selectAll().where('id', '=', id);
      return (await fetchRows(database, query, store))[0];
    },

    /** A step of the transaction that undoes the change. Fails if the change is already undone. */
    undoneStep: (id: string, at: string): PlainStep =>
      plainStep(
        db.updateTable('_row_changes').set({ undone_at: at }).where('id', '=', id).where('undone_at', 'is', null),
        {
          atLeast: 1,
        },
      ),

    /** Deletes old changes, and the oldest ones beyond the limits. Returns whether any are left. */
    async clear(store: StoreName, beforeAt: string): Promise<boolean> {
      await database.write(store, [plainStep(db.deleteFrom('_row_changes').where('at', '<', beforeAt))]);
      const query = db.selectFrom('_row_changes').select(['id', 'bytes']).orderBy('id', 'desc').limit(CHANGES_MAX);
      let bytes = 0;
      const kept = (await fetchRows(database, query, store)).filter((row) => {
        bytes += Number(row.bytes);
        return bytes <= BYTES_MAX;
      });
      const oldest = kept.at(-1);
      if (oldest === undefined) return false;
      await database.write(store, [plainStep(db.deleteFrom('_row_changes').where('id', '<', oldest.id))]);
      return true;
    },
  };
}
