import type { Migration } from '../migration.ts';

export const oauthGrants: Migration = {
  version: 21,
  name: 'oauth-grants',
  readableFrom: 15,
  statements: ({ text, shortText, integer, keyed }) => [
    // Each row is a grant of an account to a program, requested or given, until the program exchanges it for a token.
    `CREATE TABLE oauth_grants (
      id ${shortText} NOT NULL PRIMARY KEY, kind ${shortText} NOT NULL, hash ${shortText} NOT NULL UNIQUE, user_code ${shortText} UNIQUE,
      client_id ${text} NOT NULL, client_name ${text} NOT NULL, challenge ${shortText}, redirect_uri ${text},
      project_id ${shortText}, scope ${shortText} NOT NULL, account_id ${shortText}, state ${shortText} NOT NULL,
      created_at_ms ${integer} NOT NULL, expires_at_ms ${integer} NOT NULL, polled_at_ms ${integer} NOT NULL
    )${keyed}`,
    'CREATE INDEX oauth_grants_expires ON oauth_grants (expires_at_ms)',
  ],
};
