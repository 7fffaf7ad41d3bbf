import type { Migration } from '../migration.ts';

/** Kept for a day so that members can undo them. `content` is what an undo needs, null if it was too large. */
export const rowChanges: Migration = {
  version: 25,
  name: 'row changes',
  readableFrom: 12,
  statements: ({ text, integer, uuid, keyed }) => [
    `CREATE TABLE _row_changes (id ${uuid} PRIMARY KEY, at ${text} NOT NULL, table_name ${text} NOT NULL, action ${text} NOT NULL,
      actor_kind ${text} NOT NULL, actor_id ${text}, actor_email ${text}, row_count ${integer} NOT NULL, content ${text}, bytes ${integer} NOT NULL,
      undone_at ${text})${keyed}`,
  ],
};
