/** Times are ISO text, booleans 0 or 1. A project's rows are keyed by its store, because its id may be reused. */
export const controlPlane = {
  version: 1,
  name: 'control plane',
  statements: ({ text, integer }: { readonly text: string; readonly integer: string }): readonly string[] => [
    `CREATE TABLE projects (
      id ${text} PRIMARY KEY, store ${text} NOT NULL UNIQUE, name ${text} NOT NULL, plan ${text} NOT NULL,
      public_key ${text} NOT NULL UNIQUE, allowed_origins ${text} NOT NULL, settings ${text} NOT NULL,
      version ${integer} NOT NULL, created_at ${text} NOT NULL, updated_at ${text} NOT NULL)`,
    `CREATE TABLE project_keys (
      id ${text} PRIMARY KEY, store ${text} NOT NULL, hash ${text} NOT NULL UNIQUE, name ${text} NOT NULL,
      created_at ${text} NOT NULL, last_used_at ${text}, expires_at ${text})`,
    'CREATE INDEX project_keys_store ON project_keys (store)',
    `CREATE TABLE accounts (
      id ${text} PRIMARY KEY, email ${text} NOT NULL UNIQUE, name ${text}, password_hash ${text} NOT NULL,
      created_at ${text} NOT NULL)`,
    `CREATE TABLE operator_sessions (
      id ${text} PRIMARY KEY, account_id ${text} NOT NULL, hash ${text} NOT NULL UNIQUE,
      created_at ${text} NOT NULL, expires_at ${text} NOT NULL)`,
    'CREATE INDEX operator_sessions_expiry ON operator_sessions (expires_at)',
    `CREATE TABLE personal_tokens (
      id ${text} PRIMARY KEY, account_id ${text} NOT NULL, hash ${text} NOT NULL UNIQUE, name ${text} NOT NULL,
      created_at ${text} NOT NULL, last_used_at ${text}, expires_at ${text})`,
    'CREATE INDEX personal_tokens_account ON personal_tokens (account_id)',
    `CREATE TABLE members (
      store ${text} NOT NULL, account_id ${text} NOT NULL, role ${text} NOT NULL, created_at ${text} NOT NULL,
      PRIMARY KEY (store, account_id))`,
    'CREATE INDEX members_account ON members (account_id)',
    `CREATE TABLE invites (
      id ${text} PRIMARY KEY, store ${text} NOT NULL, email ${text} NOT NULL, role ${text} NOT NULL,
      hash ${text} NOT NULL UNIQUE, created_at ${text} NOT NULL, expires_at ${text} NOT NULL, UNIQUE (store, email))`,
    `CREATE TABLE setup (id ${integer} PRIMARY KEY, completed_at ${text}, sample_at ${text})`,
    'INSERT INTO setup (id, completed_at, sample_at) VALUES (1, NULL, NULL)',
    `CREATE TABLE setup_links (hash ${text} PRIMARY KEY, created_at ${text} NOT NULL)`,
    // Proves that a master key is the one that sealed the secrets here.
    `CREATE TABLE master_key_canary (id ${integer} PRIMARY KEY, sealed ${text} NOT NULL)`,
    `CREATE TABLE audit (
      id ${text} PRIMARY KEY, store ${text}, project_id ${text}, actor_kind ${text} NOT NULL, actor_id ${text},
      actor_email ${text}, action ${text} NOT NULL, target ${text} NOT NULL, details ${text} NOT NULL,
      ip ${text}, request_id ${text}, created_at ${text} NOT NULL)`,
    'CREATE INDEX audit_store ON audit (store, id)',
    'CREATE INDEX audit_actor ON audit (actor_id, id)',
    `CREATE TABLE change_counter (id ${integer} PRIMARY KEY, version ${integer} NOT NULL)`,
    'INSERT INTO change_counter (id, version) VALUES (1, 0)',
    `CREATE TABLE change_feed (subject ${text} PRIMARY KEY, version ${integer} NOT NULL, changed_at ${text} NOT NULL)`,
    'CREATE INDEX change_feed_version ON change_feed (version)',
  ],
};
