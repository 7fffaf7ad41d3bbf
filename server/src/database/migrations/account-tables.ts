import type { MigrationSyntax } from './migration.ts';

/** Times are ISO text unless a name ends with `_ms`, flags 0 or 1, JSON is text; secrets are sealed, tokens hashed. */
export function accountTables({ text, integer, uuid, keyed }: MigrationSyntax): readonly string[] {
  return [
    // `is_pending`: not verified yet, though required. Sessions, links and challenges of an older `epoch` are void.
    `CREATE TABLE _users (id ${uuid} PRIMARY KEY, email ${text} NOT NULL UNIQUE, email_verified ${integer} NOT NULL,
      password_hash ${text}, name ${text}, avatar_url ${text}, role ${text}, metadata ${text} NOT NULL,
      disabled ${integer} NOT NULL, is_pending ${integer} NOT NULL, epoch ${integer} NOT NULL,
      totp_secret ${text}, totp_enabled ${integer} NOT NULL,
      created_at ${text} NOT NULL, updated_at ${text} NOT NULL, last_sign_in_at ${text})${keyed}`,
    'CREATE INDEX _users_created_at ON _users (created_at, id)',
    // Identities of users at providers. The same subject of another issuer is a different identity.
    `CREATE TABLE _identities (provider ${text} NOT NULL, issuer ${text} NOT NULL, subject ${text} NOT NULL, user_id ${uuid} NOT NULL REFERENCES _users (id) ON DELETE CASCADE,
      email ${text}, created_at ${text} NOT NULL, PRIMARY KEY (provider, issuer, subject))${keyed}`,
    'CREATE INDEX _identities_user ON _identities (user_id)',
    // Tokens are not stored: the master key derives them from `id`, `counter` and `seed`.
    `CREATE TABLE _sessions (id ${uuid} PRIMARY KEY, user_id ${uuid} NOT NULL REFERENCES _users (id) ON DELETE CASCADE,
      seed ${text} NOT NULL, counter ${integer} NOT NULL, access_until_ms ${integer} NOT NULL, expires_at_ms ${integer} NOT NULL,
      ip ${text}, user_agent ${text}, created_at ${text} NOT NULL, last_seen_at ${text} NOT NULL)${keyed}`,
    'CREATE INDEX _sessions_user ON _sessions (user_id)',
    'CREATE INDEX _sessions_expiry ON _sessions (expires_at_ms)',
    // One-time tokens sent by mail, by hash: the newest of a kind replaces the older.
    `CREATE TABLE _auth_tokens (user_id ${uuid} NOT NULL REFERENCES _users (id) ON DELETE CASCADE, kind ${text} NOT NULL,
      hash ${text} NOT NULL UNIQUE, epoch ${integer} NOT NULL, redirect_to ${text}, expires_at_ms ${integer} NOT NULL,
      created_at ${text} NOT NULL, PRIMARY KEY (user_id, kind))${keyed}`,
    // Jobs that have mailed a token, so that a job that runs twice mails once.
    `CREATE TABLE _auth_mails (job_id ${text} PRIMARY KEY, sent_at_ms ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX _auth_mails_sent ON _auth_mails (sent_at_ms)',
    `CREATE TABLE _recovery_codes (user_id ${uuid} NOT NULL REFERENCES _users (id) ON DELETE CASCADE, hash ${text} NOT NULL,
      PRIMARY KEY (user_id, hash))${keyed}`,
    // TOTP time steps whose code has been used.
    `CREATE TABLE _totp_steps (user_id ${uuid} NOT NULL REFERENCES _users (id) ON DELETE CASCADE, step ${integer} NOT NULL,
      PRIMARY KEY (user_id, step))${keyed}`,
    `CREATE TABLE _mfa_challenges (hash ${text} PRIMARY KEY, user_id ${uuid} NOT NULL REFERENCES _users (id) ON DELETE CASCADE,
      epoch ${integer} NOT NULL, tries ${integer} NOT NULL, expires_at_ms ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX _mfa_challenges_user ON _mfa_challenges (user_id)',
    // States of provider sign-ins that have returned, so that none is accepted twice.
    `CREATE TABLE _oauth_states (hash ${text} PRIMARY KEY, expires_at_ms ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX _oauth_states_expiry ON _oauth_states (expires_at_ms)',
  ];
}
