import { accountTables } from '../account-tables.ts';
import type { Migration } from '../migration.ts';

export const operatorAccounts: Migration = {
  version: 8,
  name: 'operator accounts',
  statements: (syntax) => {
    const { text } = syntax;
    return [
      // Ids are text in the control store, as in the tables that refer to them.
      ...accountTables({ ...syntax, uuid: text }),
      // The first account created runs the installation.
      `INSERT INTO _users (id, email, email_verified, password_hash, name, avatar_url, role, metadata, disabled, is_pending,
        epoch, totp_secret, totp_enabled, created_at, updated_at, last_sign_in_at)
        SELECT id, email, 0, password_hash, name, NULL,
          CASE WHEN id = (SELECT min(id) FROM accounts) THEN 'operator' END, '{}', 0, 0, 0, NULL, 0, created_at, created_at, NULL
        FROM accounts`,
      'DROP TABLE accounts',
      'DROP TABLE operator_sessions',
      // A token's restrictions, and the tokens it was created with: it ends when any of them ends.
      `ALTER TABLE personal_tokens ADD COLUMN projects ${text}`,
      `ALTER TABLE personal_tokens ADD COLUMN role ${text}`,
      `ALTER TABLE personal_tokens ADD COLUMN lineage ${text} NOT NULL DEFAULT ''`,
      // The token that created the key: the key ends with it.
      `ALTER TABLE project_keys ADD COLUMN token_id ${text}`,
    ];
  },
};
