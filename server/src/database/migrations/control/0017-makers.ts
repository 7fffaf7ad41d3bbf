import type { Migration } from '../migration.ts';

export const makers: Migration = {
  version: 17,
  name: 'makers',
  readableFrom: 15,
  statements: ({ text, keyed }) => [
    // The creator of a key or an invitation, which can do no more than that account. Null: the admin token.
    `ALTER TABLE project_keys ADD COLUMN created_by ${text}`,
    `UPDATE project_keys SET created_by = (SELECT account_id FROM personal_tokens WHERE personal_tokens.id = project_keys.token_id)
      WHERE token_id IS NOT NULL`,
    'CREATE INDEX project_keys_created_by ON project_keys (created_by)',
    `ALTER TABLE invites ADD COLUMN created_by ${text}`,
    // One row for each owner (an empty account if none). `id` is empty once it may be used again.
    `CREATE TABLE deleted_projects (store ${text} NOT NULL, account_id ${text} NOT NULL, id ${text} NOT NULL, deleted_at ${text} NOT NULL,
      PRIMARY KEY (store, account_id))${keyed}`,
    'CREATE INDEX deleted_projects_id ON deleted_projects (id)',
  ],
};
